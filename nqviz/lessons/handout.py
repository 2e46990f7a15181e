"""Handouts: a lesson on paper, with pictures, tasks, room for answers, and a page of answers."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from nqviz.core.board import Board
from nqviz.core.coordinates import coordinate_text
from nqviz.core.language import counted_tr, tr, tr_later
from nqviz.run.files import atomic_write
from nqviz.view.image_settings import ImageSettings
from nqviz.view.palette import ColourArray

from .drawing import draw_board, view_of
from .model import Lesson
from .paper import LEFT, LINE, PAPER, WIDTH, Paper, plain_text
from .replies import Reply, shown_order
from .still import Still
from .tasks import Check, Task
from .teaching import demonstration, prepare, second_board

PICTURE = 1200, 640
GAP = 0.02
"""Between two boards side by side, as a share of the width of the page."""
BOARD = 0.42, 0.18
"""The largest and the least height of a board, as shares of the height of the page."""
ROOM_FOR_TASK = 0.16
"""The room below a board for a task with three lines to write on."""
MOST_LISTED = 30
_PLACE, _REMOVE = tr_later("place {queens}"), tr_later("remove {queens}")
MOST_IN_COLUMN = 6
"""The most options below each other; more stand in two columns."""


def save_handout(lesson: Lesson, path: str | Path) -> int:
    """Write a lesson as a PDF: each step begins on a new page, and the answers on the last one.

    Returns the number of pages.
    Raises InputError if a step cannot be shown, or the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    answers: list[str] = []
    stream = BytesIO()
    with rc_context({"pdf.fonttype": 42}), PdfPages(stream) as pages:
        for number, step in enumerate(lesson.steps):
            _write_step(Paper(pages, f"{number + 1}. {step.title}", lesson.title), lesson, number)
            if step.task is not None:
                answers.append(f"{number + 1}. {_answer(lesson, number, step.task)}")
        paper = Paper(pages, tr("{lesson}: answers", lesson=lesson.title))
        for answer in answers or [tr("There is no task.")]:
            paper.write(answer)
        paper.end()
        count = int(pages.get_pagecount())
        pages.infodict().update({"Title": lesson.title, "CreationDate": None})
    atomic_write(path, stream.getvalue())
    return count


def _write_step(paper: Paper, lesson: Lesson, number: int) -> None:
    """Write the text, the board, the task of a step, and lines to write on."""
    step = lesson.steps[number]
    paper.write_text(step.text, lesson.pictures)
    below = ROOM_FOR_TASK if step.task is not None else 0.0
    height = min(BOARD[0], max(paper.room - below, BOARD[1]))
    first, second = prepare(lesson, number)[0], second_board(lesson, number)
    if second is None:
        paper.show(_picture(lesson, number, first, PICTURE), height)
    else:
        size = PICTURE[0] // 2, PICTURE[1]
        shares = (0.0, (WIDTH - GAP) / 2), ((WIDTH + GAP) / 2, (WIDTH - GAP) / 2)
        height = min(height, shares[0][1] * PAPER[0] / PAPER[1] * size[1] / size[0])
        paper.need(height)
        for each, (left, width) in zip((first, second), shares, strict=True):
            paper.place(_picture(lesson, number, each, size), left, width, height)
        paper.skip(height)
        if step.beside is not None and step.beside.say is not None:
            paper.write(step.beside.say, left=LEFT + shares[1][0], width=shares[1][1])
    if step.task is not None:
        _write_task(paper, step.task)
    paper.end()


def _write_task(paper: Paper, task: Task) -> None:
    """Write a task with its options or lines, or with room for the answer."""
    if task.check.choice is not None:
        offered = [f"[  ]  {option}" for option in task.check.choice.of]
    elif task.check.order is not None:
        offered = [f"___  {line}" for line in shown_order(task.check.order)]
    else:
        offered = []
    half = (len(offered) + 1) // 2 if len(offered) > MOST_IN_COLUMN else len(offered)
    paper.need(LINE * (half or 6) + 3 * LINE)
    paper.write(tr("Task: {task}", task=plain_text(task.say)), weight="bold")
    if offered:
        top = paper.top
        paper.write("\n".join(offered[:half]))
        if offered[half:]:
            paper.write("\n".join(offered[half:]), left=LEFT + WIDTH / 2, at=top)
    else:
        paper.rule(3)


def _picture(lesson: Lesson, number: int, still: Still, size: tuple[int, int]) -> ColourArray:
    """Return the pixels of a board of a step."""
    from nqviz.rendering.canvas.matplotlib_page import pixels

    step = lesson.steps[number].view
    settings = ImageSettings(size=size, scale=1.5)
    return pixels(draw_board(view_of(still, step), step, settings.colours, size), settings)


def _answer(lesson: Lesson, number: int, task: Task) -> str:
    """Return how a task is done, in words."""
    still, _ = prepare(lesson, number)
    how, board = demonstration(task, still), still.board
    parts = _reply_words(task.check, how.reply, board)
    for verb, cells in ((_PLACE, how.place), (_REMOVE, how.remove)):
        if len(cells):
            listed = ", ".join(coordinate_text(board.cell(cell)) for cell in cells.tolist())
            many = len(cells) > MOST_LISTED
            queens = counted_tr(len(cells), board.piece) if many else listed
            parts.append(tr(verb, queens=queens))
    if how.point is not None:
        parts.append(tr("point at {cell}", cell=coordinate_text(board.cell(how.point))))
    if how.solve:
        parts.append(tr("run the solver"))
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
        return [tr("free cells: {count}", count=len(cells))]
    return [", ".join(coordinate_text(board.cell(cell)) for cell in cells)]
