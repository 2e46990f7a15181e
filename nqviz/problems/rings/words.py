"""The sentences of an explanation."""

from __future__ import annotations

from collections.abc import Iterable

from nqviz.core.coordinates import to_coordinates
from nqviz.core.notation import has_squares, square_text, squares_text
from nqviz.core.pieces import counted
from nqviz.core.rings import ring_names
from nqviz.run.outcome import Status

from .cases import SubCase, inner_rings
from .ringed import Cells, RingedBoard, members

_NUMBERS = ("no", "one", "two", "three", "four")
_MOST_PAIRS = 4


def _queens(count: int) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} queen" if count == 1 else f"{number} queens"


class Words:
    """What is said about the rings of one board."""

    def __init__(self, ringed: RingedBoard) -> None:
        self._ringed, self._board = ringed, ringed.board
        self._names = ring_names(ringed.n)

    def ring(self, ring: int) -> str:
        """Name a ring."""
        return self._names[ring]

    def squares(self, cells: Cells) -> str:
        """Name cells."""
        return squares_text(self._board, members(cells))

    def vector(self, rings: Iterable[int]) -> str:
        """Write a ring vector with the names of the rings."""
        return ", ".join(f"{name}: {count}" for name, count in zip(self._names, rings, strict=True))

    # The upper floors of the tree ----------------------------------------------------------

    def problem(self, givens: Cells) -> str:
        """Return what is asked."""
        what = f"Complete {self.squares(givens)}" if givens else "Find all solutions"
        return f"{what} on the {self._board}"

    def end(self, status: Status, solutions: int, cases: int) -> tuple[str, ...]:
        """Return how the search ended."""
        found = counted(solutions, "solution")
        subs = counted(cases, "sub-case")
        if status.is_proof:
            return (f"{found} in {subs}; there are no others.",)
        return (f"{found} so far: not all of the {subs} are searched to their end.",)

    def case(self, sub: SubCase) -> tuple[str, tuple[str, ...]]:
        """Return what the sub-cases of a case have in common."""
        inner = range(min(inner_rings(self._ringed.n), len(sub.rings) - 1))
        fixed = sorted({*inner, len(sub.rings) - 1})
        told = " and ".join(f"{_queens(sub.rings[ring])} on {self.ring(ring)}" for ring in fixed)
        rest = self._ringed.n - sum(sub.rings[ring] for ring in fixed)
        reason = f"There are {told}." if sub.rings[fixed[0]] != 1 else f"There is {told}."
        if len(fixed) == len(sub.rings):
            return f"Case {sub.case}", (reason,)
        return f"Case {sub.case}", (reason, f"The rings between hold {_queens(rest)}.")

    def sub_case(self, rings: tuple[int, ...], givens: Cells, allowed: Cells) -> tuple[str, ...]:
        """Return what a ring vector and the given queens exclude."""
        said = [f"Queens on the rings: {self.vector(rings)}."]
        for ring, count in enumerate(rings):
            given, corners = givens & self._ringed.rings[ring], self._ringed.corners[ring]
            name = self.ring(ring)
            if given and given.bit_count() == count:
                said.append(f"{name} has all its queens: {self.squares(given)}.")
            elif count == 0:
                said.append(f"{name} gets no queen.")
            elif count == 4:
                said.append(
                    f"{name} gets four queens, one on each side of it, so none on its corners"
                    f" {self.squares(corners)}."
                )
            elif count == 3 and ring == len(rings) - 1:
                said.append(
                    f"{name} gets three queens, which reach its four sides only with one of them"
                    " in a corner."
                )
        return tuple(said)

    # Alternatives --------------------------------------------------------------------------

    def left(self, ring: int, count: int, own: Cells) -> str:
        """Return what is left for the next ring."""
        more = _queens(count)
        return f"{self.ring(ring)} gets {more} more out of {self.squares(own)}."

    def excluded(self, cells: tuple[int, ...]) -> tuple[str, ...]:
        """Return what newly placed queens attack."""
        if not cells:
            return ("They attack nothing that was left.",)
        return (f"They attack {squares_text(self._board, cells)}.",)

    # Contradictions ------------------------------------------------------------------------

    def too_few(self, ring: int, count: int, own: Cells) -> str:
        """Return that a ring has fewer cells than queens to come."""
        name, more = self.ring(ring), _queens(count)
        if not own:
            return f"No solution: {name} needs {more} more, but no square of it is left."
        verb = "is" if own.bit_count() == 1 else "are"
        return f"No solution: {name} needs {more} more, but only {self.squares(own)} {verb} left."

    def no_corner(self, ring: int) -> str:
        """Return that no corner is left."""
        corners = self.squares(self._ringed.corners[ring])
        return (
            f"No solution: {self.ring(ring)} with three queens needs one of them in a corner, but"
            f" none of {corners} is left."
        )

    def all_attack(self, ring: int, count: int, own: Cells) -> str:
        """Return that queens on the cells of a ring would attack each other."""
        pairs = [
            f"{self._square(a)} attacks {self._square(b)}"
            for a in members(own)
            for b in members(own & self._ringed.attacks[a])
            if a < b
        ]
        shown = ", ".join(pairs[:_MOST_PAIRS]) + (", …" if len(pairs) > _MOST_PAIRS else "")
        need = f"{self.ring(ring)} needs {_queens(count)} more"
        return f"No solution: {need}, and of {self.squares(own)} no {count} go together: {shown}."

    def empty_line(self, place: int) -> str:
        """Return that a file or a rank can hold no queen any more."""
        n = self._ringed.n
        kind, value = ("File", place) if place < n else ("Rank", place - n)
        number = str(int(to_coordinates(value)))
        name = square_text((value, 0))[0] if kind == "File" and has_squares(self._board) else number
        return f"No solution: {kind.lower()} {name} has no queen and no square left for one."

    def _square(self, index: int) -> str:
        return square_text(self._board.cell(index))
