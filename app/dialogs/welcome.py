"""The welcome: what the problem is, and examples to begin with, in pictures of the real boards."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nqviz.view.palette import Theme

from ..drawers.board.examples import EXAMPLES, Example
from ..preferences import Preferences
from ..views.thumbnails import thumbnail
from ..widgets.layouts import TITLE_BAR
from ..widgets.widgets import named

PICTURE = QSize(190, 124)
LEAST = 40
"""The least height of a picture."""
RATIO = Qt.AspectRatioMode.KeepAspectRatio
SENTENCES = (
    "A queen attacks along every row, column and diagonal until the edge of the board."
    " How many queens can stand on a board so that none attacks another?"
    " Eight fit on a chessboard; in cubes and beyond, for most sizes nobody knows."
)


class Welcome(QDialog):
    """Three sentences and six cards; it asks for nothing and stays out of the way.

    Signals
    -------
    lessons_wanted()
        The lessons are asked for.
    chosen(Example, BoardTab)
        A card was clicked; the tab is new.
    """

    chosen = Signal(object, object)
    lessons_wanted = Signal()

    def __init__(self, preferences: Preferences, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setWindowTitle("Welcome")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = named(QLabel(SENTENCES), "welcome.about", "What this is about")
        words.setToolTip("")
        words.setWordWrap(True)
        cards = QGridLayout()
        cards.setSpacing(12)
        self._cards = [self._card(example, theme) for example in EXAMPLES]
        for number, card in enumerate(self._cards):
            cards.addWidget(card, number // 3, number % 3)
        again = named(
            QCheckBox("Show this at the next start"),
            "welcome.again",
            "Show this at the next start",
            "It can always be found in the Help menu",
        )
        again.setChecked(preferences.choices.welcome)
        again.toggled.connect(lambda on: preferences.change(welcome=on))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())
        named(close, "welcome.close", "Close", "Go to the board")
        buttons.rejected.connect(self.close)
        learn = buttons.addButton("&Lessons …", QDialogButtonBox.ButtonRole.ActionRole)
        named(learn, "welcome.lessons", "Lessons", "Learn step by step: how queens move, and more")
        learn.clicked.connect(self._learn)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(words)
        column.addLayout(cards)
        column.addWidget(again)
        column.addWidget(buttons)

    def _card(self, example: Example, theme: Theme) -> QToolButton:
        card = named(
            QToolButton(),
            f"welcome.{example.name}",
            example.title,
            f"{example.caption} Click to open it in a tab.",
        )
        card.setAccessibleDescription(example.caption)
        card.setText(f"{example.title}\n{_wrapped(example.caption)}")
        card.setIcon(QIcon(thumbnail(example.make(), theme, PICTURE, self.devicePixelRatioF())))
        card.setIconSize(PICTURE)
        card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        card.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Its words need all of their room; the picture is what gives way.
        growing = QSizePolicy.Policy.MinimumExpanding
        card.setSizePolicy(growing, growing)
        card.clicked.connect(lambda: self._choose(example))
        return card

    def showEvent(self, event: QShowEvent) -> None:
        """Make the pictures as small as the screen and the size of the text demand."""
        super().showEvent(event)
        if event.spontaneous():  # it comes back from a task bar
            return
        room = self.screen().availableGeometry().height() - TITLE_BAR
        over = self._show_pictures(PICTURE.height()) - room
        if over > 0:
            self._show_pictures(max(LEAST, PICTURE.height() - (over + 1) // 2))
        self.setMinimumSize(self.sizeHint())
        self.resize(self.sizeHint())

    def _show_pictures(self, height: int) -> int:
        """Show both rows of pictures in a height; give how high that makes the dialog."""
        for card in self._cards:
            card.setIconSize(PICTURE.scaled(PICTURE.width(), height, RATIO))
        self._column.activate()  # a layout within another one keeps what it asked for before
        return self.sizeHint().height()

    def _learn(self) -> None:
        self.lessons_wanted.emit()
        self.close()

    def _choose(self, example: Example) -> None:
        self.chosen.emit(example, example.make())
        self.close()


def _wrapped(text: str, width: int = 32) -> str:
    """Break a caption into lines: the text of a button does not wrap by itself."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
