"""Every step of every lesson fits the page of a presentation, whole or in parts."""

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QLabel

from nqviz.core.language import texts_in
from nqviz.lessons import lessons
from nqviz.lessons.markup import blocks
from nqviz.rendering.canvas.formula import draw_formula
from nqviz_app.drawers.lessons.entries import TaskLog
from nqviz_app.drawers.lessons.page import LessonPage
from nqviz_app.drawers.lessons.parts import PRESENTATION, Part, parts_of
from nqviz_app.drawers.lessons.step_controls import StepControls
from nqviz_app.drawers.solve.panel import SolvePanel
from nqviz_app.window.presentation import SHARE
from tests.app.window_driver import dress, find

SCREEN, SMALL = (1920, 1080), (1366, 768)


class ShownLesson(QObject):
    """A lesson that is taken, without its board."""

    stepped, framed, checked = Signal(), Signal(), Signal()
    is_open = is_in_front = may_play = True
    shows_all = is_playing = False
    frame, goals, reply, missing = 0, (), None, ""

    def __init__(self, lesson: Any) -> None:
        super().__init__()
        self.lesson, self.number, self.speed = lesson, 0, 1.0
        self.log = TaskLog(lesson, None, lambda: None)

    @property
    def step(self) -> Any:
        return self.lesson.steps[self.number]

    @property
    def frames(self) -> tuple[Any, ...]:
        return (
            (SimpleNamespace(say="Two lines of text\nabout a frame."),) if self.step.frames else ()
        )

    def set_speed(self, speed: float) -> None:
        self.speed = speed

    def go(self, number: int) -> None:
        self.number = number
        self.stepped.emit()
        self.framed.emit()


@pytest.fixture
def make_page(make_panel: Any, show: Any) -> Any:
    """Show a page of a presentation, as wide and high as one on a screen."""
    window = make_panel(SolvePanel)
    draw_formula("x", 12.0, "#000000")

    def make(width: int, height: int) -> LessonPage:
        controls = StepControls(window.document, window.panel, "presentation", PRESENTATION.chart)
        page = LessonPage(controls, PRESENTATION, "presentation")
        dress(page)
        page.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        shown: LessonPage = show(page, (round(SHARE * width), height))
        return shown

    return make


def scrolled(page: LessonPage) -> list[int]:
    """Return the parts of the step of a page, from 1, of which something is out of sight."""
    for _ in range(2):  # once more where the size of text has changed
        QApplication.processEvents()
    found = []
    for number in range(len(page._parts)):
        page._show_part(number)
        QApplication.processEvents()
        if page._area.verticalScrollBar().maximum() > 0:
            found.append(number + 1)
    return found


@pytest.mark.parametrize(("screen", "language"), [(SCREEN, "en"), (SMALL, "de")], ids=str)
def test_every_step_fits(make_page: Any, screen: tuple[int, int], language: str) -> None:
    page = make_page(*screen)
    wrong = []
    with texts_in(language):
        for lesson in lessons():
            run = ShownLesson(lesson)
            page.follow(run)
            for number, step in enumerate(lesson.steps):
                run.go(number)
                wrong += [(lesson.name, number + 1, part) for part in scrolled(page)]
                shown = "\n\n".join(part.text for part in page._parts)
                assert blocks(shown) == blocks(step.text)
            run.deleteLater()
    assert wrong == []
    assert page._scale * PRESENTATION.text >= 0.0259 * screen[1]


def test_steps_fit_with_their_hints_and_answers_in_german(make_page: Any) -> None:
    page = make_page(*SCREEN)
    wrong = []
    with texts_in("de"):
        for lesson in lessons():
            run = ShownLesson(lesson)
            page.follow(run)
            for number, step in enumerate(lesson.steps):
                if step.task is None:
                    continue
                run.go(number)
                run.log.hints[number] = len(step.task.hint)
                for state in ("hints", "done"):
                    run.checked.emit()
                    page._fit()
                    wrong += [(lesson.name, number + 1, state, part) for part in scrolled(page)]
                    run.log.finish(number)
            run.deleteLater()
    assert wrong == []


def test_the_parts_of_a_step_are_gone_through(make_page: Any) -> None:
    page = make_page(*SCREEN)
    (lesson,) = (each for each in lessons() if each.name == "12-torus")
    run = ShownLesson(lesson)
    page.follow(run)
    run.go(6)
    QApplication.processEvents()
    assert len(page._parts) == 2
    text, title = find(page, QLabel, "presentation.text"), find(page, QLabel, "presentation.lesson")
    assert "Take n = 9" in text.text()
    assert title.text() == "A board without edges: part 1 of 2"
    assert not page.task.isVisible()
    page._scale = 0.5
    page._fit()
    assert not page.task.isVisible(), "another size begins with the text"
    page.advance()
    assert (run.number, page.task.isVisible()) == (6, True)
    assert title.text() == "A board without edges: part 2 of 2"
    run.checked.emit()
    page._fit()
    assert page.task.isVisible(), "the task stays in sight while it is done"
    page.go_back()
    assert (run.number, page.task.isVisible()) == (6, False)
    page.go_next()
    page.go_next()
    assert run.number == 7


def test_a_text_is_parted_between_paragraphs() -> None:
    def fits(part: Part) -> bool:
        return len(part.text.replace("\n", "")) + 3 * part.is_last <= 5

    assert parts_of("aa", True, fits) == (Part("aa", True),)
    assert parts_of("aaa\n\nbbb", False, fits) == (Part("aaa", False), Part("bbb", True))
    assert parts_of("aa\n\nbb\n\ncc", True, fits) == (Part("aa\n\nbb", False), Part("cc", True))
    assert parts_of("aa\n\na = b", True, fits)[0] == Part("aa\n\na = b", False)
    assert parts_of("aaaa", True, fits) == (Part("aaaa", False), Part("", True))
    assert parts_of("aaaaaaa", True, fits) == (Part("aaaaaaa", False), Part("", True))
