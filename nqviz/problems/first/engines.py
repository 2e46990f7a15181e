"""The lexicographically first placement of n queens, by any of the engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nqviz.bounds import best_lower
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import either
from nqviz.core.placement import Placement
from nqviz.ilp.highs import highs_name, own_scheduler
from nqviz.problems.planar import as_placement, check_classical, fingerprint, permutation
from nqviz.run.context import RunContext
from nqviz.run.outcome import Contradiction, Known, Outcome, Status, how_known
from nqviz.run.tasks import Execution

from .first_search import Ended, FirstSearch
from .integer import solve_each_cell, solve_each_row, solve_truncated, solve_weighted
from .lexicographic import cut_nogoods, lexicographic_search
from .probe import search_in_order
from .rest import WIDTH
from .row_tasks import search_rows

MAX_SIDE = 150
"""The largest n that is begun."""

OURS = "rows"
CUTS = ("planar", "odd-cycle", "clique")
"""Families of rows that LEX-DFS can separate."""


MOST_WEIGHTED = 9
"""The largest n of the single program, whose weights go to n^n."""


@dataclass(frozen=True)
class FirstEngine:
    """An algorithm for the first placement."""

    title: str
    """Its name in the paper, or a descriptive one."""
    description: str
    """One sentence."""
    run: Callable[[FirstSearch], list[int] | None]
    """Returns the columns of all rows, or None if there is no placement."""
    most: int = MAX_SIDE
    """The largest n it takes."""
    column: str = ""
    """The column of the paper's Table 1, empty if it has none."""
    uses_cuts: bool = False
    """Whether it separates the families in `CUTS`."""
    takes_nodes: bool = False
    """Whether its programs end after a number of nodes that may be given."""
    splits: bool = False
    """Whether its search is split into tasks, which run anywhere and are kept in a file."""
    known: Known = Known.FLOATING_POINT
    """How its proofs are known: linear programs are solved within tolerances."""


ENGINES: dict[str, FirstEngine] = {
    OURS: FirstEngine(
        "Row program and probes",
        "A linear program, with the choices of diagonals that the squares allow, lists the columns"
        " left for a row; probes refute them or find a completion.",
        search_rows,
        splits=True,
        known=Known.EXACT,
    ),
    "cp": FirstEngine(
        "Constraint search in the order of columns",
        "Rows are filled one after the other, the lowest column first, with a look ahead.",
        search_in_order,
        WIDTH,
        "CP",
        known=Known.EXACT,
    ),
    "ilp-iter": FirstEngine(
        "ILP-ITER",
        "One integer program a row, solved to the end.",
        solve_each_row,
        column="ILP-ITER",
    ),
    "ilp-trunc": FirstEngine(
        "ILP-TRUNC",
        "One integer program a row, ended at its root or after some nodes; dead ends are turned"
        " back from.",
        solve_truncated,
        column="ILP-TRUNC",
        takes_nodes=True,
    ),
    "lex-dfs": FirstEngine(
        "LEX-DFS",
        "Depth-first search with the row-wise lexicographic simplex method and propagation.",
        lexicographic_search,
        column="LEX-DFS",
        uses_cuts=True,
    ),
    "nogood": FirstEngine(
        "Nogood cuts",
        "The lexicographic simplex method alone; each dead end becomes a row of the program.",
        cut_nogoods,
    ),
    "ilp-cells": FirstEngine(
        "ILP, cell by cell",
        "One integer program a cell, in the order of the cells: whether it can have a queen.",
        solve_each_cell,
    ),
    "weighted": FirstEngine(
        "Single weighted program",
        "One integer program, in which every cell weighs more than all that come after it.",
        solve_weighted,
        MOST_WEIGHTED,
    ),
}
"""The engines by name; the first is the default."""


@dataclass(frozen=True, kw_only=True)
class First(Outcome[Placement]):
    """The outcome of a search for the first placement.

    OPTIMAL: the value is proven first. INFEASIBLE: proven that there is none. LIMIT, STOPPED: no
    answer; the value is a full placement that begins with the certain rows, or None. `nodes` is the
    number of queens tried, or of programs solved.
    """

    n: int
    certain: tuple[int, ...]
    """The columns of the first rows, from 0, that are proven; all rows if OPTIMAL."""

    @property
    def best(self) -> tuple[int, ...] | None:
        """The column, from 0, of each row of the value."""
        return None if self.value is None else permutation(self.value)

    @property
    def permutation(self) -> tuple[int, ...] | None:
        """The column, from 0, of each row of the first placement; None unless it is proven."""
        return self.certain if self.status is Status.OPTIMAL else None

    @property
    def fingerprint(self) -> tuple[int, ...] | None:
        """The costs of its cells, see `fingerprint`; None without a permutation."""
        return None if self.permutation is None else fingerprint(self.permutation)


