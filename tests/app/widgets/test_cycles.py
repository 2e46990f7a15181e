"""Reference cycles go in the thread of the window, whichever thread allocates."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QUndoStack

from nqviz_app.widgets import cycles
from nqviz_app.widgets.cycles import MANY, CycleCollector


@pytest.fixture
def parent(qapp):
    was_enabled = gc.isenabled()
    parent = QObject()
    CycleCollector(parent)
    yield parent
    gc.unfreeze()
    parent.deleteLater()
    QCoreApplication.processEvents()
    (gc.enable if was_enabled else gc.disable)()


class Holder:
    """Keeps a stack of Qt in a cycle."""

    def __init__(self):
        self.stack, self.me = QUndoStack(), self


def allocate():
    keep = [[] for _ in range(5_000)]
    assert len(keep) == 5_000


def test_what_belongs_to_qt_goes_in_the_thread_of_the_window(parent):
    gone = []
    holder = Holder()
    weakref.finalize(holder, lambda: gone.append(threading.get_ident()))
    del holder
    worker = threading.Thread(target=allocate)
    worker.start()
    worker.join()
    assert gone == []
    kept = [[] for _ in range(2_000)]
    QCoreApplication.processEvents()
    assert len(kept) == 2_000
    assert gone == [threading.get_ident()]


def test_many_new_objects_wait_for_the_next_collection_of_everything(parent, monkeypatch):
    gc.collect()
    calls, collect = [], gc.collect
    monkeypatch.setattr(gc, "collect", lambda *which: calls.append(which) or collect(*which))
    few = [[] for _ in range(2_000)]
    QCoreApplication.processEvents()
    assert calls == [(0,)]
    holder = Holder()
    gone = weakref.ref(holder)
    del holder
    many = [[] for _ in range(2 * MANY)]
    QCoreApplication.processEvents()
    assert calls == [(0,)]
    assert gone() is not None
    monkeypatch.setattr(cycles, "FULL_SECONDS", 0.0)
    many += [[] for _ in range(2 * MANY)]
    QCoreApplication.processEvents()
    assert calls == [(0,), ()]
    assert gone() is None
    assert len(few) + len(many) == 2_000 + 4 * MANY


def test_nothing_is_collected_before_enough_is_allocated(parent, monkeypatch):
    gc.collect()
    calls = []
    monkeypatch.setattr(gc, "collect", lambda *generation: calls.append(generation))
    QCoreApplication.processEvents()
    assert calls == []
