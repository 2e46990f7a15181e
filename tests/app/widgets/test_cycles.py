"""Reference cycles go in the thread of the window, whichever thread allocates."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QUndoStack

from nqviz_app.widgets.cycles import MANY, CycleCollector


@pytest.fixture
def parent(qapp):
    was_enabled = gc.isenabled()
    parent = QObject()
    CycleCollector(parent)
    yield parent
    parent.deleteLater()
    QCoreApplication.processEvents()
    (gc.enable if was_enabled else gc.disable)()


class Holder:
    """Keeps a stack of Qt in a cycle."""

    def __init__(self):
        self.stack, self.me = QUndoStack(), self


def allocate():
    keep = [[] for _ in range(100_000)]
    assert len(keep) == 100_000


def test_what_belongs_to_qt_goes_in_the_thread_of_the_window(parent):
    gone = []
    holder = Holder()
    weakref.finalize(holder, lambda: gone.append(threading.get_ident()))
    del holder
    worker = threading.Thread(target=allocate)
    worker.start()
    worker.join()
    assert gone == []
    kept = [[] for _ in range(10_000)]
    QCoreApplication.processEvents()
    assert len(kept) == 10_000
    assert gone == [threading.get_ident()]


def test_many_new_objects_are_looked_at_once(parent, monkeypatch):
    gc.collect()
    calls, collect = [], gc.collect
    monkeypatch.setattr(gc, "collect", lambda *which: calls.extend(which) or collect(*which))
    few = [[] for _ in range(2_000)]
    QCoreApplication.processEvents()
    assert calls == [0]
    many = [[] for _ in range(2 * MANY)]
    QCoreApplication.processEvents()
    assert calls == [0, 1]
    assert len(few) + len(many) == 2_000 + 2 * MANY


def test_nothing_is_collected_before_enough_is_allocated(parent, monkeypatch):
    gc.collect()
    calls = []
    monkeypatch.setattr(gc, "collect", lambda *generation: calls.append(generation))
    QCoreApplication.processEvents()
    assert calls == []