def first_placement(
    board: Board,
    run: RunContext | None = None,
    *,
    engine: str = OURS,
    cuts: Sequence[str] = (),
    node_limit: int | None = None,
    split: Execution | None = None,
) -> First:
    """Find the lexicographically first placement of n queens on the (n,2)-board.

    Parameters
    ----------
    board : Board
        A flat square for queens, with a side up to `MAX_SIDE`.
    run : RunContext, optional
        Progress comes as `Filling` values: one for each row that becomes certain, and now and
        then one for the rows that are tried. Nodes are counted as the engine counts them.
    engine : str
        A name in `ENGINES`.
    cuts : sequence of str
        Families of rows to separate, among `CUTS`; for ``lex-dfs`` only.
    node_limit : int, optional
        For ``ilp-trunc`` only: the nodes of each program, the root alone by default.
    split : Execution, optional
        Where the tasks of the search run, and where they are kept; for ``rows`` only.

    Raises
    ------
    InputError
        If the board does not suit or is out of reach, or the engine or an option is unknown.
    Contradiction
        If the result of the engine contradicts what is known of the board.
    """
    n = check_classical("first placements", board)
    run = run or RunContext()
    _check(n, engine, cuts, node_limit, split)
    search = FirstSearch(n, run)
    try:
        with own_scheduler():
            found = _run(search, engine, cuts, node_limit, split)
        status = Status.INFEASIBLE if found is None else Status.OPTIMAL
        if found is not None:
            search.best = found
            search.settle(found)
    except Ended as end:
        status = end.status
    if status is Status.OPTIMAL and not as_placement(search.certain).is_valid():
        raise Contradiction(f"the engine {engine} gave rows with attacks for n = {n}")
    least = best_lower(board)
    if status is Status.INFEASIBLE and least.value >= n:
        raise Contradiction(
            f"{n} queens do not fit by the engine {engine}, but {least.value} are known:"
            f" {least.source}"
        )
    known = ENGINES[engine].known if status.is_proof else None
    by = highs_name() if known is Known.FLOATING_POINT else ""
    premises = search.premises if status.is_proof else ()
    return First(
        status=status,
        value=None if search.best is None else as_placement(search.best),
        engine=engine,
        seconds=search.context.seconds,
        nodes=search.nodes,
        message=_message(status, search) + how_known(known, by, premises),
        known=known,
        by=by,
        premises=premises,
        n=n,
        certain=search.certain,
    )


def _run(
    search: FirstSearch,
    engine: str,
    cuts: Sequence[str],
    node_limit: int | None,
    split: Execution | None,
) -> list[int] | None:
    if split is not None:
        return search_rows(search, split)
    if node_limit is not None:
        return solve_truncated(search, node_limit)
    return lexicographic_search(search, cuts) if cuts else ENGINES[engine].run(search)


def _check(
    n: int, engine: str, cuts: Sequence[str], node_limit: int | None, split: Execution | None
) -> None:
    if engine not in ENGINES:
        raise InputError(f"unknown engine {engine!r}; choose {either(ENGINES)}")
    chosen = ENGINES[engine]
    if n > chosen.most:
        raise InputError(
            f"n = {n} is out of reach: the engine {engine} takes n up to {chosen.most}"
        )
    if cuts and not chosen.uses_cuts:
        cutters = either(name for name, each in ENGINES.items() if each.uses_cuts)
        raise InputError(f"cuts go with the engine {cutters}, not with {engine}")
    if node_limit is not None and (not chosen.takes_nodes or node_limit < 0):
        takers = either(name for name, each in ENGINES.items() if each.takes_nodes)
        raise InputError(
            f"a node limit, from 0, goes with the engine {takers}, not {node_limit} with {engine}"
        )
    for name in cuts:
        if name not in CUTS:
            raise InputError(f"unknown cut {name!r}; choose among {', '.join(CUTS)}")
    if split is not None and not chosen.splits:
        splitting = either(name for name, each in ENGINES.items() if each.splits)
        raise InputError(
            f"an executor, a checkpoint and shards go with the engine {splitting}, not with"
            f" {engine}"
        )


def _message(status: Status, search: FirstSearch) -> str:
    if status is Status.OPTIMAL:
        return "no placement comes before this one"
    if status is Status.INFEASIBLE:
        return f"{search.n} queens have no placement on the ({search.n},2) board"
    if status is Status.FAILED:
        return search.failure
    certain = f"{len(search.certain)} of {search.n} columns are certain"
    return (
        f"{certain}, columns up to {search.deepest} have been tried" if search.deepest else certain
    )
