"""The explanation of a search by rings as a tree for a view, numbered in the order of reading."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from nqviz.problems.rings import Kind, Node

from ...widgets.library_texts import of_rings
from ...widgets.row_list import AnyIndex
from ...widgets.wrapped_tips import wrapped

_SIGNS = {Kind.CONTRADICTION: "✗ ", Kind.SOLUTION: "✓ "}


class ExplanationTree(QAbstractItemModel):
    """Steps by number, from 0; a step without solutions under it has a cross at its end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: list[Node] = []
        self._parents: list[int] = []
        self._rows: list[int] = []
        self._children: list[list[int]] = []

    def show(self, root: Node | None) -> None:
        self.beginResetModel()
        self._nodes, self._parents, self._rows, self._children = [], [], [], []
        if root is not None:
            self._add(root, -1, 0)
        self.endResetModel()

    def _add(self, node: Node, parent: int, row: int) -> int:
        number = len(self._nodes)
        self._nodes.append(node)
        self._parents.append(parent)
        self._rows.append(row)
        self._children.append([])
        for place, child in enumerate(node.children):
            self._children[number].append(self._add(child, number, place))
        return number

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._nodes)

    def node(self, number: int) -> Node:
        return self._nodes[number]

    def at(self, number: int) -> QModelIndex:
        return self.createIndex(self._rows[number], 0, number)

    # What the view asks ------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:  # noqa: B008
        if column or row < 0:
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(0, 0, 0) if self._nodes and row == 0 else QModelIndex()
        children = self._children[parent.internalId()]
        return self.createIndex(row, 0, children[row]) if row < len(children) else QModelIndex()

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid():
            return QModelIndex()
        parent = self._parents[index.internalId()]
        return QModelIndex() if parent < 0 else self.at(parent)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return min(1, len(self._nodes))
        return len(self._children[parent.internalId()])

    def columnCount(self, _parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self._nodes[index.internalId()]
        if role == Qt.ItemDataRole.DisplayRole:
            sign = _SIGNS.get(node.kind) or ("" if node.solutions else "✗ ")
            return sign + of_rings(node.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return wrapped("\n".join(map(of_rings, (node.title, *node.reasons))))
        return None
