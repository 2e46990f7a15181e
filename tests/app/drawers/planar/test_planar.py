"""First and most beautiful queens in the Solve drawer."""

import time

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from nqviz.catalogue.records import records
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.problems.beautiful import beautiful
from nqviz.problems.first import ENGINES, first_placement
from nqviz.problems.first.compare import published_seconds
from nqviz.problems.planar import cell_costs, fingerprint, published_beautiful
from nqviz.proofs import BeautifulClaim, FirstClaim, check, load
from nqviz_app.document.board_tab import BoardTab, window_state
from nqviz_app.drawers.planar.beautiful import FingerprintStrip

from .planning import BEAUTIFUL, FIRST, child, ran, words


@pytest.fixture(scope="module", autouse=True)
def loaded_kernels():
    """Compile what the searches use here: in a job, which steps back for others, it takes long."""
    first_placement(Board.cube(12, 2))
    beautiful(Board.cube(16, 2))


def queens(document):
    return [tuple(cell) for cell in document.placement().cells.tolist()]


# First queens --------------------------------------------------------------------------------


def test_first_queens_fill_the_board_and_are_accepted_in_one_step(open_planar, qtbot):
    window, _ = open_planar(FIRST)
    document = window.document
    shown = []
    document.overlay_changed.connect(lambda: shown.append(document.suggestion))
    child(window, "planar.first_n").setValue(12)
    ran(window, qtbot, "first_run")
    expected = first_placement(Board.cube(12, 2)).certain
    board = Board.cube(12, 2)
    assert document.board == board
    assert document.suggestion.tolist() == [row * 12 + c for row, c in enumerate(expected)]
    for suggestion in shown:  # never a row that changes again
        cells = [] if suggestion is None else suggestion.tolist()
        assert cells == document.suggestion[: len(cells)].tolist()
    assert words(window, "first_numbers") == "[12]"
    assert "No placement comes before this one" in words(window, "first_state")
    assert "greedy sequence" in words(window, "first_published")
    before = document.undo_stack.count()
    child(window, "planar.first_accept").click()
    assert document.undo_stack.count() == before + 1
    assert queens(document) == list(enumerate(expected))
    assert not child(window, "planar.first_accept").isVisible()
    document.undo_stack.undo()
    assert document.counts.queens == 0
    document.undo_stack.undo()
    assert document.board == Board.cube(8, 2)


@pytest.mark.parametrize("page", [FIRST, BEAUTIFUL])
def test_a_board_that_is_more_than_its_size_is_not_replaced(open_planar, qtbot, page):
    blocked = Board((8, 8), blocked=[(3, 3), (6, 1)])
    window, panel = open_planar(page, Placement(blocked))
    document = window.document
    assert words(window, f"{page}_state").endswith("without blocked cells.")
    document.load(window_state(Placement(Board.cube(8, 2))), "plain")
    assert "without blocked cells" not in words(window, f"{page}_state")
    ran(window, qtbot, f"{page}_run")
    assert child(window, f"planar.{page}_accept").isVisible()
    for board in (blocked, Board.cube(8, 2, torus=True), Board.cube(8, 2, piece="rook")):
        document.load(window_state(Placement(board)), "another")
        run = child(window, f"planar.{page}_run")
        assert not run.isEnabled()
        assert "without blocked cells" in run.toolTip().replace("\n", " ")
        assert not child(window, f"planar.{page}_accept").isVisible()
        if page == FIRST:
            assert not child(window, "planar.first_recorded").isEnabled()
        panel.run()
        assert document.board == board
    document.load(window_state(Placement(Board.cube(5, 3))), "another")
    assert child(window, f"planar.{page}_run").isEnabled()


