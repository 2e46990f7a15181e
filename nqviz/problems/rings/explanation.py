"""The explanation of a search by rings, as a tree of plain data, and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from nqviz.core.board import Board
from nqviz.core.coordinates import to_coordinates


class Kind(StrEnum):
    """What a node of an explanation is."""

    PROBLEM = "problem"
    CASE = "case"
    SUB_CASE = "sub-case"
    ALTERNATIVE = "alternative"
    CONTRADICTION = "contradiction"
    SOLUTION = "solution"


@dataclass(eq=False)
class Node:
    """One step of an explanation."""

    kind: Kind
    """A sub-case or an alternative that ends at once is a CONTRADICTION or a SOLUTION."""
    title: str
    """A few words: ``Sub-case 1.2``, or the queens that an alternative places."""
    queens: tuple[int, ...] = ()
    """The cells of all queens on the board at this step."""
    placed: tuple[int, ...] = ()
    """Those of them that this step places."""
    allowed: tuple[int, ...] = ()
    """The cells that are left for more queens."""
    excluded: tuple[int, ...] = ()
    """The cells that this step takes away from those that were left."""
    reasons: tuple[str, ...] = ()
    """One sentence each: what is excluded and why, what is left, how the step ends."""
    rings: tuple[int, ...] | None = None
    """The ring vector that is searched."""
    solutions: int = 0
    """How many solutions this step and those under it end in."""
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Yield this node and all under it, in the order of reading."""
        yield self
        for child in self.children:
            yield from child.walk()

    def entries(self, board: Board) -> dict[str, object]:
        """Return the tree as JSON types, with coordinates from 1."""

        def cells(indices: tuple[int, ...]) -> list[list[int]]:
            rows: list[list[int]] = to_coordinates(board.cells(indices)).tolist() if indices else []
            return rows

        return {
            "kind": str(self.kind),
            "title": self.title,
            "queens": cells(self.queens),
            "placed": cells(self.placed),
            "allowed": cells(self.allowed),
            "excluded": cells(self.excluded),
            "reasons": list(self.reasons),
            "rings": None if self.rings is None else list(self.rings),
            "solutions": self.solutions,
            "children": [child.entries(board) for child in self.children],
        }


def explanation_text(root: Node) -> str:
    """Write an explanation as text, two spaces further in for each step down."""
    lines: list[str] = []

    def write(node: Node, depth: int) -> None:
        indent = "  " * depth
        lines.append(f"{indent}{node.title}")
        lines.extend(f"{indent}  - {reason}" for reason in node.reasons)
        for child in node.children:
            write(child, depth + 1)

    write(root, 0)
    return "\n".join(lines) + "\n"
