"""The look of the window: font, palette and style sheet, all made from a theme's tokens."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache, lru_cache
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QFontMetricsF,
    QGuiApplication,
    QPalette,
)
from PySide6.QtWidgets import QApplication, QWidget

from nqviz.core.shipped import shipped_text
from nqviz.view.palette import DARK, LIGHT, Theme, contrast, mix, rgb

if TYPE_CHECKING:
    AnyWidget: TypeAlias = QWidget
else:
    AnyWidget = object  # a class of Qt has one base of Qt

SYSTEM = "system"
STYLE = "fusion"
FAMILY = "Inter"
USUAL_PIXELS = 13.0
"""The height of text at a size of 100 %; what is painted is made for it."""
_FONTS = ("Inter-Regular.ttf", "Inter-Medium.ttf", "Inter-SemiBold.ttf")


def text_scale(font: QFont) -> float:
    """Return how large text is, beside the usual size; what is painted grows with it."""
    return QFontInfo(font).pixelSize() / USUAL_PIXELS


class GrowsWithText(AnyWidget):
    """A widget whose parts have sizes that depend on the size of its text."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._grow()

    @abstractmethod
    def _grow(self) -> None:
        """Set the sizes for the text as it is now."""


def theme_named(name: str) -> Theme:
    """Return a theme by its name: light, dark, or what the system asks for."""
    if name == SYSTEM:
        light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
        return LIGHT if light else DARK
    return {"light": LIGHT, "dark": DARK}[name]


def current_theme() -> Theme:
    dark = QGuiApplication.palette().window().color().lightnessF() < 0.5
    return DARK if dark else LIGHT


def theme_of(widget: QWidget) -> Theme:
    """Return the theme whose colours a widget has."""
    return DARK if widget.palette().window().color().lightnessF() < 0.5 else LIGHT


def use_style(application: QApplication) -> None:
    """Draw controls and text alike on all systems; before there are any it costs nothing."""
    if application.style().objectName() != STYLE:
        application.setStyle(STYLE)
    load_fonts()
    if application.font().family() != FAMILY:
        application.setFont(font())


def load_fonts() -> None:
    """Load the font that ships with nqviz; without it Qt's own font is used."""
    if FAMILY in QFontDatabase.families():
        return
    _measured.cache_clear()
    folder = resources.files("nqviz_resources.fonts")
    for name in _FONTS:
        QFontDatabase.addApplicationFontFromData(folder.joinpath(name).read_bytes())


def font(pixels: float = USUAL_PIXELS, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the font of the window in a size in pixels, with figures of equal width.

    Contextual alternates are off: with them the font writes "2 x1" with a sign of multiplication.
    """
    return QFont(_made(max(1, round(pixels)), weight))  # callers change theirs


def metrics(pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFontMetricsF:
    """Return the metrics of `font`, which take longer to make than to use."""
    return _measured(max(1, round(pixels)), weight)


@lru_cache(maxsize=64)
def _measured(pixels: int, weight: QFont.Weight) -> QFontMetricsF:
    return QFontMetricsF(_made(pixels, weight))


@lru_cache(maxsize=64)
def _made(pixels: int, weight: QFont.Weight) -> QFont:
    made = QFont(FAMILY)
    made.setPixelSize(pixels)
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    made.setFeature(QFont.Tag("calt"), 0)
    return made


def apply_theme(application: QApplication, theme: Theme, text_size: int = 100) -> str:
    """Set the palette of the application to that of a theme, and the size of its text in percent.

    Returns the style sheet that goes with them, for `Dressing`.
    """
    use_style(application)
    application.setPalette(_palette(theme))
    asked = font(USUAL_PIXELS * text_size / 100)
    if application.font() != asked:
        application.setFont(asked)
    return style_sheet(theme, FAMILY, text_size / 100)


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, theme.panel),
        (role.Base, theme.panel),
        (role.AlternateBase, theme.raised),
        (role.Button, theme.raised),
        (role.Light, theme.control),
        (role.Midlight, theme.line),
        (role.Mid, theme.control),
        (role.Dark, theme.control),
        (role.Shadow, theme.line),
        (role.ToolTipBase, theme.panel),
        (role.WindowText, theme.text),
        (role.Text, theme.text),
        (role.ButtonText, theme.text),
        (role.ToolTipText, theme.text),
        (role.PlaceholderText, theme.text_3),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent),
        (role.Link, theme.accent),
    ):
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.control))
    return palette


def style_sheet(theme: Theme, family: str, scale: float = 1.0) -> str:
    """Return the style sheet of a theme, with text and controls `scale` times their usual size.

    It names the font for every widget: where there is a style sheet, Qt does not pass a new font
    of the application on to widgets that exist.
    """
    veil = 0.16 if theme.name == "dark" else 0.10
    sizes = {f"px{size}": round(size * scale) for size in range(6, 37)}
    return _template().substitute(
        vars(theme),
        **sizes,
        family=family,
        accent_hover=mix(theme.accent, theme.text, 0.12),
        accent_veil="rgba({}, {}, {}, {})".format(*rgb(theme.accent), veil),
        segment=max(
            (theme.raised, theme.panel),
            key=lambda colour: contrast(rgb(colour), rgb(theme.canvas)),  # it has to stand out
        ),
    )


@cache
def _template() -> Template:
    return Template(shipped_text("window", "style.qss"))
