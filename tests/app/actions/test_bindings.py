"""The Qt bindings must keep their references: one release lost None at every call."""

import sys

from PySide6.QtCore import QObject


def test_calls_lose_no_reference(qapp):
    each = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        each.setObjectName("x")
    assert sys.getrefcount(None) > before - 250
