"""The limit density of planar solutions, and an interval around the n-queens constant.

The number of full (n,2)-solutions is ((1 + o(1)) n / e^gamma)^n. Simkin shows that gamma - 3 is
the least value, over all densities on the unit square with uniform row and column sums and at most
one queen a diagonal, of

    integral of f ln f  +  for both kinds of diagonals the integral of (1 - s) ln (1 - s),

s the density along a diagonal; the minimiser is the limit density. As by Nobel, Agrawal and Boyd,
the square is cut into m x m cells and the convex program is solved by Newton's method:

- a density that is constant on cells is feasible in the continuous program: an upper bound. Between
  two neighbouring diagonals of cells s is linear, so both integrals are exact.
- cut both diagonals of every cell, so that each strip between neighbouring lines of any kind is
  made of whole triangles. The means of the best density over triangles and strips satisfy the
  finite program, and by convexity have no larger value: a lower bound, and by weak duality every
  value of the dual function is one too, so that it does not rest on the convergence.

Both are programs of one form, least sum c z ln z with A z = b, whose dual is smooth and free. Both
are kept by the symmetries of the square, and convex: cells, triangles and lines that these map to
each other share a variable or an equation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.core.errors import InputError
from nqviz.run.blas_threads import blas_threads
from nqviz.run.context import RunContext
from nqviz.run.outcome import Known, Outcome, Status

FloatArray = npt.NDArray[np.float64]

METHOD = "Newton's method on the dual of the discretised entropy program"
MIN_CELLS, MAX_CELLS, DEFAULT_CELLS = 4, 2048, 84
"""Of a side; 512 take a second, 2048 take 16 seconds and 1.1 GB."""
TOLERANCE = 1e-12
ROUNDING = 1e-14
"""How much less a value of the dual function may seem, so that the last steps are whole ones."""
MOST_STEPS = 100


@dataclass(frozen=True, eq=False)
class LimitDensity:
    """The discretised limit density."""

    density: FloatArray
    """Relative to the uniform density: 1 on average, over the whole board as in each row. Shape
    (m, m)."""
    lower: float
    upper: float
    """`lower` and `upper`: bounds on gamma, up to rounding, for this discretisation."""
    steps: int
    """Newton steps of both programs."""

    def on_board(self, n: int) -> FloatArray:
        """Return the share of solutions that the limit puts on each cell of the (n,2)-board.

        Returns
        -------
        array of shape (n, n)
            Each row and column sums to 1.
        """
        m = len(self.density)
        edges = np.arange(n + 1) / n
        share = np.clip(np.minimum(edges[1:, None], (np.arange(m) + 1) / m)
                        - np.maximum(edges[:-1, None], np.arange(m) / m), 0, None)  # fmt: skip
        expected: FloatArray = n * share @ self.density @ share.T
        return expected


def limit_density(m: int = DEFAULT_CELLS, run: RunContext | None = None) -> Outcome[LimitDensity]:
    """Return the limit density of planar solutions on m x m cells.

    Parameters
    ----------
    m : int
        Cells along a side, `MIN_CELLS` to `MAX_CELLS`.

    Returns
    -------
    Outcome of LimitDensity
        Without a value if it was stopped or came to its limit.

    Raises
    ------
    InputError
        If m is out of range.
    """
    if not MIN_CELLS <= m <= MAX_CELLS:
        raise InputError(
            f"the limit density is computed on {MIN_CELLS} to {MAX_CELLS} cells along a side,"
            f" not {m}"
        )
    run = run or RunContext()
    solved = []
    for place, program in enumerate((_of_cells(m), _of_triangles(m))):
        with blas_threads(1):  # the systems are small
            found = _solve(*program, run)
        if found is None:
            ended = run.ended() or Status.STOPPED
            return Outcome(ended, engine=METHOD, seconds=run.seconds)
        solved.append(found)
        run.report("the limit density", (place + 1) / 2)
    (cells, _, first), (_, lower, second) = solved
    x = _on_square(m, cells)
    return Outcome(
        Status.OPTIMAL,
        LimitDensity(x, 3 + lower, 3 + _value(x), first + second),
        engine=METHOD,
        seconds=run.seconds,
        known=Known.FLOATING_POINT,
        by=METHOD,
    )


# The programs ---------------------------------------------------------------------------------

Program: TypeAlias = "tuple[FloatArray, sp.csr_array, FloatArray]"
"""c, A and b: least sum c z ln z with A z = b, z >= 0."""
Lines: TypeAlias = tuple[IntArray, IntArray]
"""The numbers of the two lines through each cell or triangle."""


def _orbits(m: int) -> tuple[IntArray, IntArray, IntArray]:
    """Return a cell (i, j) of each orbit under the symmetries of the square, and its size."""
    i, j = np.tril_indices(-(-m // 2))
    copies = (2 - (2 * i == m - 1)) * (2 - (2 * j == m - 1)) * (2 - (i == j))
    return i, j, copies


def _on_square(m: int, values: FloatArray) -> FloatArray:
    """Return the square with a value for each orbit, the first of `values`, shape (m, m)."""
    i, j, copies = _orbits(m)
    quarter = np.zeros((i[-1] + 1, i[-1] + 1))
    quarter[i, j] = quarter[j, i] = values[: len(copies)]
    image = np.minimum(np.arange(m), np.arange(m)[::-1])
    square: FloatArray = quarter[np.ix_(image, image)]
    return square


def _of_cells(m: int) -> Program:
    """Return the program of densities that are constant on cells, by the trapezoidal rule."""
    i, j, copies = _orbits(m)
    return _program(m, copies / m, (i, j), (i + j, i - j + m - 1), 2 * m - 1)


def _of_triangles(m: int) -> Program:
    """Return the program of means over the triangles into which diagonals cut the cells."""
    i, j, copies = (np.repeat(values, 4) for values in _orbits(m))
    # The sides in turn: least i, least j, most i, most j; each is in one half of its cell for
    # either kind of diagonal.
    side = np.tile(np.arange(4), len(i) // 4)
    falling, rising = i + j + (side >= 2), i - j + m - 1 + np.isin(side, (1, 2))
    return _program(m, copies / (4 * m), (i, j), (falling, rising), 2 * m)


def _program(m: int, widths: FloatArray, axes: Lines, diagonals: Lines, count: int) -> Program:
    """Return the program of the densities and the slacks of the diagonals as one vector.

    `widths`: of all images of a cell or triangle together. `axes`, `diagonals`: its lines, of `m`
    and of `count` parallel ones.
    """
    even, _ = _sums(axes, m, widths)
    sub, copies = _sums(diagonals, count, widths)
    upper = sp.hstack((even, sp.csr_array((even.shape[0], sub.shape[0]))))
    lower = sp.hstack((sub, sp.eye_array(sub.shape[0])))
    matrix = sp.csr_array(sp.vstack((upper, lower)))
    return np.concatenate((widths, copies)) / m, matrix, np.ones(matrix.shape[0])


def _sums(lines: Lines, count: int, widths: FloatArray) -> tuple[sp.csr_array, FloatArray]:
    """Return the mean of the sums along the lines of each orbit, and the sizes of the orbits."""
    orbit = np.concatenate([np.minimum(line, count - 1 - line) for line in lines])
    copies = np.full(-(-count // 2), 4.0)
    copies[-1] -= 2 * (count % 2)
    places = np.tile(np.arange(len(widths)), 2)
    entries = (np.tile(widths, 2) / copies[orbit], (orbit, places))
    return sp.coo_array(entries, shape=(len(copies), len(widths))).tocsr(), copies


def _solve(
    c: FloatArray, matrix: sp.csr_array, b: FloatArray, run: RunContext
) -> tuple[FloatArray, float, int] | None:
    """Maximise the dual function -sum c exp(-1 - (A'v)/c) - b'v by Newton's method.

    Returns `z`: the primal variables that belong to the last dual ones; `value`: the dual function
    there, a lower bound; `steps`.
    """
    from scipy.linalg import solve  # long to load

    scaled = sp.csr_array(matrix @ sp.diags_array(1 / c))
    turned = sp.csr_array(scaled.T)
    dual = np.zeros(len(b))

    def at(v: FloatArray) -> tuple[float, FloatArray]:
        with np.errstate(over="ignore"):
            z = np.exp(-1 - turned @ v)
        return float(-(c @ z) - b @ v), z

    value, z = at(dual)
    steps = 0
    while steps < MOST_STEPS:
        if run.ended() is not None:
            return None
        gradient = matrix @ z - b
        if np.abs(gradient).max() < TOLERANCE:
            break
        hessian = (scaled @ sp.diags_array(z) @ matrix.T).toarray()
        direction = solve(hessian, gradient, assume_a="pos")
        slope, size = float(gradient @ direction), 1.0
        while size > 1e-10:
            tried, z_tried = at(dual + size * direction)
            if np.isfinite(tried) and tried >= value + 0.25 * size * slope - ROUNDING:
                break
            size /= 2
        else:
            break  # no step increases the value: rounding
        dual, value, z = dual + size * direction, tried, z_tried
        steps += 1
    return z, value, steps


def _value(x: FloatArray) -> float:
    """Return the exact value of the continuous program at a density that is constant on cells."""
    m = len(x)
    total = float(np.sum(_xlogx(x))) / m**2
    for flipped in (x, x[:, ::-1]):
        seen = np.array([np.trace(flipped, k) for k in range(1 - m, m)]) / m
        total += _along(np.concatenate(([1.0], 1 - seen, [1.0]))) / m
    return total


def _along(left: FloatArray) -> float:
    """Integrate y ln y along straight pieces between values, each piece of length 1."""
    left = np.clip(left, 0, None)
    a, b = left[:-1], left[1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        g = left**2 / 2 * np.where(left > 0, np.log(left), 0) - left**2 / 4
        slopes = (g[1:] - g[:-1]) / (b - a)
    pieces = np.where(np.abs(b - a) < 1e-7, _xlogx((a + b) / 2), slopes)
    return float(pieces.sum())


def _xlogx(values: FloatArray) -> FloatArray:
    product: FloatArray = values * np.log(np.where(values > 0, values, 1.0))
    return product
