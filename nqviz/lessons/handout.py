"""Handouts: a lesson on paper, with pictures, tasks, room for answers, and a page of answers."""

from __future__ import annotations

import html
import re
import textwrap
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.coordinates import coordinate_text
from nqviz.core.pieces import counted
from nqviz.rendering.canvas.layout import default_layers
from nqviz.run.files import atomic_write
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import ColourArray

from .markup import LINK
from .model import Lesson
from .replies import Reply, shown_order
from .tasks import Check, Task
from .teaching import demonstration, prepare

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

PAPER = 8.27, 11.69
"""Width and height of A4 in inches."""
LINE = 0.0172
"""The distance of two lines of text, as a share of the height of the page."""
WIDTH = 88
"""The most characters on a line."""
PICTURE = 1200, 640
MOST_LISTED = 30
MOST_IN_COLUMN = 6
"""The most options below each other; more stand in two columns."""
_TAG = re.compile(r"<(/?)(\w+)>")
_RAISED = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")


def save_handout(lesson: Lesson, path: str | Path) -> int:
    """Write a lesson as a PDF: a page for each step, and the answers on the last one.

    Returns
    -------
    int
        The number of pages.

    Raises
    ------
    InputError
        If a step cannot be shown, or the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    answers: list[str] = []
    stream = BytesIO()
    with rc_context({"pdf.fonttype": 42}), PdfPages(stream) as pages:
        for number, step in enumerate(lesson.steps):
            pages.savefig(_page(lesson, number))
            if step.task is not None:
                answers.append(f"{number + 1}. {_answer(lesson, number, step.task)}")
        pages.savefig(_text_page(f"{lesson.title}: answers", answers or ["There is no task."]))
        count = int(pages.get_pagecount())
        pages.infodict().update({"Title": lesson.title, "CreationDate": None})
    atomic_write(path, stream.getvalue())
    return count


def _text_page(title: str, paragraphs: list[str]) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=PAPER)
    figure.text(0.09, 0.93, title, fontsize=17, weight="bold", va="top")
    lines = [line for text in paragraphs for line in [*textwrap.wrap(text, WIDTH), ""]]
    figure.text(0.09, 0.885, "\n".join(lines), fontsize=10.5, va="top", linespacing=1.35)
    return figure


def _page(lesson: Lesson, number: int) -> Figure:
    """Return the page of a step: its text, its picture, its task and lines to write on."""
    step = lesson.steps[number]
    paragraphs = [plain_text(block) for block in step.text.split("\n\n")]
    figure = _text_page(f"{number + 1}. {step.title}", paragraphs)
    figure.text(0.09, 0.965, lesson.title, fontsize=9, color="#555555")
    used = 0.885 - LINE * sum(len(textwrap.wrap(text, WIDTH)) + 1 for text in paragraphs)
    height = min(0.42, max(used - 0.26, 0.18))
    place = figure.add_axes((0.09, max(used - height, 0.2), 0.82, height))
    place.imshow(_picture(lesson, number))
    place.set_axis_off()
    if step.task is not None:
        _add_task(figure, step.task)
    return figure


def _add_task(figure: Figure, task: Task) -> None:
    """Write a task with its options or lines, or with room for the answer."""
    said = textwrap.wrap(f"Task: {plain_text(task.say)}", WIDTH)
    top = 0.175
    figure.text(
        0.09, top, "\n".join(said), fontsize=10.5, weight="bold", va="top", linespacing=1.35
    )
    top -= LINE * (len(said) + 0.3)
    if task.check.choice is not None:
        offered = [f"[  ]  {option}" for option in task.check.choice.of]
    elif task.check.order is not None:
        offered = [f"___  {line}" for line in shown_order(task.check.order)]
    else:
        for place in (0.1, 0.07, 0.04):
            figure.add_artist(_rule(place))
        return
    half = (len(offered) + 1) // 2 if len(offered) > MOST_IN_COLUMN else len(offered)
    for number, line in enumerate(offered):
        left = 0.09 if number < half else 0.52
        figure.text(left, top - LINE * (number % half), line, fontsize=10, va="top")


def _rule(height: float) -> Line2D:
    from matplotlib.lines import Line2D

    return Line2D((0.09, 0.91), (height, height), color="#999999", linewidth=0.6)


def _picture(lesson: Lesson, number: int) -> ColourArray:
    """Return the pixels of the board of a step: as a square where the step shows one."""
    from nqviz.rendering.canvas.matplotlib_page import pixels
    from nqviz.rendering.figures.layers import draw_layers
    from nqviz.rendering.figures.square import draw_square

    still, _ = prepare(lesson, number)
    state = BoardState(still.placement, still.givens.tolist())
    view = BoardView.of(state.placement, free=lesson.steps[number].view.free)
    settings = ImageSettings(size=PICTURE, scale=1.5)
    if lesson.steps[number].view.flat == "square" and still.board.d == 3:
        return pixels(draw_square(view, settings.colours, PICTURE), settings)
    places = default_layers(still.board, PICTURE[0] / PICTURE[1])
    return pixels(draw_layers(view, places, settings.colours, PICTURE), settings)


def _answer(lesson: Lesson, number: int, task: Task) -> str:
    """Return how a task is done, in words."""
    still, _ = prepare(lesson, number)
    how, board = demonstration(task, still), still.board
    parts = _reply_words(task.check, how.reply, board)
    for verb, cells in (("place", how.place), ("remove", how.remove)):
        if 0 < len(cells) <= MOST_LISTED:
            listed = ", ".join(coordinate_text(board.cell(cell)) for cell in cells.tolist())
            parts.append(f"{verb} {listed}")
        elif len(cells):
            parts.append(f"{verb} {counted(len(cells), board.piece)}")
    if how.point is not None:
        parts.append(f"point at {coordinate_text(board.cell(how.point))}")
    if how.solve:
        parts.append("run the solver")
    done = f" {plain_text(task.done)}" if task.done else ""
    return f"{'; '.join(parts)}.{done}"


def _reply_words(check: Check, reply: Reply, board: Board) -> list[str]:
    """Return the right reply in words, as a list of at most one text."""
    if reply.text:
        return [reply.text]
    if check.choice is not None:
        return ["; ".join(check.choice.of[number - 1] for number in sorted(reply.chosen))]
    if reply.order:
        return ["; ".join(f"({n}) {line}" for n, line in enumerate(reply.order, start=1))]
    if reply.marked is None:
        return []
    cells = sorted(reply.marked)
    if len(cells) > MOST_LISTED:
        return [f"{len(cells)} cells are free"]
    return [", ".join(coordinate_text(board.cell(cell)) for cell in cells)]


def plain_text(text: str) -> str:
    """Return a text of a lesson without its tags; exponents are raised where Unicode has them."""
    text = LINK.sub(r"\1", text)
    text = re.sub(r"<sup>([0-9+\-−n]+)</sup>", lambda found: found[1].translate(_RAISED), text)
    text = re.sub(r"<su([bp])>(.*?)</su\1>", lambda f: f"{'^' if f[1] == 'p' else '_'}{f[2]}", text)
    return " ".join(html.unescape(_TAG.sub("", text)).split())
