"""The language of the texts of the window and of Qt itself, such as those on its buttons."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from nqviz.core.language import use_language


class _Installed:
    translator: QTranslator | None = None


def use_texts(code: str) -> None:
    """Use a language from now on; where Qt has no texts in it, those of Qt are in English.

    Raises
    ------
    InputError
        If there is no catalogue for it.
    """
    use_language(code)
    application = QApplication.instance()
    assert application is not None
    if _Installed.translator is not None:
        application.removeTranslator(_Installed.translator)
        _Installed.translator = None
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{code}", folder):
        application.installTranslator(translator)
        _Installed.translator = translator
