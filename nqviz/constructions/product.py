"""Products of full solutions, regular or not: n = r s, a solution of side s in each residue class.

Let T be a regular solution modulo r, and for each queen t of T let H(t) be any full solution of
side s. The cells r h + t, for h in H(t), are a full solution of side r s: where two of its queens
differ by m e for a direction e, so do their residues modulo r; T is a solution on the torus, so the
residues are equal, r divides m, and the two cells of one H(t) differ by (m / r) e. With solutions
H(t) of the torus the product is one, too.

Each H(t) is chosen independently. Where two of them differ the product is not regular, so with
primes r = s above 2^d there are full solutions that are not regular in every dimension d: the
answer to open questions 3 and 8 of Kunt's thesis (2023).
"""

from __future__ import annotations

import numpy as np

from nqviz.core.board import Board, IntArray
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

from .family import Construction, built_in
from .linear import admissible_coefficients, first_admissible, has_regular, linear_cells
from .regular import regular_form

MAX_CHOICES = 1_000
"""The maximum number of coefficients of which those of the inner solutions are chosen."""


def product_cells(outer: int, inner: int, d: int, seed: int) -> IntArray:
    """Return the cells of a product with regular inner solutions chosen at random.

    `outer`, `inner`: r and s; both have regular solutions in d dimensions.
    Returns shape ((r s)^(d-1), d), int64.
    """
    rng = np.random.default_rng(seed)
    low = linear_cells(outer, first_admissible(outer, d), 0, outer)
    choices = admissible_coefficients(inner, d, MAX_CHOICES)
    forms = choices[rng.integers(len(choices), size=len(low))]
    shifts = rng.integers(inner, size=len(low))
    free = np.indices((inner,) * (d - 1)).reshape(d - 1, -1)
    high = np.empty((len(low), free.shape[1], d), dtype=np.int64)
    high[:, :, :-1] = free.T
    high[:, :, -1] = (forms @ free + shifts[:, None]) % inner
    cells: IntArray = (outer * high + low[:, None, :]).reshape(-1, d)
    return cells


def _sides(board: Board) -> list[int]:
    """Return the sides s of inner solutions, the smallest first."""
    n, d = board.n, board.d
    return [
        s
        for s in range(2, n // 2 + 1)
        if n % s == 0 and has_regular(s, d) and has_regular(n // s, d)
    ]


def _why_not(board: Board) -> str | None:
    if board.d < 2 or not board.is_cube or board.twist:
        return f"products are for cubes of two dimensions or more, not for the {board}"
    if not _sides(board):
        return (
            f"{board.n} is not a product of two sides with regular solutions in {board.d}"
            " dimensions"
        )
    return None


def _build(board: Board, *, inner: int | None, seed: int) -> Construction:
    sides = _sides(board)
    s = sides[0] if inner is None else inner
    if s not in sides:
        raise InputError(f"the inner side of the {board} is one of {sides}, not {s}")
    placement = Placement(board, product_cells(board.n // s, s, board.d, seed))
    kind = "it is not regular" if regular_form(placement) is None else "it is regular"
    note = (
        f"A full solution, on the torus too, and {kind}: a regular solution modulo {board.n // s}"
        f" with a regular solution of side {s}, chosen at random, for each of its queens."
    )
    return Construction(placement, PRODUCT.name, {"inner": s, "seed": seed}, note)


PRODUCT = built_in("product", _why_not, _build)
