"""The language of the texts of the window and of Qt itself, such as those on its buttons."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from nqviz.core.language import tr, use_language


class QtTexts(QTranslator):
    """The texts of Qt in a language, where the key Return has the name that the window gives it.

    People know one key; Qt names it Return in menus and has another name for that of the numbers.
    """

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        if context == "QShortcut" and text in ("Return", "Enter"):
            return tr("Enter")
        return super().translate(context, text, disambiguation, n) or None  # None: as it is


class _Installed:
    translator: QTranslator | None = None


def use_texts(code: str) -> None:
    """Use a language from now on; where Qt has no texts in it, those of Qt are in English.

    Raises InputError if there is no catalogue for it.
    """
    use_language(code)
    application = QApplication.instance()
    assert application is not None
    if _Installed.translator is not None:
        application.removeTranslator(_Installed.translator)
    translator = _Installed.translator = QtTexts(application)
    translator.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    application.installTranslator(translator)
