"""The toolbar: menu, board, undo and redo, Solve, Views, Look; at the right present and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QCursor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from nqviz.core.language import tr, tr_later

from ..widgets.icons import IconButton, grown, icon, icon_pixmap, icon_size
from ..widgets.painting import (
    MIDDLE_LEFT,
    NeverSmaller,
    draw_outline,
    fill_with,
    smooth_painter,
    write_in,
)
from ..widgets.theme import GrowsWithText, current_theme, font, text_scale
from ..widgets.widgets import named
from ..widgets.wrapped_tips import key_plates, set_tip

HEIGHT, BUTTON, ICON, MENU_WIDTH, ARROW = 44, 32, 18, 48, 14
SEARCH_WIDTH, SEARCH_NARROW = 256, 200
PADDING, BEFORE_ARROW = 10, 6
"""Pixels at either side of a button that opens a menu, and between its text and its arrow."""
BOARD_WIDTH = 280
"""The most that the name of a board takes; a longer one, of a file, is shortened in its middle."""
BETWEEN, EDGES = 4, 12
"""Pixels between two parts of the toolbar, and beside all of them."""
DOT = 6
"""The side of the dot that means unsaved changes, in pixels."""


class Toolbar(GrowsWithText, QToolBar):
    """The buttons over the window.

    `menus`: the menus of the buttons: menu, board, solve, views and look.
    `find`: opens the search.
    """

    _BOARD_TIP = tr_later("The boards that are open; another board")

    def __init__(
        self,
        actions: Mapping[str, QAction],
        menus: Mapping[str, QMenu],
        find: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(tr("Toolbar"), parent)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setFloatable(False)
        self.toggleViewAction().setVisible(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._menus = menus
        self._with_menus: list[MenuButton] = []
        self._add_menu("menu", "", "menu", tr("Menu")).setProperty("kind", "icon")
        self.board = self._add_menu("board", "", "", tr(self._BOARD_TIP))
        self.board.setProperty("kind", "chip")
        self._add_divider()
        for name, drawing in (("edit.undo", "undo-2"), ("edit.redo", "redo-2")):
            self._add_action(actions[name], drawing)
        self._add_divider()
        for name, text, drawing, tip in (
            ("solve", tr("Solve"), "target", tr("Look for placements, and show what is proven")),
            ("views", tr("Views"), "layout-grid", tr("What fills the window, and from where")),
            ("look", tr("Look"), "palette", tr("How pieces and boards are drawn")),
        ):
            self._add_menu(name, text, drawing, tip)
        self._space = space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        for name, drawing in (("view.present", "presentation"), ("file.export", "download")):
            self._add_action(actions[name], drawing)
        self._add_gap()
        self.search = SearchButton(actions["help.commands"])
        self.search.clicked.connect(find)
        self.addWidget(self.search)
        self._add_gap()
        self._grow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def _grow(self) -> None:
        """Make room for icons that grow with the text."""
        more = grown(ICON, self) - ICON
        self.setFixedHeight(HEIGHT + more)
        self.setIconSize(icon_size(ICON, self))  # its buttons take it as theirs
        for made in self._with_menus:
            made.grow(more)
        self._fit()

    def _fit(self) -> None:
        """Shorten the search, and where this is not enough the menus, so that all have room."""
        for made in self._with_menus:
            made.is_short = False
        if self._rest < self.search.least:
            for made in self._with_menus:
                made.is_short = True
        self.search.room = self._rest
        for part in (*self._with_menus, self.search):
            part.updateGeometry()

    @property
    def _rest(self) -> int:
        """The room that is left for the search, in pixels."""
        every = (self.widgetForAction(action) for action in self.actions())
        others = (each for each in every if each not in (self.search, self._space))
        return self.width() - EDGES - sum(_width(each) + BETWEEN for each in others)

    def show_board(self, title: str, *, is_saved: bool) -> None:
        """Show the name of the board; a dot after it means that it has unsaved changes."""
        width = round(BOARD_WIDTH * text_scale(self.font()))
        elided = self.board.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, width)
        self.board.setText(elided)
        tip = tr(self._BOARD_TIP)
        set_tip(self.board, tip if elided == title else f"{title}. {tip}")
        self.board.has_dot = not is_saved
        self._fit()
        self.board.update()
        words = tr("Board {title}", title=title)
        if not is_saved:
            words = tr("Board {title}, with unsaved changes", title=title)
        self.board.setAccessibleName(words)

    # Building ----------------------------------------------------------------------------------

    def _add_menu(self, name: str, text: str, drawing: str, tip: str) -> MenuButton:
        made = MenuButton(bool(text) or name == "board")
        named(made, f"toolbar.{name}", text or tip, tip)
        made.setText(text)
        made.setMenu(self._menus[name])
        made.menu().aboutToHide.connect(made.find_mouse)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        if drawing:
            made.setIcon(icon(drawing))
        style = Qt.ToolButtonStyle
        made.setToolButtonStyle(
            style.ToolButtonIconOnly if name == "menu" else style.ToolButtonTextBesideIcon
        )
        self._with_menus.append(made)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addWidget(made)
        return made

    def _add_action(self, action: QAction, drawing: str) -> None:
        action.setIcon(icon(drawing, chosen="text_2"))
        made = IconButton(BUTTON, BUTTON, ICON)
        made.setDefaultAction(action)
        title = action.text().replace("&", "").removesuffix(" …")
        made.setObjectName(f"toolbar.{action.objectName()}")
        made.setProperty("kind", "icon")
        made.setAccessibleName(title)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addWidget(made)

    def _add_divider(self) -> None:
        line = QFrame()
        line.setProperty("role", "divider")
        line.setFixedSize(1, 20)
        box = QWidget()
        box.setFixedSize(13, BUTTON)
        line.setParent(box)
        line.move(6, (BUTTON - 20) // 2)
        self.addWidget(box)

    def _add_gap(self) -> None:
        """Add the rest of 8 pixels between parts of the toolbar that are not neighbours."""
        gap = QWidget()
        gap.setFixedWidth(4)
        self.addWidget(gap)


class MenuButton(NeverSmaller, QToolButton):
    """A button that opens a menu, with an arrow after its text; without a text an icon alone."""

    def __init__(self, has_arrow: bool) -> None:
        super().__init__()
        self._has_arrow = has_arrow
        self.has_dot = self.is_short = False
        self._icon, self._arrow, self._dot = ICON, ARROW, DOT
        """The sides of what is drawn, in pixels."""

    def grow(self, more: int) -> None:
        """Draw icons so many pixels larger than at a text size of 100 %."""
        self._icon = ICON + more
        self._arrow, self._dot = (round(side * self._icon / ICON) for side in (ARROW, DOT))
        self.setIconSize(QSize(self._icon, self._icon))
        self.setFixedHeight(BUTTON + more)
        if not self._has_arrow:
            self.setFixedWidth(MENU_WIDTH + more)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self._words)
        icon_room = 0 if self.icon().isNull() else self._icon + 8
        arrow = self._arrow + BEFORE_ARROW if self._has_arrow else 0
        arrow += self._dot + 8 if self.has_dot else 0
        return QSize(round(words + icon_room + arrow + 2 * PADDING), self.maximumHeight())

    def find_mouse(self) -> None:
        """Look where the mouse is: while a menu was open, Qt has not said that it left."""
        is_here = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_here)
        self.update()

    @property
    def _words(self) -> str:
        """The text; nothing where there is little room and an icon says it."""
        return "" if self.is_short and not self.icon().isNull() else self.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._has_arrow:
            super().paintEvent(event)
            return
        theme = current_theme()
        painter = smooth_painter(self)
        is_chip = self.property("kind") == "chip"
        if is_chip or self.underMouse() or self.isDown():
            lit = is_chip and (self.underMouse() or self.isDown())
            fill_with(painter, theme.line if lit else theme.raised)
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        ratio, left = self.devicePixelRatioF(), PADDING + 2 * is_chip
        if not self.icon().isNull():
            side = self._icon
            self.icon().paint(painter, left, (self.height() - side) // 2, side, side)
            left += side + 8
        write_in(painter, self.font(), theme.text)
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), MIDDLE_LEFT, self._words)
        left += painter.fontMetrics().horizontalAdvance(self._words) + BEFORE_ARROW - is_chip
        if self.has_dot:
            fill_with(painter, theme.text_2)
            side = self._dot
            painter.drawEllipse(QRectF(left, (self.height() - side) / 2, side, side))
            left += side + 8
        arrow = icon_pixmap("chevron-down", self._arrow, theme.text_3, ratio)
        painter.drawPixmap(left, (self.height() - self._arrow) // 2, arrow)
        if self.hasFocus():
            outline = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            draw_outline(painter, outline, theme.accent, 6)


class SearchButton(NeverSmaller, QToolButton):
    """Looks like a field with the keys of the search; a click opens the search below it."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action = action
        self.room = SEARCH_WIDTH
        """The most pixels that it may take."""
        action.changed.connect(self.update)
        named(self, "toolbar.search")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)

    @property
    def least(self) -> int:
        """The width of the icon alone, in pixels."""
        return 20 + grown(ICON, self)

    def sizeHint(self) -> QSize:
        wide = self.window().width() >= 1500
        width = grown(SEARCH_WIDTH if wide else SEARCH_NARROW, self)
        return QSize(max(self.least, min(width, self.room)), BUTTON - ICON + grown(ICON, self))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = current_theme(), text_scale(self.font())
        painter = smooth_painter(self)
        painter.setPen(QColor(theme.line))
        painter.setBrush(QColor(theme.canvas))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, 6, 6)
        side = grown(16, self)
        glass = icon_pixmap("search", side, theme.text_3, self.devicePixelRatioF())
        painter.drawPixmap(10, (self.height() - side) // 2, glass)
        self._paint_words(painter, QRectF(self.rect()).adjusted(18 + side, 0, -6, 0), scale)
        if self.hasFocus():
            outline = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            draw_outline(painter, outline, theme.accent, 6)

    def _paint_words(self, painter: QPainter, room: QRectF, scale: float) -> None:
        """Paint what it searches at the left and its keys at the right, as far as they fit."""
        theme = current_theme()
        painter.setFont(font(12 * scale))
        keys = key_plates(self._action.shortcut())
        width = painter.fontMetrics().horizontalAdvance(keys) + 10
        plate = QRectF(room.right() - width, self.height() / 2 - 9 * scale, width, 18 * scale)
        if keys and plate.left() >= room.left():
            fill_with(painter, theme.raised)
            painter.drawRoundedRect(plate, 4, 4)
            painter.setPen(QColor(theme.text_2))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, keys)
            room.setRight(plate.left() - BETWEEN)
        write_in(painter, font(13 * scale), theme.text_3)
        has_room = self.width() >= grown(SEARCH_WIDTH, self)
        for text in (tr("Search commands"), tr("Commands"))[not has_room :]:
            if painter.fontMetrics().horizontalAdvance(text) <= room.width():
                painter.drawText(room, MIDDLE_LEFT, text)
                break


def _width(widget: QWidget) -> int:
    """Return how wide a widget of the toolbar is made."""
    most = widget.maximumSize()
    return widget.sizeHint().boundedTo(most).expandedTo(widget.minimumSize()).width()