def test_the_proof_of_a_first_placement_is_saved_in_the_background(open_planar, qtbot, tmp_path):
    window, _ = open_planar(FIRST)
    save, path = child(window, "solve.save_proof"), tmp_path / "first.proof"
    assert not save.isVisible()
    ran(window, qtbot, "first_run")
    assert save.isVisible()
    save.save_to(path)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    proof = load(path)
    assert check(proof).valid
    assert isinstance(proof.claim, FirstClaim)
    assert proof.claim.columns == first_placement(Board.cube(8, 2)).certain
    window.panel.look_for("max")
    assert not save.isVisible()


def test_the_proof_of_a_most_beautiful_placement_is_saved(open_planar, qtbot, tmp_path):
    window, _ = open_planar(BEAUTIFUL)
    save, path = child(window, "solve.save_proof"), tmp_path / "beautiful.proof"
    ran(window, qtbot, "beautiful_run")
    assert save.isVisible()
    save.save_to(path)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    proof = load(path)
    assert check(proof).valid
    assert isinstance(proof.claim, BeautifulClaim)


def test_the_work_on_the_proof_of_a_first_placement_can_be_stopped(
    open_planar, qtbot, tmp_path, monkeypatch
):
    window, _ = open_planar(FIRST)
    ran(window, qtbot, "first_run")
    said = []
    window.document.message.connect(said.append)

    def endless(_first, run):
        while run.ended() is None:
            time.sleep(0.01)

    monkeypatch.setattr("nqviz_app.drawers.planar.first.first_certificate", endless)
    ran(window, qtbot, "first_run")  # another search; its proof is made by the stub
    child(window, "solve.save_proof").save_to(tmp_path / "first.proof")
    (job,) = window.runner.jobs
    job.stop()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert said[-1] == "The work on the proof was stopped; nothing was saved."
    assert not (tmp_path / "first.proof").exists()


def test_a_recorded_first_placement_is_proven_and_its_proof_saved(
    open_planar, qtbot, tmp_path, monkeypatch
):
    columns = first_placement(Board.cube(12, 2)).certain
    for name, answer in (("recorded_first", columns), ("refutation_seconds", 3)):
        monkeypatch.setattr(f"nqviz_app.drawers.planar.first.{name}", {12: answer}.get)
    window, _ = open_planar(FIRST)
    link, path = child(window, "planar.first_recorded"), tmp_path / "recorded.proof"
    assert not link.isVisible()
    child(window, "planar.first_n").setValue(12)
    assert link.isVisible()
    assert link.text() == "Prove the recorded placement, about 3 s"
    link.click()
    assert not link.isEnabled()
    assert child(window, "solve.stop").isVisible()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert words(window, "first_numbers") == "[12]"
    assert "No placement comes before this one" in words(window, "first_state")
    assert "refuted in integers" in words(window, "first_published")
    assert len(window.document.suggestion) == 12
    child(window, "solve.save_proof").save_to(path)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    proof = load(path)
    assert proof.claim == FirstClaim(Board.cube(12, 2), columns)


def test_every_recorded_first_placement_can_be_proven(open_planar):
    window, _ = open_planar(FIRST)
    sides = [record.board.n for record in records() if record.kind == "first"]
    assert max(sides) > 100
    for n in sides:
        child(window, "planar.first_n").setValue(n)
        assert child(window, "planar.first_recorded").isVisible(), n


def test_the_proof_of_a_recorded_first_placement_can_be_stopped(open_planar, qtbot):
    window, _ = open_planar(FIRST)
    child(window, "planar.first_n").setValue(68)
    child(window, "planar.first_recorded").click()
    child(window, "solve.stop").click()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert words(window, "first_state") == "Stopped: not all that comes before it is refuted."
    assert not child(window, "solve.save_proof").isVisible()
    assert not child(window, "planar.first_published").isVisible()
    assert child(window, "planar.first_recorded").isEnabled()


def test_a_search_that_was_stopped_has_no_proof(open_planar, qtbot):
    window, _ = open_planar(FIRST)
    child(window, "planar.first_n").setValue(60)
    child(window, "solve.run").click()
    window.panel.stop()
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert not child(window, "solve.save_proof").isVisible()


