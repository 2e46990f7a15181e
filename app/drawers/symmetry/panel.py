"""The Symmetry drawer: what keeps a placement, its images as a gallery, and equivalence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from nqviz.core.board import Board
from nqviz.core.language import tr, tr_later, tr_piece
from nqviz.core.symmetry import (
    MAX_ORDER,
    Images,
    Stabiliser,
    Symmetry,
    group_name,
    placement_classes,
    symmetry_count,
    symmetry_name,
)

from ...document.board_tab import BoardTab
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...views.small_pictures import sides_of
from ...widgets.fields import Switch, beside, divider, label, link
from ...widgets.labels import Paragraph
from ...widgets.layouts import fill, vertical
from ...widgets.motion import DRAWER, duration
from ...widgets.timing import single_shot
from ...widgets.values import offer
from ...widgets.widgets import button, combo, named, sentence, show_note
from ..drawer import PADDING, Drawer
from .equivalence import Equivalence
from .gallery import OUTSIDE, Gallery, chosen_images, image_choices

Apply: TypeAlias = Callable[[str, Symmetry], None]

AT_ONCE = 400_000
"""The most images of queens that are looked at at every change of the board; more of them are
looked at once it rests."""
SLIDING_MS = 40
"""The delay after which a drawer that slides into sight reads a placement, in milliseconds: the
first picture of the slide takes longest."""
REST_MS = 250
MOST = 10_000_000
"""The most that are looked at without being asked to."""
STABILISER_AT_ONCE = 20_000
"""The most symmetries times queens for which translations are tried without a job."""
LABELLED_AT_ONCE = 10_000
"""The most coordinates of queens labelled without a job, where symmetries are not listed."""

HINT = tr_later("Hover an image to see it here")
"""What is said beside the number of queens while no image is previewed."""

KEPT_BY_NONE = tr_later("No symmetry {of_board} but the identity keeps this placement.")
KEPT_BY_SOME = tr_later("{kept} of {group} symmetries keep this placement: {name}.")
KEPT_BY_ALL = tr_later("Every symmetry {of_board} keeps this placement.")

_FILL = {
    "torus": tr_later("No queens yet. Click a cell, or fill the torus."),
    "square": tr_later("No queens yet. Click a cell, or fill the square."),
    "cube": tr_later("No queens yet. Click a cell, or fill the cube."),
    "board": tr_later("No queens yet. Click a cell, or fill the board."),
}
_OF = {
    "torus": tr_later("of the torus"),
    "square": tr_later("of the square"),
    "cube": tr_later("of the cube"),
    "board": tr_later("of the board"),
}
_CLASSES = {
    "symmetric": tr_later("symmetric"),
    "doubly-symmetric": tr_later("doubly symmetric"),
    "doubly-periodic": tr_later("doubly periodic"),
}


class SymmetryPanel(Drawer):
    """The images of the placement under the symmetries of the board.

    The gallery stays as it is while the board shows one of its images: only the frame moves.

    `tabs`: returns the boards that are open.
    `apply`: maps the whole placement by a symmetry, as one step with a name.
    """

    name, title = "symmetry", tr_later("Symmetry")
    fill_wanted = Signal()  # the board is empty and has to be filled

    def __init__(
        self,
        document: Document,
        runner: JobRunner,
        tabs: Callable[[], Sequence[BoardTab]],
        apply: Apply,
    ) -> None:
        super().__init__()
        self._document, self._apply_map = document, apply
        self._group: Images | None = None
        self._images: Images | None = None
        self._is_stale = True
        self._make_controls()
        self.equivalence = Equivalence(document, runner, tabs)
        self.equivalence.applied.connect(self._apply_symmetry)
        self._lay_out()
        self._job = PanelJob(self, runner, lambda text: show_note(self._keeps, text))
        self._job.add_start(self._find, self.find_stabiliser)
        self._soon = single_shot(self, self._refresh)
        for change in (document.board_changed, document.queens_changed):
            change.connect(self._on_change)

    def _make_controls(self) -> None:
        self._count = named(label("", "lead", wraps=True), "symmetry.count")
        self._keeps = Paragraph("symmetry.stabiliser")
        self._find = link("symmetry.find")
        self._fill = button("symmetry.fill", on_click=self.fill_wanted)
        self._which = combo("symmetry.images", [])
        self._from = combo("symmetry.side", [])
        for box in (self._which, self._from):
            box.setMinimumContentsLength(6)
        self._which.currentIndexChanged.connect(self._on_which)
        self._from.currentIndexChanged.connect(self._choose_images)
        self._fields = beside(self._which, self._from)
        self._translations = named(Switch(tr("Count translations")), "symmetry.translations")
        self._translations.setChecked(True)
        self._translations.toggled.connect(self._on_translations)
        self.gallery = Gallery()
        self.gallery.previewed.connect(self._preview)
        self.gallery.applied.connect(self._apply)
        self.gallery.moved.connect(lambda place: self.reveal(self.gallery, place))

    def _lay_out(self) -> None:
        above = QWidget()
        column = vertical(above, margins=(OUTSIDE, 0, OUTSIDE, 0), spacing=4)
        fill(column, self._count, self._keeps, self._find, 3)
        fill(column, self._fill, self._translations, self._fields)
        edge = PADDING - OUTSIDE
        self.body.setContentsMargins(edge, 0, edge, OUTSIDE)
        fill(self.body, above, self.gallery)
        self.foot.setContentsMargins(0, 0, 0, PADDING)
        self.foot.setSpacing(PADDING)
        fill(self.foot, divider(), self.equivalence)

    # Following the document ------------------------------------------------------------------

    def _on_change(self) -> None:
        self._job.drop()
        self.equivalence.clear()
        self._is_stale = True
        if self.isVisible() and self._takes_no_time:
            self._refresh()
        elif self.isVisible():
            self._soon.start(REST_MS)

    @property
    def _takes_no_time(self) -> bool:
        return symmetry_count(self._document.board) * self._document.counts.queens <= AT_ONCE

    def prepare(self) -> Iterator[None]:
        """Read the placement, where that takes no time, and draw its first images."""
        if self._is_stale and self._takes_no_time:
            self._refresh()
            yield
        yield from self.gallery.prepare()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale and duration(DRAWER):
            self._soon.start(SLIDING_MS)
        elif self._is_stale:
            self._refresh()
        self._preview(-1)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.gallery.end_preview()
        self._document.set_preview(None)

    @property
    def _with_translations(self) -> bool:
        return bool(self._document.board.shift_axes) and self._translations.isChecked()

    def _on_translations(self) -> None:
        self.equivalence.clear()
        self._refresh()

    def _refresh(self) -> None:
        """Read the placement of the document."""
        self._is_stale = False
        self._soon.stop()
        self.equivalence.with_translations = self._with_translations
        present = self._find_present()
        if present is None:
            self._read_images()
            present = 0
        self.gallery.show_present(present)
        self._describe()
        self._preview(-1)

    def _find_present(self) -> int | None:
        """Return where the placement is among the images that are shown, None if it is not."""
        images, placement = self._images, self._document.placement()
        if images is None or images.placement.board != placement.board:
            return None
        if len(images.placement) != len(placement):
            return None
        if 0 <= self.gallery.present < len(images):
            shown = images.queens(self.gallery.present)
            if set(shown.tolist()) == set(placement.indices.tolist()):
                return self.gallery.present
        return images.find(placement.indices)

    def _read_images(self) -> None:
        placement = self._document.placement()
        board = placement.board
        group = symmetry_count(board)
        can = len(placement) > 0 and group <= MAX_ORDER and group * len(placement) <= MOST
        self._group = self._images = Images(placement) if can else None
        if self._group is not None:
            self._list_choices(self._group)
            self._choose_images()

    # Words -----------------------------------------------------------------------------------

    def _describe(self) -> None:
        board, queens, group = self._document.board, self._document.counts.queens, self._group
        self._fill.setVisible(not queens)
        self._fields.setVisible(group is not None)
        self._translations.setVisible(bool(board.shift_axes) and queens > 0)
        self.gallery.setVisible(group is not None)
        self._find.hide()
        if not queens:
            self._count.setText(tr("No images yet"))
            self._keeps.show_text(tr_piece(_FILL[_noun(board)], board.piece))
        elif self._with_translations:
            work = symmetry_count(board) * queens * queens
            self._find_out(can=work <= STABILISER_AT_ONCE)
        elif group is not None:
            name, classes = group_name(group.kept), _class_words(group)
            self._show_order(len(group), len(group.kept), name, classes)
        else:
            is_labelled = symmetry_count(board) > MAX_ORDER
            self._find_out(can=is_labelled and queens * board.d <= LABELLED_AT_ONCE)

    def _find_out(self, can: bool) -> None:
        """Find the stabiliser at once if that can be done, else offer to."""
        board = self._document.board
        if can:
            placement = self._document.placement()
            self._show_stabiliser(Stabiliser.of(placement, self._with_translations))
            return
        count = symmetry_count(board, self._with_translations)
        self._count.setText(tr("{count} symmetries", count=f"{count:,}"))
        self._find.show()
        self._keeps.show_text(tr("Which of them keep the placement takes a while to find out."))

    def _show_stabiliser(self, found: Stabiliser) -> None:
        self._find.hide()
        count = symmetry_count(found.board, found.with_translations)
        self._show_order(count, found.order, found.name)

    def _show_order(self, group: int, kept: int, name: str, classes: str = "") -> None:
        different = tr("{different} different images", different=f"{group // kept:,}")
        self._count.setText(tr("1 image") if kept == group else different)
        values = {"of_board": tr(_OF[_noun(self._document.board)]), "name": symmetry_name(name)}
        words = KEPT_BY_SOME
        if kept in (1, group):
            words = KEPT_BY_NONE if kept == 1 else KEPT_BY_ALL
        counts = {"kept": f"{kept:,}", "group": f"{group:,}"}
        show_note(self._keeps, tr(words, **values, **counts) + classes)

    def find_stabiliser(self) -> None:
        """Find the stabiliser in a job."""
        placement, moves = self._document.placement(), self._with_translations
        self._job.start(
            tr("Stabiliser"), lambda _run: Stabiliser.of(placement, moves), self._show_stabiliser
        )

    # The gallery -----------------------------------------------------------------------------

    def _list_choices(self, group: Images) -> None:
        """List which images there are, and from where they can be seen."""
        offer(self._which, image_choices(group))
        sides = [(tr(side.name), side) for side in sides_of(group.placement.board)]
        offer(self._from, sides)
        self._from.setVisible(len(sides) > 1)

    def _choose_images(self) -> None:
        """Show the images that are chosen."""
        group = self._group
        if group is not None:
            self._images, shown = chosen_images(group, self._which.currentData())
            self.gallery.show_images(self._images, shown, self._from.currentData())

    def _on_which(self) -> None:
        self._read_images()
        self.gallery.show_present(0)

    def _preview(self, place: int) -> None:
        document, images = self._document, self._images
        if images is None or document.cut is not None or not self.isVisible():
            document.set_preview(None)
        elif place < 0:
            document.set_preview(None, tr(HINT))
        else:
            words = sentence(symmetry_name(images.maps[place].name))
            document.set_preview(np.sort(images.queens(place)), words)

    def _apply(self, place: int) -> None:
        images = self._images
        if images is None:
            return
        if self._document.cut is not None:
            self._document.report(tr("A cut is shown: load it without its cut first."))
            return
        present = self.gallery.present
        self.gallery.show_present(place)  # of equal images, the one that was clicked
        self._apply_symmetry(images.maps[place] * images.maps[present].inverse())

    def _apply_symmetry(self, symmetry: Symmetry) -> None:
        if not symmetry.is_identity:
            self._apply_map(sentence(symmetry.name), symmetry)


def _class_words(group: Images) -> str:
    """Return the classes of the placement as a sentence after another one.

    A single piece, or none, is in each of them, which says nothing.
    """
    if len(group.placement.indices) < 2:
        return ""
    classes = placement_classes(group.placement, group.kept)
    if "doubly-symmetric" in classes:
        classes = tuple(name for name in classes if name != "symmetric")
    if not classes:
        return ""
    first, *second = (tr(_CLASSES[name]) for name in classes)
    if second:
        return " " + tr("It is {first} and {second}.", first=first, second=second[0])
    return " " + tr("It is {first}.", first=first)


def _noun(board: Board) -> str:
    if board.torus:
        return "torus"
    if len(set(board.shape)) > 1 or board.wraps:
        return "board"
    return {2: "square", 3: "cube"}.get(board.d, "board")
