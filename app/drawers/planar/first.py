"""The page of first queens: the lexicographically first placement, column by column."""

from __future__ import annotations

from functools import partial
from itertools import takewhile

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHeaderView, QSlider

from nqviz.core.board import Board
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.problems.first import (
    ENGINES,
    MAX_SIDE,
    OURS,
    Filling,
    First,
    first_certificate,
    first_placement,
    greedy_rows,
    published_first,
    recorded_first,
    refute_earlier,
)
from nqviz.problems.first.compare import (
    published_seconds,
    published_sides,
    refutation_seconds,
    source,
)
from nqviz.problems.planar import as_placement
from nqviz.proofs import Certificate
from nqviz.run.context import Progress, RunContext
from nqviz.run.outcome import Status
from nqviz.run.tasks import Execution
from nqviz.view.palette import NOT_PROVEN, PROVEN

from ...document.document import Document
from ...jobs import JobRunner
from ...widgets.fields import beside, field, link
from ...widgets.grids import Field, Grid, GridModel, GridView
from ...widgets.layouts import fill
from ...widgets.library_texts import ending
from ...widgets.theme import GrowsWithText
from ...widgets.values import show_value
from ...widgets.widgets import combo, named, set_objection, show_note, spin
from ...widgets.wrapped_tips import set_tip
from ..solve.answer import Answer
from ..solve.checkpoint import Checkpoint
from .page import PlanarPage

HERE, PUBLISHED = range(2)
NAMES = {OURS: tr_later("Ours")}
"""For methods that the paper has no name for."""