def test_rows_are_stepped_through_by_keys(open_planar, qtbot):
    window, _ = open_planar(FIRST)
    ran(window, qtbot, "first_run")
    rows = child(window, "planar.first_rows")
    assert (rows.maximum(), rows.value()) == (8, 8)
    rows.setFocus()
    for _ in range(3):
        QTest.keyClick(rows, Qt.Key.Key_Left)
    assert len(window.document.suggestion) == 5
    QTest.keyClick(rows, Qt.Key.Key_Home)
    assert len(window.document.suggestion) == 0
    assert not child(window, "planar.first_accept").isVisible()


def test_only_truncated_programs_take_a_node_limit(open_planar, qtbot, monkeypatch):
    asked = []

    def watched(*args, **options):
        asked.append(options["node_limit"])
        return first_placement(*args, **options)

    monkeypatch.setattr("nqviz_app.drawers.planar.first.first_placement", watched)
    window, _ = open_planar(FIRST)
    method, nodes = child(window, "planar.first_engine"), child(window, "planar.first_nodes")
    assert not nodes.isVisible()
    method.setCurrentIndex(method.findData("ilp-trunc"))
    assert nodes.isVisible()
    nodes.setValue(7)
    ran(window, qtbot, "first_run")
    method.setCurrentIndex(method.findData("ilp-iter"))
    assert not nodes.isVisible()
    ran(window, qtbot, "first_run")
    assert asked == [7, None]
    method.setCurrentIndex(method.findData("rows"))


def test_times_here_stand_beside_those_that_are_published(open_planar, qtbot):
    window, _ = open_planar(FIRST)
    child(window, "planar.first_n").setValue(21)
    model = child(window, "planar.first_times").model()
    names = [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())]
    assert names == [
        *("Ours", "CP", "ILP-ITER", "ILP-TRUNC", "LEX-DFS", "Nogood cuts"),
        *("ILP, cell by cell", "Single weighted program"),
    ]
    assert len(names) == len(ENGINES)
    dfs = names.index("LEX-DFS")
    published = published_seconds(21)["LEX-DFS"]
    assert model.index(dfs, 1).data() == f"{published:,.1f} s"
    assert model.index(0, 0).data() is None
    ran(window, qtbot, "first_run")
    assert model.index(0, 0).data().endswith(" s")
    child(window, "planar.first_n").setValue(22)
    assert model.index(0, 0).data() is None
    child(window, "planar.first_n").setValue(21)
    assert model.index(0, 0).data() is not None


def test_a_long_search_is_kept_in_a_file_and_goes_on(open_planar, qtbot, tmp_path, monkeypatch):
    window, _panel = open_planar(FIRST)
    path = tmp_path / "first-12.search"
    answers = [(str(path), ""), ("", "")]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: answers.pop(0))
    keep = child(window, "planar.first_keep")
    keep.click()
    assert keep.text() == "Kept in first-12.search"
    child(window, "planar.first_n").setValue(12)
    ran(window, qtbot, "first_run")
    assert path.exists()
    child(window, "planar.first_n").setValue(13)  # a file of another search is refused
    ran(window, qtbot, "first_run")
    assert str(path.name) in words(window, "first_state")
    assert words(window, "first_numbers") == ""
    keep.click()
    keep.click()  # given up in the dialog
    assert not keep.isChecked()
    child(window, "planar.first_engine").setCurrentIndex(1)
    assert not keep.isEnabled()


def test_a_board_without_placement_is_said_to_be_impossible(open_planar, qtbot):
    window, _ = open_planar(FIRST)
    child(window, "planar.first_n").setValue(3)
    ran(window, qtbot, "first_run")
    assert words(window, "first_numbers") == "Not possible"
    assert not child(window, "planar.first_accept").isVisible()


