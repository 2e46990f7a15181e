"""Drawers that are asked for soon after the start: what they need is loaded and made before."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from ..widgets.timing import single_shot
from .drawer_stack import DrawerStack
from .pages import LATER

if TYPE_CHECKING:
    from .main_window import MainWindow

MODULES = {name: f"drawers.{name}.panel" for name in DrawerStack.names} | {
    name: f"views.{name}.page" for name in LATER
}
"""What each drawer and each page needs, by its name, within the package of the window."""
NEEDED = {"lessons": ("solve", "lessons")}
"""The drawers that one needs, where that is more than itself."""
NEXT_LOOK = 20
"""Milliseconds until it is looked again whether something is loaded."""


class Readiness:
    """Calls for drawers when these are ready, one after the other.

    A thread loads the modules, and each drawer is made and styled in turns of the event loop of
    their own, so that the window answers meanwhile. Where no thread was begun all is called at
    once.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._missing = set[str]()
        self._waiting: list[tuple[str, Callable[[], object]]] = []
        self._timer = single_shot(window, self._go_on)
        self._in_turns = False

    def begin(self) -> None:
        """Note that a thread will call `load` now."""
        self._missing, self._in_turns = set(MODULES), True

    def load(self) -> None:
        """Load what all drawers and pages need; none of them does so before it is made."""
        try:
            for name, module in MODULES.items():
                import_module(f"nqviz_app.{module}")
                if name == "lessons":
                    from nqviz.lessons import lessons

                    lessons()  # are kept
                self._missing.discard(name)
        finally:
            self._missing.clear()  # what could not be loaded says so when it is made

    def make(self, name: str) -> None:
        """Make the drawer or the page of a name now, unless it is there."""
        self._window.panels.make(name)

    def when_ready(self, name: str, call: Callable[[], object]) -> None:
        """Call once the drawer of a name is ready, after all that was asked for before."""
        self._waiting.append((name, call))
        if not self._timer.isActive():
            self._go_on()

    def _go_on(self) -> None:
        while self._waiting:
            name, call = self._waiting[0]
            needed = NEEDED.get(name, (name,))
            if not self._missing.isdisjoint(needed):
                self._timer.start(NEXT_LOOK)
                return
            if self._in_turns and any(map(self._window.drawers.ready_next, needed)):
                self._timer.start(0)
                return
            del self._waiting[0]
            call()
