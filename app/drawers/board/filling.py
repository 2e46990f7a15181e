"""The foot of the Board drawer: given queens, and the button that fills the board."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtWidgets import QPushButton, QWidget

from nqviz.constructions import FAMILIES, Construction, cut_state
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.language import counted_tr, tr, tr_later, tr_piece
from nqviz.core.pieces import counted
from nqviz.run.context import RunContext

from ...document.board_tab import check_size, window_state
from ...document.document import Document
from ...jobs import JobRunner
from ...views.panel_job import PanelJob
from ...widgets.control_texts import title_of
from ...widgets.fields import label, link
from ...widgets.layouts import STRETCH, horizontal, vertical
from ...widgets.library_texts import of_family
from ...widgets.numbers import with_spaces
from ...widgets.widgets import button, sentence, set_objection, show_note
from .families import fill_text, look_of
from .fill_list import FillList

_ON = tr_later("{construction} on the {board}")


class Filling(QWidget):
    """Builds what is chosen in a list and loads it, in one step that can be undone."""

    def __init__(self, document: Document, runner: JobRunner, chosen: FillList) -> None:
        super().__init__()
        self._document, self._chosen = document, chosen
        self._state = label("", "sentence", "constructions.state")
        self._lock = link("board.lock", on_click=document.lock_all)
        self._unlock = link("board.unlock", on_click=document.unlock_all)
        self._clear = link("board.clear", on_click=document.clear)
        self._load = button("constructions.load", primary=True)
        # The buttons that do the same as an action.
        self.buttons: dict[str, QPushButton] = {
            "edit.lock": self._lock,
            "edit.unlock": self._unlock,
            "edit.clear": self._clear,
        }
        self._lay_out()
        self.job = PanelJob(self, runner, self._report, document)
        self.job.add_start(self._load, self.load, self._objection, toggles=True)
        self.job.changed.connect(self._show_text)
        self._report("")

    def _lay_out(self) -> None:
        links = horizontal(None, self._lock, self._unlock, self._clear, STRETCH, spacing=16)
        vertical(self, self._state, links, self._load, spacing=8)

    # What the buttons say ----------------------------------------------------------------------

    def _report(self, text: str) -> None:
        show_note(self._state, with_spaces(text))

    def invalidate(self) -> None:
        """Remove what was said of a board or of parameters before."""
        if not self.job.is_running:
            self._report("")
        self.refresh()

    def refresh(self) -> None:
        """Show what the button fills the board with."""
        self.job.update_buttons()
        self._show_text()

    def show_givens(self) -> None:
        """Enable the links about given queens as things stand."""
        document = self._document
        piece, queens, given = document.board.piece, document.counts.queens, len(document.givens)
        self._lock.setText(title_of("board.lock", piece))
        self._lock.setAccessibleName(self._lock.text())
        free = "" if queens > given else tr_piece("There is no queen that is not given", piece)
        set_objection(self._lock, free, piece=piece)
        none = "" if given else tr_piece("No queen is given", piece)
        set_objection(self._unlock, none, piece=piece)
        set_objection(self._clear, free, piece=piece)

    def _objection(self) -> str:
        return "" if self._chosen.family else tr("Nothing is known that fills this board")

    def _show_text(self) -> None:
        if self.job.is_running:
            return
        chosen, document = self._chosen, self._document
        text = tr("Show the cut") if chosen.shows_cut else tr("Fill the board")
        if chosen.family is not None and not chosen.shows_cut:
            with suppress(InputError):  # what is typed is read again, and reported, at a click
                queens = document.counts.queens if chosen.starts_from_queens else None
                text = fill_text(chosen.family, document.board, chosen.parameters(), queens)
        self._load.setText(text)
        self._load.setAccessibleName(text)

    # Building ----------------------------------------------------------------------------------

    def load(self) -> None:
        """Build the placement in the background and load it, in one step that can be undone."""
        family = self._chosen.family
        if self.job.is_running or family is None:
            return
        board = self._document.board
        try:
            parameters = self._chosen.parameters()
        except InputError as error:
            self._report(sentence(f"{error}."))
            return
        show_cut = self._chosen.shows_cut
        origin = self._document.placement() if self._chosen.starts_from_queens else None

        def work(run: RunContext) -> tuple[BoardState, Construction]:
            if origin is not None:
                built = family.construct_from(origin, parameters)
            else:
                built = family.construct(board, parameters, run)
            if show_cut and built.cut is not None:
                state = cut_state(built)
                check_size(state.board)
                return state, built
            return window_state(built.placement), built

        self.job.start(
            tr(_ON, construction=tr(look_of(family).title), board=board),
            work,
            lambda result: self._show_built(*result),
            text=tr("Building …"),
            in_tab=True,
        )

    def _show_built(self, state: BoardState, built: Construction) -> None:
        title = look_of(FAMILIES[built.family]).title
        self._document.load(state, _ON.format(construction=title, board=built.placement.board))
        if built.family == "regular":
            self._report("")
            return
        count, note = (len(built.placement), built.placement.board.piece), of_family(built.note)
        is_said = built.note.startswith(counted(*count))
        self._report(note if is_said else f"{counted_tr(*count)}. {note}")