def test_a_search_stops_and_says_how_far_it_came(open_planar, qtbot, monkeypatch):
    def waiting(board, run, **more):
        """Search as ever, but wait after the first certain row until somebody stops it."""

        def told(news):
            run.progress(news)
            if news.certain:
                run.stop.wait()

        return first_placement(board, run.part(progress=told), **more)

    monkeypatch.setattr("nqviz_app.drawers.planar.first.first_placement", waiting)
    window, _ = open_planar(FIRST)
    child(window, "planar.first_n").setValue(20)
    run, stop = child(window, "solve.run"), child(window, "solve.stop")
    run.click()
    assert stop.isVisible()
    assert not run.isVisible()
    qtbot.waitUntil(lambda: words(window, "first_numbers") == "1 of 20")
    ran(window, qtbot, "first_run")
    assert run.isVisible()
    assert not stop.isVisible()
    assert words(window, "first_state").startswith("Stopped: ")
    assert "of 20 columns are certain" in words(window, "first_state")
    assert child(window, "solve.badge").text() == "Stopped"


def test_what_is_found_is_laid_over_its_own_tab_only(open_planar, qtbot):
    window, panel = open_planar(FIRST, whole=True)
    document = window.document
    document.toggle(5)  # else the tab would make room for the next one
    child(window, "planar.first_run").click()
    mine = document.tab
    window.tabs.open_tab(BoardTab(window_state(Placement(Board.cube(8, 2)))), beside=True)
    qtbot.waitUntil(lambda: not window.runner.jobs)
    assert document.tab is not mine
    assert document.suggestion is None
    panel.page.accept()  # but may be put on any board
    assert document.counts.queens == 8


# Most beautiful queens -----------------------------------------------------------------------


def test_most_beautiful_queens_with_their_strip(open_planar, qtbot):
    window, panel = open_planar(BEAUTIFUL)
    strip = panel.findChild(FingerprintStrip)
    moments = []
    show = strip.show_levels
    strip.show_levels = lambda *args: (moments.append(args), show(*args))
    child(window, "planar.beautiful_n").setValue(16)
    ran(window, qtbot, "beautiful_run")
    found = beautiful(Board.cube(16, 2))
    assert words(window, "beautiful_numbers") == "[16]"
    assert [level.cost for level in strip.levels for _ in range(level.queens)] == [
        *found.fingerprint
    ]
    assert all(level.is_decided for level in strip.levels)
    assert strip.current is None
    assert strip.read_out(1)[1].endswith("decided")
    assert fingerprint(published_beautiful(16)) == found.fingerprint
    assert "fingerprint is that of the published" in words(window, "beautiful_published")
    child(window, "planar.beautiful_accept").click()
    cells = window.document.placement().cells
    assert fingerprint(cells[np.argsort(cells[:, 0]), 1]) == found.fingerprint
    assert window.document.undo_stack.undoText() == "Accept the most beautiful queens"


def test_open_levels_are_told_from_decided_ones():
    strip = FingerprintStrip()
    strip.show_levels((34, 34, 26, 26, 10, 10), [(34, 2), (32, 0)], 26)
    assert [(level.cost, level.queens, level.is_decided) for level in strip.levels] == [
        (34, 2, True),
        (26, 2, False),
        (10, 2, False),
    ]
    assert strip.current == 26
    assert strip.read_out(2.1) == (2, "cost 26: 2 queens, best so far")
    strip.resize(260, 170)
    image = strip.grab().toImage()
    strip.show_levels((34, 34, 26, 26, 10, 10), [(34, 2), (26, 2)], 10)
    assert strip.grab().toImage() != image
    strip.deleteLater()


def test_the_level_being_decided_is_marked(open_planar, qtbot):
    window, _ = open_planar(BEAUTIFUL)
    child(window, "planar.beautiful_n").setValue(40)
    child(window, "planar.beautiful_level").click()
    child(window, "planar.beautiful_run").click()
    qtbot.waitUntil(lambda: window.document.marks is not None)
    costs = cell_costs(40).ravel()[window.document.marks.cells]
    assert len(set(costs.tolist())) == 1
    ran(window, qtbot, "beautiful_run")
    assert window.document.marks is None
    assert words(window, "beautiful_state").startswith("Stopped: ")
