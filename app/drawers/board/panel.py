"""The Board drawer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from nqviz.core.language import tr, tr_later

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.fields import GAP, Disclosure
from ...widgets.layouts import vertical
from ...widgets.rows import IconRow
from ...widgets.wrapped_tips import set_tip
from ..drawer import Drawer
from .examples import EXAMPLES, Example
from .fill_list import FillList
from .filling import Filling
from .form import BoardForm

OUT = 8
"""Pixels by which rows of a list are wider than the fields, at each side."""


class BoardPanel(Drawer):
    """The board, and what it can be filled with.

    `open_tab`: opens a tab; without it there are no examples.
    """

    name, title = "board", tr_later("Board")

    solve_wanted = Signal()  # an example was opened whose next step is to solve it

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        open_tab: Callable[[BoardTab], object] | None = None,
    ) -> None:
        super().__init__()
        self._document = document
        self._form = BoardForm(document)
        self._list = FillList(document)
        self._filling = Filling(document, runner, self._list)
        self.body.addWidget(self._form)
        self.add_divider(GAP)
        self.add_wide(self._list, OUT)
        if open_tab is not None:
            examples = self._examples(open_tab)
            self._list.add_below(examples)
            self.follow(examples)
        self.follow(self._list.elsewhere)
        self.foot.addWidget(self._filling)
        self._list.changed.connect(self._filling.invalidate)
        self._list.board_wanted.connect(self._form.go_to)
        job = self._filling.job
        job.changed.connect(lambda: self.running_changed.emit(job.is_running))
        document.board_changed.connect(self._filling.invalidate)
        document.board_changed.connect(self._refresh)
        document.queens_changed.connect(self._refresh)
        self._list.refresh()
        self._refresh()

    @property
    def buttons(self) -> dict[str, QPushButton]:
        """The buttons that do the same as an action, by its name."""
        return self._filling.buttons

    def _examples(self, open_tab: Callable[[BoardTab], object]) -> Disclosure:
        inside = QWidget()
        column = vertical(inside, spacing=0)
        for example in EXAMPLES:
            name, texts = f"board.example.{example.name}", map(tr, (example.title, example.caption))
            row = IconRow(name, example.icon, *texts)
            set_tip(row, tr("Open this board in a tab"))
            row.clicked.connect(partial(self._open, example, open_tab))
            column.addWidget(row)
        return Disclosure("board.examples", inside)

    def _open(self, example: Example, open_tab: Callable[[BoardTab], object]) -> None:
        open_tab(example.make())
        if example.wants_solve:
            self.solve_wanted.emit()
        self._document.report(tr(example.step))

    # Refreshing while it is in sight -----------------------------------------------------------

    def _refresh(self) -> None:
        self._filling.show_givens()
        if self.isVisible():
            self._list.refresh()
            self._filling.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._list.stop()
        super().hideEvent(event)
