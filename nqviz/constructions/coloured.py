"""The family of colourings: superimposed planar (partial) solutions, one layer for each colour."""

from __future__ import annotations

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.run.context import RunContext

from .colourings import (
    EXACT_SIDE,
    colouring_placement,
    exact_colouring,
    linear_colouring,
    nearest_linear,
    product_colouring,
)
from .extension import is_flat_square
from .family import Construction, built_in
from .symmetric_colouring import SYMMETRIC_SIDES, find_symmetric

KINDS = ("automatic", "linear", "product", "exact", "symmetric")


def _why_not(board: Board) -> str | None:
    if not is_flat_square(board):
        return f"colourings are for flat squares, not for the {board}"
    if _kind(board.n) is None:
        return (
            f"no colouring of the {board} with n colours is known by a formula or a quick search"
            " (other numbers of colours: nqviz colour)"
        )
    return None


def _kind(n: int) -> str | None:
    if n % 2 and n % 3:
        return "linear"
    if n in SYMMETRIC_SIDES:
        return "symmetric"
    if _factors(n) is not None:
        return "product"
    return None


def _factors(n: int) -> tuple[int, int] | None:
    """Return r and s, n = r s, such that r has an n-colouring and s a linear one."""
    for inner in range(5, n // 2 + 1):
        outer = n // inner
        if n % inner == 0 and inner % 2 and inner % 3 and _kind(outer) is not None:
            return outer, inner
    return None


def _build(board: Board, run: RunContext, *, kind: str) -> Construction:
    n = board.n
    chosen = _kind(n) if kind == "automatic" else kind
    if chosen == "linear":
        square, how = linear_colouring(n), "(2i + j) mod n"
    elif chosen == "product":
        factors = _factors(n)
        if factors is None:
            raise InputError(f"{n} is not a product of a side with n colours and one with 2i + j")
        outer, inner = factors
        placed = _build(Board.cube(outer, 2), kind="automatic", run=run)
        base = placed.placement.cells[:, 2].reshape(outer, outer)
        square = product_colouring(base, linear_colouring(inner))
        how = f"the product of colourings for {outer} and {inner}"
    elif chosen == "symmetric":
        square, how = _symmetric(n, run), "planar solutions and their images"
    else:
        square, how = _exact(n), "exact cover by planar solutions"
    note = (
        f"{n} disjoint planar solutions cover the square, by {how}; each is a layer, and the queens"
        " of one colour are shown as rooks."
    )
    return Construction(colouring_placement(square), COLOURING.name, {"kind": chosen}, note)


def _symmetric(n: int, run: RunContext) -> IntArray:
    if n not in SYMMETRIC_SIDES:
        nearest = min(SYMMETRIC_SIDES, key=lambda side: abs(side - n))
        raise InputError(
            f"symmetric colourings are searched for with n ="
            f" {', '.join(map(str, SYMMETRIC_SIDES))}, not {n}; the nearest n is {nearest}"
        )
    square = find_symmetric(n, run=run)
    if square is None:
        raise InputError(f"stopped before a colouring with {n} colours was found for n = {n}")
    return square


def _exact(n: int) -> IntArray:
    square = exact_colouring(n)
    if square is None:
        raise InputError(
            f"no colouring with {n} colours exists for n = {n}; the nearest n is"
            f" {nearest_linear(n)}"
        )
    return square


_SIDES = {"exact": EXACT_SIDE, "sides": ", ".join(map(str, SYMMETRIC_SIDES))}

COLOURING = built_in(
    "colouring", _why_not, _build, {"kind": KINDS}, _SIDES, searches=True, on_other_board=True
)
