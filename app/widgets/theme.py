"""The look of the window: Qt's palette and style sheet made from a theme's colours."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from nqviz.view.palette import CONFLICT, DARK, LIGHT, Theme, mix

SYSTEM = "system"
STYLE = "fusion"
USUAL_PIXELS = 12.0
"""How high text usually is; painted words are made for it."""
BOX_PIXELS = 11
"""The side of a check box inside its frame."""
ALARM_SHARE = 0.25
"""How much of the text's colour alarming words take, so that they are read as easily."""
_ASKED_SIZE = "size of text that the system asks for"

_SHEET = """
QLabel[role="title"] {{ font-weight: 600; font-size: {large}pt; }}
QLabel[role="caption"] {{ color: {muted}; }}
QLabel[role="figure"] {{ font-weight: 600; font-size: {large}pt; }}
QLabel[alarm="true"] {{ color: {alarm}; }}
QFrame#counters {{ border-bottom: 1px solid {lattice}; background: {surface}; }}
QPushButton[primary="true"] {{
    background: {button}; color: {muted}; border: 1px solid {edge};
    border-radius: 4px; padding: 5px 14px; font-weight: 600;
}}
QPushButton[primary="true"]:enabled {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton[primary="true"]:enabled:hover {{ border-color: {foreground}; }}
QPushButton[primary="true"]:enabled:focus {{ border: 2px solid {foreground}; }}
QToolTip {{ color: {foreground}; background: {surface}; border: 1px solid {lattice}; }}
QFrame[toast="true"] {{
    background: {background}; border: 1px solid {accent}; border-radius: 4px;
}}
QCheckBox::indicator:unchecked {{
    width: {box}px; height: {box}px; border: 1px solid {muted}; border-radius: 2px;
    background: {background};
}}
QCheckBox::indicator:unchecked:hover {{ border-color: {foreground}; }}
QCheckBox::indicator:unchecked:disabled {{ border-color: {lattice}; background: {surface}; }}
QAbstractSpinBox {{ min-height: {row}px; }}
QMainWindow > QTabBar {{ qproperty-elideMode: ElideNone; qproperty-usesScrollButtons: true; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
"""


def text_scale(font: QFont) -> float:
    """Return how large text is, beside the usual size; what is painted grows with it."""
    return QFontInfo(font).pixelSize() / USUAL_PIXELS


def system_theme() -> Theme:
    """Return the theme that the system asks for."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if dark else LIGHT


def theme_named(name: str) -> Theme:
    """Return a theme by its name: light, dark, or what the system asks for."""
    return {"light": LIGHT, "dark": DARK}.get(name) or system_theme()


def theme_of(widget: QWidget) -> Theme:
    """Return the theme whose colours a widget has."""
    return DARK if widget.palette().window().color().lightnessF() < 0.5 else LIGHT


def use_style(application: QApplication) -> None:
    """Draw controls alike on all systems; before there are any it costs nothing."""
    if application.style().objectName() != STYLE:
        application.setStyle(STYLE)


def apply_theme(application: QApplication, theme: Theme, text_size: int = 100) -> None:
    """Dress every widget of the application in a theme, its text in a size in percent.

    What takes long is that every widget takes the style sheet on; all else comes before it and is
    left out where it is as it was.
    """
    if not application.styleSheet():  # it hides the style below it, which is ours from then on
        use_style(application)
    application.setPalette(_palette(theme))
    _scale_text(application, text_size)
    accent = QColor(theme.accent)
    on_accent = "#000000" if accent.lightnessF() > 0.55 else "#ffffff"
    application.setStyleSheet(
        _SHEET.format(
            muted=theme.muted,
            alarm=mix(CONFLICT, theme.foreground, ALARM_SHARE),
            button=button_colour(theme),
            edge=mix(theme.surface, theme.foreground, 0.3),
            lattice=theme.lattice,
            surface=theme.surface,
            accent=theme.accent,
            on_accent=on_accent,
            foreground=theme.foreground,
            background=theme.background,
            box=BOX_PIXELS,
            row=QFontMetrics(application.font()).height() + 6,
            large=round(1.12 * application.font().pointSizeF(), 1),
        )
    )


def _scale_text(application: QApplication, percent: int) -> None:
    """Set the size of all text, in percent of the size that the system asks for."""
    font = application.font()
    asked = application.property(_ASKED_SIZE)
    if asked is None:
        asked = font.pointSizeF() if font.pointSizeF() > 0 else 0.75 * font.pixelSize()
        application.setProperty(_ASKED_SIZE, asked)
    size = float(asked) * percent / 100
    if abs(font.pointSizeF() - size) > 0.01:
        font.setPointSizeF(size)
        application.setFont(font)


def button_colour(theme: Theme) -> str:
    """Return the colour of buttons and handles, with less contrast in the light theme."""
    return mix(theme.surface, theme.foreground, 0.14 if theme is DARK else 0.06)


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, theme.surface),
        (role.Base, theme.background),
        (role.AlternateBase, theme.surface),
        (role.Button, button_colour(theme)),
        (role.Light, mix(theme.surface, theme.foreground, 0.25)),
        (role.Midlight, mix(theme.surface, theme.foreground, 0.15)),
        (role.Mid, mix(theme.surface, theme.foreground, 0.3)),
        (role.Dark, mix(theme.surface, theme.foreground, 0.4)),
        (role.Shadow, mix(theme.surface, theme.foreground, 0.5)),
        (role.ToolTipBase, theme.surface),
        (role.WindowText, theme.foreground),
        (role.Text, theme.foreground),
        (role.ButtonText, theme.foreground),
        (role.ToolTipText, theme.foreground),
        (role.PlaceholderText, theme.muted),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.background),
        (role.Link, theme.accent),
    ):
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.muted))
    return palette
