"""Exporting a problem: which one, for which solver, and what may be added to it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from nqviz.core.errors import InputError
from nqviz.core.language import Texts, counted_tr, noun_tr, tr, tr_later, tr_piece
from nqviz.core.placement import Placement
from nqviz.exchange import FORMATS, PROBLEMS, ExportProblem
from nqviz.exchange.problem import Wanted

from ..widgets.fields import GAP, Switch, beside, field
from ..widgets.layouts import fill, vertical
from ..widgets.messages import Dialog
from ..widgets.whats_this import explain
from ..widgets.widgets import button, combo, named, note, sentence, spin

ROOM = 24
"""Pixels around the fields."""
TITLES: Texts = {
    "maximum": "Most queens",
    "completion": "Completion of the given queens",
    "domination": "Fewest queens that dominate",
    "colouring": "Colouring",
}
ANY, FULL, NUMBER = "any", "full", "number"
GRAPHS = ("dimacs", "metis", "graph6")
ENDINGS = {"dimacs": "col", "graph6": "g6", "metis": "graph"}
"""The endings of formats where they are not their names."""


class ProblemDialog(Dialog):
    """Chooses a problem of the board; a line says what is written, or why it cannot be."""

    export_wanted = Signal()  # the file shall be written

    def __init__(self, givens: Placement, parent: QWidget) -> None:
        super().__init__("problem", tr("Export a problem"), parent)
        self._givens = givens
        piece = givens.board.piece
        self._problem = combo(
            "problem.kind", [(tr_piece(TITLES[name], piece), name) for name in PROBLEMS]
        )
        full, number = (tr("Full placement"), FULL), (tr("A number"), NUMBER)
        targets = [(tr("As good as possible"), ANY), full, number]
        self._target = combo("problem.target", targets)
        self._number = spin("problem.number", 1, givens.board.size, givens.board.n)
        self._format = combo(
            "problem.format", [(f"{name}: {tr(about)}", name) for name, about in FORMATS.items()]
        )
        for box in (self._problem, self._target, self._format):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._breaks = self._switch(
            "symmetry", tr("Break symmetry"), tr("Allow one of several symmetric solutions")
        )
        tip = tr("Add the rows that are useful beside the lines")
        self._cuts = self._switch("cuts", tr("Add valid inequalities"), tip)
        self._cuts.setChecked(True)
        self._told = note("problem.told", role="sentence")
        self._lay_out()
        if len(givens):
            self._problem.setCurrentIndex(list(PROBLEMS).index("completion"))
        for box in (self._problem, self._target, self._format):
            box.currentIndexChanged.connect(self._show)
        self._number.valueChanged.connect(self._show)
        for switch in (self._breaks, self._cuts):
            switch.toggled.connect(self._show)
        self._show()
        explain(self, piece)

    def _switch(self, name: str, text: str, tip: str) -> Switch:
        return named(Switch(text), f"problem.{name}", text, tip)

    def _lay_out(self) -> None:
        self._number_field = field(self._number)
        self._ok = button("problem.ok", primary=True, on_click=self.export_wanted)
        column = vertical(self, margins=(ROOM, ROOM, ROOM, ROOM), spacing=GAP)
        fill(column, field(self._problem), beside(field(self._target), self._number_field))
        fill(column, field(self._format), self._cuts, self._breaks, self._told)
        column.addLayout(self.foot(self._ok))

    @property
    def file_format(self) -> str:
        return str(self._format.currentData())

    @property
    def ending(self) -> str:
        return ENDINGS.get(self.file_format, self.file_format)

    def problem(self) -> ExportProblem:
        """Return what is chosen.

        Raises InputError if the choices do not go together.
        """
        name, kind = str(self._problem.currentData()), self._target.currentData()
        target: Wanted = self._number.value() if kind == NUMBER else None
        if kind == FULL:
            target = "full"
        packs, is_graph = name in ("maximum", "completion"), self.file_format in GRAPHS
        given = self._givens if name == "completion" else Placement(self._givens.board)
        if self.file_format == "cnf" and target is None:
            raise InputError("clauses decide and do not optimise: choose a target")
        return ExportProblem(
            given,
            name,
            target,
            cuts=None if packs and self._cuts.isChecked() and not is_graph else (),
            breaks_symmetry=self._breaks.isChecked() and not is_graph,
        )

    def _show(self) -> None:
        """Offer what goes with the problem and the format, and say what is written."""
        packs = self._problem.currentData() in ("maximum", "completion")
        is_graph = self.file_format in GRAPHS
        self._number_field.setVisible(self._target.currentData() == NUMBER)
        self._cuts.setEnabled(packs and not is_graph)
        self._breaks.setEnabled(not is_graph)
        try:
            problem = self.problem()
        except InputError as error:
            self._told.setText(f"{sentence(str(error))}.")
            self._ok.setEnabled(False)
            return
        words = _words_of(problem)
        told = tr("The problem to {problem}.", problem=words)
        if is_graph:
            told = tr("The attack graph, to {problem}.", problem=words)
        self._told.setText(told)
        self._ok.setEnabled(True)


def _words_of(problem: ExportProblem) -> str:
    """Return what `ExportProblem.describe` does in the language of texts."""
    board, target = problem.board, problem.wanted
    if problem.problem == "colouring":
        if target is None:
            return tr("colour the {board} with the fewest colours", board=board)
        colours = counted_tr(target, "colour")
        return tr("colour the {board} with {colours}", board=board, colours=colours)
    if problem.problem == "domination":
        least = tr("the fewest {queens}", queens=noun_tr(f"{board.piece}s"))
        queens = least if target is None else counted_tr(target, board.piece)
        return tr("dominate the {board} with {queens}", board=board, queens=queens)
    most = tr("the most {queens}", queens=noun_tr(f"{board.piece}s"))
    queens = most if target is None else counted_tr(target, board.piece)
    words = tr("place {queens} on the {board}", queens=queens, board=board)
    count = len(problem.givens)
    if not count:
        return words
    text = tr_later("{problem} that contain {count} given {queens}")
    queens = noun_tr(board.piece if count == 1 else f"{board.piece}s")
    return tr(text, problem=words, count=f"{count:,}", queens=queens)
