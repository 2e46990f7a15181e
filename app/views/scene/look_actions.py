"""How the scene looks, as the actions of a menu: one table, each row with its check mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.core.rings import has_rings
from nqviz.view.view_state import ViewState
from nqviz.view.wrapping import can_wrap

from ...document.document import Document
from ...widgets.wrapped_tips import wrapped

Rows = tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Group:
    """A field of the view state that has one of several values."""

    field: str  # the attribute of the view state
    title: str  # the title of its submenu; empty for rows of the menu itself
    tip: str
    rows: Callable[[Board], Rows]  # returns the texts and the values that a board has


@dataclass(frozen=True)
class Switch:
    """A field of the view state, or one of `MARKS` of a tab, that is on or off."""

    field: str
    text: str
    tip: str
    is_offered: Callable[[Board], bool] = lambda _board: True  # returns whether a board has it


SHAPES: Rows = (
    (tr_later("Automatic"), "auto"),
    (tr_later("Pieces"), "piece"),
    (tr_later("Spheres"), "sphere"),
    (tr_later("Cubes"), "cube"),
)
FILTERS: Rows = (
    (tr_later("All pieces"), "all"),
    (tr_later("The active layer"), "layer"),
    (tr_later("Attacked ones"), "attacked"),
    (tr_later("Given ones"), "given"),
)
DENSITIES: Rows = (
    (tr_later("Cubes by size"), "size"),
    (tr_later("Even cubes"), "colour"),
    (tr_later("The active layer"), "slice"),
    (tr_later("Cloud"), "volume"),
)
CLIQUES: Rows = (
    (tr_later("None"), None),
    (tr_later("Cube"), "cube"),
    (tr_later("Star"), "star"),
    (tr_later("Cross"), "cross"),
    (tr_later("Odd cycle"), "odd-cycle"),
)
MARKS = ("costs", "greedy")
"""What can be laid over the flat boards of a tab; it is no part of the view state."""
SLOW_CLOUD = tr_later("Cloud (slow: no graphics card)")
LARGEST_CLIQUE = 12
"""The largest size of a clique in the menu."""


def _colours(board: Board) -> Rows:
    layers = ((tr_later("Layer"), "layer"),) if board.d > 2 else ()
    others = (
        (tr_later("One colour"), "theme"),
        (tr_later("Ring"), "ring"),
        (tr_later("Attacks"), "attacks"),
        (tr_later("Density"), "density"),
    )
    return (*layers, *others, *((f"x{axis + 1}", f"x{axis + 1}") for axis in range(board.d)))


def _cliques(board: Board) -> Rows:
    return CLIQUES if board.piece == "queen" else ()


def _clique_sizes(board: Board) -> Rows:
    most = min(max(board.n - 1, 1), LARGEST_CLIQUE) if board.piece == "queen" else 0
    return tuple((str(size), size) for size in range(1, most + 1))


def _scenes(board: Board) -> Rows:
    """Return the coordinates of the scene in each order that makes a difference: the last up."""
    if board.d < 3:
        return ()
    return tuple(
        (", ".join(f"x{axis + 1}" for axis in scene), scene)
        for three in combinations(range(board.d), 3)
        for scene in orders_of(three)
    )


def _is_classical(board: Board) -> bool:
    return board.is_classical


def orders_of(axes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield three axes with each of them last, the highest first."""
    for last in reversed(axes):
        yield (*(axis for axis in axes if axis != last), last)


LOOK: tuple[Group | Switch | None, ...] = (
    Group("style", "", tr_later("The shape of pieces in the scene"), lambda _board: SHAPES),
    None,
    Group(
        "colour", tr_later("Colour by"), tr_later("What the colours of pieces stand for"), _colours
    ),
    Group(
        "queens", tr_later("Show"), tr_later("Which pieces the scene draws"), lambda _board: FILTERS
    ),
    Group(
        "density",
        tr_later("Density as"),
        tr_later("How a density is drawn"),
        lambda board: DENSITIES if board.d > 2 else (),
    ),
    Group(
        "scene",
        tr_later("Coordinates"),
        tr_later("Which coordinates the scene shows; the last one up"),
        _scenes,
    ),
    None,
    Switch("lattice", tr_later("Lines between cells"), tr_later("Lines between the cells")),
    Switch(
        "labels", tr_later("Coordinates along the edges"), tr_later("Coordinates along the edges")
    ),
    Switch("fade", tr_later("Fog"), tr_later("Let what is far away fade")),
    Switch(
        "parallel",
        tr_later("Parallel lines"),
        tr_later("Parallel lines stay parallel, whatever their distance"),
    ),
    Switch(
        "wrapped",
        tr_later("Wrap on a torus"),
        tr_later("Draw the board on a torus in space"),
        can_wrap,
    ),
    None,
    Switch(
        "rings",
        tr_later("Rings"),
        tr_later("Give every other ring of cells a ground of its own"),
        has_rings,
    ),
    Switch(
        "costs",
        tr_later("Costs of cells"),
        tr_later("Lay the cost of each cell over the board"),
        _is_classical,
    ),
    Switch(
        "greedy",
        tr_later("Greedy queens"),
        tr_later("Mark where the greedy queens stand"),
        _is_classical,
    ),
    None,
    Group(
        "clique",
        tr_later("Clique at the cursor"),
        tr_later("Outline cells that all attack each other"),
        _cliques,
    ),
    Group(
        "clique_size",
        tr_later("Size of the clique"),
        tr_later("Side or distance in cells; an odd cycle of size h has 2h + 3 cells"),
        _clique_sizes,
    ),
)
"""The menu from its top; None is a dividing line."""