class TimesTable(GrowsWithText, GridView):
    """A row for each method; what was run here stays as long as the window is open."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "planar.first_times")
        self._model = GridModel(self)
        self.setModel(self._model)
        self._runs: dict[tuple[int, str], First] = {}
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def add(self, first: First) -> None:
        """Add the time of a run, unless it was stopped."""
        if first.status is not Status.STOPPED:
            self._runs[first.n, first.engine] = first
        self.show_side(first.n)

    def show_side(self, n: int) -> None:
        """Show the times for a side; nothing where none was run and none is published."""
        is_published = n in published_sides()
        known = [name for name in ENGINES if is_published or (n, name) in self._runs]
        engines = {name: ENGINES[name] for name in known}
        names = [
            tr(NAMES[name]) if name in NAMES else engine.column or tr(engine.title)
            for name, engine in engines.items()
        ]
        grid = Grid(names, [tr("Here"), tr("Published")][: 1 + is_published])
        published = published_seconds(n) if is_published else {}
        for row, (name, engine) in enumerate(engines.items()):
            run = self._runs.get((n, name))
            if run is not None:
                grid.fields[row, HERE] = _measured(run, tr(engine.title))
            if engine.column and is_published:
                seconds = published[engine.column]
                text = tr("no answer") if seconds is None else f"{seconds:,.1f} s"
                grid.fields[row, PUBLISHED] = Field(n, 2, text, f"{tr(engine.title)}: {source()}")
        self.setVisible(bool(engines) and self.parentWidget() is not None)
        self._model.show(grid)
        self._grow()

    def _grow(self) -> None:
        """Return a height that shows all rows."""
        header = self.verticalHeader()
        rows = header.length() or len(ENGINES) * header.defaultSectionSize()
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(head + rows + 2 * self.frameWidth())


def _measured(run: First, title: str) -> Field:
    is_proof = run.status.is_proof
    text = f"{run.seconds:,.1f} s" if is_proof else f"> {run.seconds:,.0f} s"
    words = f"{title}: {ending(run.message)}, {counted_tr(run.nodes or 0, 'node')}"
    return Field(run.n, 2, text, words, PROVEN if is_proof else NOT_PROVEN)


INTRODUCTION = tr_later(
    "Column by column, along x1, each queen stands as low as it can while a full placement remains."
)
RUNNING = tr_later("Wait for the search that is running, or stop it")
HOW = tr_later(
    "All that comes before it is refuted in integers, by the rules of the checker; saving the proof"
    " checks it once more."
)


class FirstPage(PlanarPage):
    """Searches for the first placement; the columns that are certain are shown as a suggestion."""

    name = "first"
    accepted = tr_later("Accept the first queens")
    proof_tip = tr_later(
        "Refute what comes before once more, and write the proof to a file that other software can"
        " check; on large boards this may take long"
    )

    def __init__(self, document: Document, runner: JobRunner) -> None:
        super().__init__(document, runner)
        self._certain: tuple[int, ...] = ()
        self._make_controls()
        self._lay_out()
        self._engine.currentIndexChanged.connect(self._on_engine)
        self._n.valueChanged.connect(self._on_side)
        self.job.changed.connect(self._offer_recorded)
        self._rows.valueChanged.connect(self._show_rows)
        document.board_changed.connect(self._on_board)
        self._on_engine()
        self._on_board()
        self._show_rows()

    def _make_controls(self) -> None:
        self._n = spin("planar.first_n", 1, MAX_SIDE, 8)
        engines = [(tr(engine.title), name) for name, engine in ENGINES.items()]
        self._engine = combo("planar.first_engine", engines)
        self._about = self._note("about", tr("About this method"))
        self._nodes = spin("planar.first_nodes", 0, 1_000_000, 0, lowest=tr("the root alone"))
        self._rows = named(QSlider(Qt.Orientation.Horizontal), "planar.first_rows")
        self._published = self._note("published", tr("What is published for this side"))
        self._published.hide()
        self._times = TimesTable()
        self._recorded = link("planar.first_recorded", on_click=self._prove_recorded)
        why = tr("Only the first method keeps it")
        self.checkpoint = Checkpoint("planar.first_keep", "first.search", why)

    def _lay_out(self) -> None:
        side = beside(field(self._n), field(self._seconds, tr("Time limit")))
        fill(self.column, side, field(self._engine), self._about)
        self._nodes_field = field(self._nodes)
        fill(self.column, self._nodes_field, self.checkpoint, self._recorded)
        self._rows_field = field(self._rows)
        fill(self.under, self._rows_field, self._published, self._times)

    # The search ------------------------------------------------------------------------------

    def _on_engine(self) -> None:
        engine = ENGINES[self._engine.currentData()]
        self._about.setText(tr(engine.description))
        self._n.setMaximum(engine.most)
        self._nodes_field.setVisible(engine.takes_nodes)
        self.checkpoint.offer(engine.splits)

    def _on_side(self, n: int) -> None:
        self._times.show_side(n)
        self._offer_recorded()

    def _offer_recorded(self) -> None:
        """Offer a proof where a first placement is recorded for the side, and say what it takes."""
        seconds = refutation_seconds(self._n.value())
        self._recorded.setVisible(seconds is not None)
        title = tr("Prove the recorded placement, about {seconds} s", seconds=seconds)
        self._recorded.setText(title)
        set_objection(self._recorded, tr(RUNNING) if self.is_running else self.objection())

    def begin(self) -> None:
        n, engine = self._n.value(), str(self._engine.currentData())
        split = Execution(checkpoint=self.checkpoint.path) if self.checkpoint.path else None
        nodes = self._nodes.value() if ENGINES[engine].takes_nodes else None

        def work(run: RunContext) -> First:
            board = Board.cube(n, 2)
            return first_placement(board, run, engine=engine, node_limit=nodes, split=split)

        self._clear(n)
        self.job.describe_by(self._describe)
        self._start(tr("First queens, n = {n}", n=n), work, self._on_end, self._on_progress)
        self._show_open(tr("Searching column by column."), 0)

    def _clear(self, n: int) -> None:
        """Look at an empty board of a side, without the answer before."""
        self._empty_board(n)
        self._n_asked, self._certain, self._make_proof = n, (), None
        with QSignalBlocker(self._rows):
            self._rows.setRange(0, 0)
        show_note(self._published, "")
        self._suggest(None)

    # The recorded placement ----------------------------------------------------------------

    def _prove_recorded(self) -> None:
        """Refute what comes before the recorded placement; its proof can be saved then."""
        n = self._n.value()
        columns = recorded_first(n)
        if columns is None:
            return
        self._clear(n)
        self.job.describe_by(_describe_refuting)
        title = tr("Proof of the recorded first placement, n = {n}", n=n)
        self._start(title, partial(refute_earlier, as_placement(columns)), self._on_recorded)
        self.show_answer(Answer(tr("Refuting what comes before it.")))

    def _on_recorded(self, result: tuple[First, Certificate | None]) -> None:
        found, proof = result
        self._on_end(found)
        if proof is not None:
            self._make_proof = lambda _run: proof
            show_note(self._published, " ".join([tr(HOW), *_with_published(found)]))
            self.changed.emit()

    def _on_progress(self, news: Filling) -> None:
        if len(news.certain) > len(self._certain):
            self._fill(news.certain)

    def _describe(self, news: Progress | None, seconds: float) -> str:
        return self._words_certain(len(news.tried) if isinstance(news, Filling) else 0)

    def _words_certain(self, tried: int = 0) -> str:
        """Return how many columns are certain, and which one is tried where that is another."""
        counts = {"count": len(self._certain), "all": self._n_asked}
        if tried <= len(self._certain) + 1:
            return tr("{count} of {all} columns are certain.", **counts)
        words = tr_later("{count} of {all} columns are certain, column {tried} is tried.")
        return tr(words, tried=tried, **counts)

    def _fill(self, certain: tuple[int, ...]) -> None:
        """Show certain columns; the board shows them too unless fewer are selected."""
        follows = self._rows.value() == self._rows.maximum()
        self._certain = certain
        self._show_open(self._words_certain(), len(certain))
        with QSignalBlocker(self._rows):
            self._rows.setMaximum(len(certain))
            if follows:
                self._rows.setValue(len(certain))
        self._show_rows()

    def _show_rows(self) -> None:
        shown, count = self._rows.value(), len(self._certain)
        self._rows_field.setVisible(count > 0)
        set_tip(self._rows, tr("{shown} of {count} columns are shown", shown=shown, count=count))
        if self._certain:
            board = Board.cube(self._n_asked, 2)
            self._suggest(Placement(board, list(enumerate(self._certain[:shown]))))

    def _on_end(self, first: First) -> None:
        self._fill(first.certain)
        is_proof = first.status is Status.OPTIMAL
        self._make_proof = partial(first_certificate, first) if first.status.is_proof else None
        numbers = f"[{first.n}]" if is_proof else self._share(len(first.certain))
        self._show_end(first, numbers, first.nodes)
        show_note(self._published, " ".join(_with_published(first)))
        self._times.add(first)

    # Following the document ------------------------------------------------------------------

    def _on_board(self) -> None:
        self._introduce(tr(INTRODUCTION))
        board = self._document.board
        if board.is_classical and board.n <= self._n.maximum() and not self.is_running:
            show_value(self._n, board.n)
        self._on_side(self._n.value())


def _describe_refuting(news: Progress | None, seconds: float) -> str:
    """Return how much of what comes before a placement is refuted."""
    share = 0.0 if news is None or news.fraction is None else news.fraction
    words = tr_later("{percent} % of what comes before it is refuted, {seconds} s")
    return tr(words, percent=round(100 * share), seconds=round(seconds))


_BESIDE_PUBLISHED = {
    (True, True): tr_later("It is the published placement."),
    (True, False): tr_later("It is not the published placement."),
    (False, True): tr_later("The columns that are certain are those of the published placement."),
    (False, False): tr_later(
        "The columns that are certain are not those of the published placement."
    ),
}
"""By whether all columns are certain, and whether they are those of the published placement."""


def _with_published(first: First) -> list[str]:
    """Return how what was found lies to the greedy sequence and to what is published."""
    same = _alike(first.certain, greedy_rows(len(first.certain)))
    greedy = tr("The first {same} columns are those of the greedy sequence.", same=same)
    words = [greedy] if same else []
    published = published_first(first.n)
    if published is not None and first.certain:
        whole = first.permutation is not None
        agrees = first.certain == published[: len(first.certain)]
        words.append(tr(_BESIDE_PUBLISHED[whole, agrees]))
    return words


def _alike(rows: tuple[int, ...], others: tuple[int, ...]) -> int:
    """Count the rows in which two sequences begin alike."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(rows, others, strict=True))))
