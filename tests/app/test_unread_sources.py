"""PySide reads the source of no module that is imported after it."""

import linecache
import sys
from importlib import import_module

import pytest

from nqviz_app import unread_sources


def test_the_source_of_a_module_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    part = sys.modules[unread_sources._PART]
    monkeypatch.setattr(part, unread_sources._READER, getattr(part, unread_sources._READER))
    unread_sources.leave_sources_unread()
    assert not linecache.cache
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    part.pyside_feature_dict.pop("colorsys", None)
    module = import_module("colorsys")
    assert module.__file__ not in linecache.cache
