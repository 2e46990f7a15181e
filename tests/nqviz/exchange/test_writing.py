"""Large boards are written in a stream, and what a format cannot hold is refused in one line."""

import io
import tracemalloc
from pathlib import Path

import pytest

from nqviz import Board, InputError, Placement
from nqviz.exchange import ExportProblem, format_for, read_reference, write_problem
from nqviz.exchange import rows as rows_module
from nqviz.exchange.lines import StreamedLines
from nqviz.exchange.rows import linear_program


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
        ("at most", ExportProblem(Placement(Board.cube(100, 3)), "domination"), "lp"),
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
