"""A drawer: the head with its title, what can be scrolled, and the foot that always stays."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget, QWidgetItem

from nqviz.core.language import tr

from ..widgets.fields import GAP, Disclosure, divider, icon_button, label
from ..widgets.focus_order import focus_first
from ..widgets.layouts import STRETCH, horizontal, scrolling, vertical

WIDTH = 320
PADDING = 16
HEAD = 56


class Drawer(QFrame):
    """The frame of every drawer. A drawer fills `body`, and `foot` where it has one.

    `head_row`: the title, then what a drawer adds to its head, then the cross.
    """

    close_wanted = Signal()  # the cross or Escape was pressed
    running_changed = Signal(bool)  # work began or ended; the rail marks it

    name = ""  # for actions and sessions
    title = ""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QWidgetItem] = []
        self.setObjectName(self.name)
        self.setAccessibleName(tr(self.title))
        self.setProperty("role", "drawer")
        head = self._head()
        self._inside = inside = QWidget()
        # Where the controls stand; the body scrolls, the foot stays below it.
        self.body = vertical(margins=(PADDING, 0, PADDING, PADDING), spacing=GAP)
        vertical(inside, self.body, STRETCH)  # aligned to the top it would cut off wrapped text
        self.area = scrolling(inside)  # what scrolls the body
        self.under = QWidget()  # what holds the foot
        self.foot = vertical(self.under, margins=(PADDING, 8, PADDING, PADDING))
        vertical(self, head, (self.area, 1), self.under, spacing=0)

    def prepare(self) -> Iterator[None]:
        """Make what the first opening shows, step by step, while nobody sees the drawer yet."""
        return iter(())

    def focus_body(self) -> None:
        """Set the focus on the first control below the head."""
        layout = self.layout()
        assert layout is not None
        items = (layout.itemAt(place) for place in range(1, layout.count()))
        focus_first(*(item.widget() for item in items if item is not None))

    def own_body(self) -> QVBoxLayout:
        """Return a layout in the place of the body, for widgets that scroll by themselves."""
        widget = QWidget()
        layout = self.layout()
        assert layout is not None
        layout.replaceWidget(self.area, widget)
        self.area.hide()
        return QVBoxLayout(widget)

    def _head(self) -> QWidget:
        head = QWidget()
        head.setFixedHeight(HEAD)
        self.head_row = row = horizontal(head, margins=(PADDING, 0, 8, 0))
        row.addWidget(label(tr(self.title), "head"), 1)
        name, tip = f"{self.name}.close", tr("Close {drawer}", drawer=tr(self.title))
        row.addWidget(icon_button(name, "x", tip, on_click=self.close_wanted))
        return head

    def reveal(self, widget: QWidget, place: QRect) -> None:
        """Scroll the body until a place in a widget of it is in sight."""
        middle = widget.mapTo(self._inside, place.center())
        self.area.ensureVisible(middle.x(), middle.y(), 0, place.height() // 2 + PADDING)

    def follow(self, row: Disclosure) -> None:
        """Scroll to what a row shows when it is opened."""
        row.toggled.connect(lambda on: on and QTimer.singleShot(0, self, lambda: self._scroll(row)))

    def _scroll(self, part: QWidget) -> None:
        self.area.ensureWidgetVisible(part, 0, PADDING)

    def add_wide(self, part: QWidget, by: int = PADDING) -> None:
        """Add a part to the body that is wider than the others, by some pixels at each side."""
        part.setParent(self.body.parentWidget())
        item = _WideItem(part, by)
        self._items.append(item)  # the layout keeps only the C++ part of it alive
        self.body.addItem(item)

    def add_divider(self, distance: int = 16) -> QWidget:
        """Add a dividing line from edge to edge to the body, with its distance to both sides."""
        space = distance - GAP
        made = QWidget()
        vertical(made, divider(), margins=(0, space, 0, space))
        self.add_wide(made)
        return made

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_wanted.emit()
        else:
            super().keyPressEvent(event)


class _WideItem(QWidgetItem):
    """The place of a widget that sticks out of its layout at both sides."""

    def __init__(self, part: QWidget, by: int) -> None:
        super().__init__(part)
        self._by = by

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect.adjusted(-self._by, 0, self._by, 0))
