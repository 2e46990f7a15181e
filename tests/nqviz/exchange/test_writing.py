"""Large boards are written in a stream, and what a format cannot hold is refused in one line."""

import io
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, InputError, Placement
from nqviz.exchange import (
    ExportProblem,
    check_solution,
    format_for,
    read_reference,
    write_problem,
    write_problem_file,
)
from nqviz.exchange import rows as rows_module
from nqviz.exchange.lines import StreamedLines
from nqviz.exchange.rows import LinearProgram, linear_program
from nqviz.exchange.solutions import parse_solution

from . import solvers


class Sink(io.TextIOBase):
    """Count what is written."""

    size = 0

    def write(self, text: str) -> int:
        self.size += len(text)
        return len(text)


@pytest.mark.parametrize(
    "board",
    [Board((3, 4, 2)), Board.cube(4, 3), Board((4, 3), torus=True), Board.cube(3, 2, piece="rook")],
    ids=str,
)
def test_streamed_lines_are_those_of_the_matrix(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_module, "STREAMED_ENTRIES", 0)
    program = linear_program(ExportProblem(Placement(board)))
    assert program.lines is not None
    rows = list(program.rows())
    lines = board.incidence
    expected = {
        tuple(lines.indices[lines.indptr[k] : lines.indptr[k + 1]]) for k in range(lines.shape[0])
    }
    assert {tuple(sorted(row.columns)) for row in rows} == expected
    assert len(rows) == lines.shape[0]
    turned: dict[str, list[int]] = {}
    for column, entries in enumerate(program.entries()):
        for name, _ in entries:
            turned.setdefault(name, []).append(column)
    assert turned == {row.name: sorted(row.columns) for row in rows}


Meaning = tuple[frozenset[tuple[int, int]], int | None, int | None]
BLOCKED = Board((3, 4), blocked=[(0, 0), (1, 2)])
STOPS = Board((4, 4), blocked=[(1, 1), (2, 3)], stops=True)