class LookMenu(QMenu):
    """The menu of how the scene looks; it always offers what the board has.

    `more`: added at its end.
    """

    def __init__(
        self, document: Document, more: Sequence[QAction] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("&Look"), parent)
        self.setObjectName("menu.look")
        self.setToolTipsVisible(True)
        self._document, self._more = document, tuple(more)
        self.draws_in_software: Callable[[], bool] = lambda: False
        self._made: list[QObject] = []
        self._inner: dict[str, QMenu] = {}
        self._shown_for: object = None
        self.aboutToShow.connect(self._mark_what_is_slow)
        document.board_changed.connect(self.refresh)
        document.view_changed.connect(self.refresh)
        document.overlay_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer what the board has, with the marks of the view state."""
        board = self._document.board
        kind = board.shape, board.piece, board.wraps
        if kind != self._shown_for:
            self._shown_for = kind
            self._fill(board)
        view = self._document.view
        for action in self.look_actions():
            field, value = action.data()
            now = self._is_marked(field) if field in MARKS else _value(view, board, field)
            action.setChecked(now == value)
            if field == "clique_size":
                action.setEnabled(view.clique is not None)

    def _mark_what_is_slow(self) -> None:
        """Mark the clouds where OpenGL is software; only a menu that opens asks for the scene."""
        for action in self.look_actions():
            if action.data() == ("density", "volume"):
                action.setText(tr(SLOW_CLOUD) if self.draws_in_software() else tr("Cloud"))

    def look_actions(self) -> list[QAction]:
        """Return every action, those of submenus among them."""
        found = []
        for action in self.actions():
            inner = action.menu()
            rows = inner.actions() if isinstance(inner, QMenu) else [action]
            found += [row for row in rows if row in self._made and not row.isSeparator()]
        return found

    def _fill(self, board: Board) -> None:
        for action in self.actions():
            self.removeAction(action)
        for made in self._made:
            made.deleteLater()
        self._made = []
        for entry in LOOK:
            if entry is None:
                self._add_line()
            elif isinstance(entry, Switch):
                if entry.is_offered(board):
                    self._add(self, entry.field, entry.text, True, entry.tip, board)
            else:
                self._add_group(entry, board)
        self._add_line()
        self.addActions(self._more)

    def _add_line(self) -> None:
        line = QAction(self)
        line.setSeparator(True)
        self.addAction(line)
        self._made.append(line)

    def _add_group(self, entry: Group, board: Board) -> None:
        rows = entry.rows(board)
        if not rows:
            return
        menu: QMenu = self
        if entry.title:
            menu = self._submenu(entry.field)
            menu.setTitle(tr_piece(entry.title, board.piece))
            self.addMenu(menu)
        group = QActionGroup(self)
        self._made.append(group)
        for text, value in rows:
            group.addAction(self._add(menu, entry.field, text, value, entry.tip, board))

    def _submenu(self, field: str) -> QMenu:
        """Return the submenu of a field: one for all boards, since a new one is dressed anew."""
        if field not in self._inner:
            self._inner[field] = QMenu(self, toolTipsVisible=True)
        return self._inner[field]

    def _add(
        self, menu: QMenu, field: str, text: str, value: object, tip: str, board: Board
    ) -> QAction:
        action = QAction(tr_piece(text, board.piece), self)
        action.setObjectName(f"look.{field}.{value}".lower())
        action.setToolTip(wrapped(tr_piece(tip, board.piece)))
        action.setCheckable(True)
        action.setData((field, value))
        action.triggered.connect(lambda on: self._choose(field, value, on))
        menu.addAction(action)
        self._made.append(action)
        return action

    def _choose(self, field: str, value: object, on: bool) -> None:
        document = self._document
        if field in MARKS:
            (document.set_costs if field == "costs" else document.set_greedy)(on)
        else:
            document.set_view(_with(document.view, field, value if value is not True else on))
        self.refresh()

    def _is_marked(self, field: str) -> bool:
        """Return whether the costs, or the greedy queens, are laid over the boards of the tab."""
        tab = self._document.tab
        return tab.costs if field == "costs" else tab.greedy


def look_menu(
    document: Document, more: Sequence[QAction] = (), parent: QWidget | None = None
) -> LookMenu:
    """Return the menu of how the scene of a document looks, with more actions at its end."""
    return LookMenu(document, more, parent)


def _value(view: ViewState, board: Board, field: str) -> object:
    if field == "scene":
        return view.dims.scene
    return view.colour_on(board) if field == "colour" else getattr(view, field)


def _with(view: ViewState, field: str, value: Any) -> ViewState:
    if field == "scene":
        return show_axes(view, value)
    if field == "wrapped":
        return replace(view, wrapped=value, camera=None)
    return replace(view, **{field: value})


def show_axes(view: ViewState, scene: tuple[int, ...]) -> ViewState:
    """Return a view with other coordinates in the scene; one block stays one block."""
    return replace(view, dims=view.dims.show(scene))
