"""The solving times of integer programs in Kunt's thesis, for comparison."""

from __future__ import annotations

from nqviz.core.board import Board

from . import reference


def published_times(board: Board, program: str) -> tuple[str, ...]:
    """Return the times of an integer program on a board: ``thesis: 15.44 s on 24 cores``.

    `board`: the thesis has flat cubes with queens only; other boards return no times.
    `program`: as in ``base+cube+inf``; the order of the valid inequalities is ignored.
    Returns one line a time.
    """
    if board.wraps or board.piece != "queen" or not board.is_cube or board.blocked:
        return ()
    wanted, found = set(program.split("+")), []
    for table in reference("times")["tables"]:
        if table["d"] != board.d:
            continue
        for n, *seconds in table["seconds"]:
            for column, value in zip(table["columns"], seconds, strict=True):
                same = set(column["program"].split("+")) == wanted
                if n == board.n and same and value is not None:
                    found.append(f"thesis: {value:,g} s on {column['cores']} cores")
    return tuple(found)


def source() -> str:
    """Return the source of the times and the solver they were measured with."""
    data = reference("times")
    return f"{data['source']}, by {data['solver']}"