@pytest.mark.parametrize("board", [Board((3, 4)), BLOCKED, STOPS, Board.cube(3, 2, torus=True)])
@pytest.mark.parametrize(
    ("problem", "options"),
    [
        ("maximum", {}),
        ("maximum", {"target": "full"}),
        ("completion", {"target": 3}),
        ("domination", {}),
        ("domination", {"independent": True, "target": 3}),
        ("colouring", {"target": 4}),
        ("colouring", {}),
    ],
)
def test_streamed_programs_are_those_of_matrices(
    board: Board, problem: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    givens = Placement(board)
    if problem == "completion":
        givens = Placement.from_indices(board, [int(np.flatnonzero(~board.is_blocked)[-1])])
    question = ExportProblem(givens, problem, **options)  # type: ignore[arg-type]
    plain = replace(question, cuts=()) if question.packs else question
    if "full" in options.values() and not board.has_full:
        pytest.skip("a full placement is not defined")
    built = linear_program(plain)
    monkeypatch.setattr(rows_module, "STREAMED_ENTRIES", 0)
    streamed = linear_program(question)
    assert built.lines is built.near is None
    if "full" in options.values() and board.blocked:
        assert streamed.lines is None  # a line may have no cell left, which only a matrix shows
        return
    assert streamed.lines is not None or streamed.near is not None

    def meaning(program: LinearProgram) -> set[Meaning]:
        found: set[Meaning] = set()
        for row in program.rows():
            values = row.coefficients or [1] * len(row.columns)
            entries = frozenset(zip(row.columns, values, strict=True))
            if len(entries) > 1 or row.lower is not None or row.upper != 1:
                found.add((entries, row.lower, row.upper))
        return found

    assert meaning(streamed) >= meaning(built)
    for entries, lower, upper in meaning(streamed) - meaning(built):
        # A cell between blocked ones is on no line of two cells; its colour counts all the same.
        assert board.stops
        assert (sorted(value for _, value in entries), lower, upper) == ([-1, 1], None, 0)
    turned: dict[str, set[tuple[int, int]]] = {}
    for column, column_entries in enumerate(streamed.entries()):
        for name, value in column_entries:
            turned.setdefault(name, set()).add((column, value))
    rows = {
        row.name: set(zip(row.columns, row.coefficients or [1] * len(row.columns), strict=True))
        for row in streamed.rows()
        if row.columns
    }
    assert turned == rows


@pytest.mark.parametrize(
    "givens",
    [
        Placement(Board.cube(4, 3)),
        Placement(Board((3, 4, 5), wraps=(1,))),
        Placement(Board((3, 4, 3), blocked=[(0, 0, 0), (1, 2, 1)])),
        Placement.from_coordinates(Board.cube(4, 3), [[2, 2, 2]]),
    ],
    ids=str,
)
def test_streamed_cuts_are_those_of_the_families(
    givens: Placement, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cuts = ("cube", "face", "star", "cross")
    problem = ExportProblem(givens, "completion", None, cuts)
    built = linear_program(problem)
    best = optimum(problem, tmp_path / "built.lp")
    monkeypatch.setattr(rows_module, "MAX_ENTRIES", 0)
    streamed = linear_program(problem)
    assert (streamed.groups, [each.name for each in streamed.cuts]) == ((), list(cuts))
    rows = {(frozenset(row.columns), row.lower, row.upper) for row in streamed.rows()}
    assert {(frozenset(row.columns), row.lower, row.upper) for row in built.rows()} <= rows
    cells, board = problem.cells, givens.board
    lines = board.attack_graph[cells][:, cells].toarray()
    for columns, lower, upper in rows:
        assert (lower, upper) == (None, 1)
        chosen = sorted(columns)
        assert lines[np.ix_(chosen, chosen)].sum() == len(chosen) * (len(chosen) - 1)
    assert optimum(problem, tmp_path / "streamed.lp") == best
    with pytest.raises(InputError, match="choose lp, opb or mzn"):
        write_problem_file(problem, tmp_path / "streamed.mps")
    monkeypatch.setattr(rows_module, "MAX_BYTES", 100)
    with pytest.raises(InputError, match="the file would have about"):
        linear_program(problem)


def optimum(problem: ExportProblem, path: Path) -> int:
    write_problem_file(problem, path)
    found = check_solution(parse_solution(solvers.highs(path)), read_reference(path))
    assert found.placement is not None
    return len(found.placement)


def test_memory_stays_the_same_on_large_boards() -> None:
    peaks = []
    for side in (64, 64, 128):
        lines = StreamedLines(Board.cube(side, 3))
        tracemalloc.start()
        for _, _ in zip(range(500), lines.named(), strict=False):
            pass
        for _, _ in zip(range(500), lines.columns(), strict=False):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]


def test_what_a_format_does_not_hold() -> None:
    empty = Placement(Board.cube(4, 2))
    for words, problem, file_format in (
        ("clauses decide", ExportProblem(empty), "cnf"),
        ("break symmetry are no clauses", ExportProblem(empty, target=4, breaks_symmetry=True),
         "cnf"),
        ("a graph has no rows", ExportProblem(empty, cuts=("cube",)), "metis"),
        ("unknown format", ExportProblem(empty), "xyz"),
        ("found while a program is solved", ExportProblem(empty, cuts=("odd-cycle",)), "mps"),
        ("unknown cut", ExportProblem(empty, cuts=("nothing",)), "mps"),
        ("give --target", ExportProblem(Placement(Board.cube(100, 3)), "colouring"), "lp"),
        ("write metis", ExportProblem(Placement(Board.cube(100, 3))), "graph6"),
    ):  # fmt: skip
        with pytest.raises(InputError) as error:
            write_problem(problem, file_format, Sink())
        assert words in str(error.value)
    with pytest.raises(InputError, match="no format has this ending"):
        format_for("a.doc")


@pytest.mark.parametrize("file_format", ["mps", "lp", "opb", "mzn", "cnf", "dimacs", "metis"])
def test_the_comment_leads_back(file_format: str, tmp_path: Path) -> None:
    givens = Placement.from_coordinates(Board((4, 5), piece="rook"), [[1, 2]])
    problem = ExportProblem(givens, "completion", 3)
    path = tmp_path / "problem"
    with path.open("w") as stream:
        write_problem(problem, file_format, stream)
    assert read_reference(path) == problem


def test_bad_comments(tmp_path: Path) -> None:
    path = tmp_path / "problem.mps"
    for text in ('nqviz-problem {"version": 2}', "nqviz-problem [", 'nqviz-problem {"shape": 1}'):
        path.write_text(f"* {text}\n")
        with pytest.raises(InputError, match="the comment of the problem cannot be read"):
            read_reference(path)
