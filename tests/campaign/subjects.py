"""The formats of files that the campaign changes: a few files of each, and how each is read.

A check reads a file as nqviz does. It returns "" if the file is refused on one line or read
rightly, and one line that says what is wrong otherwise.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib import resources
from itertools import combinations, product
from math import lcm
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from nqviz import Board, InputError, Placement
from nqviz.constructions.from_catalogue import all_records
from nqviz.constructions.from_catalogue import check as check_record
from nqviz.core.attack_counts import AttackCounts
from nqviz.core.board_state import BoardState, Snapshot
from nqviz.counting.planar import count_planar
from nqviz.formats import format_placement, read_placement
from nqviz.formats.history import Edit, History
from nqviz.formats.layout import Layout
from nqviz.formats.session import parse_session, read_session
from nqviz.formats.session_parts import Session, SessionTab, session_parts
from nqviz.formats.trace import Trace
from nqviz.lessons.progress import LessonRecord, Progress, TaskRecord, progress_page, read_progress
from nqviz.run.tasks import Execution
from nqviz.run.tasks.checkpoint_text import FORMAT
from nqviz.run.tasks.storage import Record, Storage
from nqviz.run.tasks.task_state import packed
from nqviz.verification import verify_lesson, verify_placement
from nqviz.view.view_json import view_from_json, view_to_json
from nqviz.view.view_state import ViewState

from .proof_subject import check_proof, is_line, proofs


@dataclass(frozen=True)
class Subject:
    """A format: the endings of its files, some files, and the check of a changed one."""

    endings: tuple[str, ...]
    files: Callable[[], list[bytes]]
    check: Callable[[Path], str]


# Placements --------------------------------------------------------------------------------


def _placements() -> list[bytes]:
    four = Placement.from_coordinates(Board.cube(4, 2), [[1, 2], [2, 4], [3, 1], [4, 3]])
    cube = Board.cube(5, 3)
    square = Placement(cube, [(i, j, (2 * i + 3 * j) % 5) for i, j in product(range(5), range(5))])
    torus = Placement(Board.cube(3, 4, torus=True, piece="1+3"), [(0, 0, 0, 0), (1, 2, 0, 1)])
    rooks = Placement(Board((2, 3, 4), piece="rook"), [(0, 0, 0), (1, 1, 1)])
    cylinder = Placement(Board.cube(4, 3, wraps=(0, 2)), [(0, 0, 0), (1, 3, 2)])
    strip = Placement(Board((4, 6), wraps=(1,), twist=True), [(0, 0), (1, 2)])
    every = [
        *(
            format_placement(each, note="a note", source="here")
            for each in (four, torus, rooks, cylinder, strip)
        ),
        *(format_placement(square, layout) for layout in (Layout.JSON, Layout.QUEENS)),
        format_placement(square, Layout.SQUARE),
        format_placement(four, Layout.PERMUTATION),
        format_placement(four, Layout.QUEENS, comma=True),
        "2 4 1 3\n",
        "1 1 1\n2 3 4\n",
    ]
    return [text.encode() for text in every]


def _check_placement(path: Path) -> str:
    placement = read_placement(path).placement
    found = verify_placement(placement)
    board = placement.board
    if len(placement) > 60 or 3**board.d * lcm(*board.shape) > 10_000:
        return ""
    if found.valid != _is_independent(placement):
        return f"valid is {found.valid}"
    if path.read_bytes().lstrip()[:1] == b"{":
        entries = json.loads(path.read_bytes())
        wraps = entries.get("torus", False)
        axes = [axis - 1 for axis in wraps] if isinstance(wraps, list) else ()
        piece, twist = entries.get("piece", "queen"), entries.get("twist", False)
        named = Board(entries["shape"], wraps is True, piece, wraps=axes, twist=twist)
        if named != board or entries["queens"] != placement.coordinates():
            return "the queens are not those of the file"
    return ""


def _is_independent(placement: Placement) -> bool:
    """Return whether no two queens attack each other, by the rule itself."""
    board, cells = placement.board, [tuple(map(int, cell)) for cell in placement]
    return not any(_attack(board, a, b) for a, b in combinations(cells, 2))


def _attack(board: Board, a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    if board.twist:
        flat = Board(board.shape, piece=board.piece)
        return any(_attack(flat, a, image) for image in _laid_out(board, b))
    steps = [y - x for x, y in zip(a, b, strict=True)]
    if board.has_hyperplanes:
        if board.d == 1:
            return False
        signs = product((-1, 0, 1), repeat=board.d)
        return any(
            any(e) and sum(x * s for x, s in zip(e, steps, strict=True)) % board.n == 0
            for e in signs
        )
    allowed = list(range(1, board.d + 1))
    if board.piece != "queen":
        name = {"rook": "1", "bishop": "2"}.get(board.piece, board.piece.removesuffix("-rider"))
        allowed = [int(each) for each in name.split("+")]
    for e in product((-1, 0, 1), repeat=board.d):
        if sum(map(bool, e)) in allowed and _is_on_line(board, e, steps):
            return True
    return False


def _is_on_line(board: Board, e: tuple[int, ...], steps: list[int]) -> bool:
    """Return whether some multiple of a direction, modulo the sides that wrap, is a step."""
    length = lcm(*board.shape) if board.wraps else max(map(abs, steps)) + 1
    sides = [side if axis in board.wraps else 0 for axis, side in enumerate(board.shape)]
    return any(
        all(
            (t * x - s) % n == 0 if n else t * x == s
            for x, s, n in zip(e, steps, sides, strict=True)
        )
        for t in range(1, length)
    )


def _laid_out(board: Board, cell: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield a cell of a Moebius strip at its places on the endless strip, as far as lines reach."""
    (along,) = board.wraps
    reach = max(board.shape) + 1
    for turn in range(-reach, reach + 1):
        place = list(cell)
        place[along] += turn * board.shape[along]
        if turn % 2:
            place[1 - along] = board.shape[1 - along] - 1 - cell[1 - along]
        yield tuple(place)


# Sessions ----------------------------------------------------------------------------------


def _sessions() -> list[bytes]:
    board = Board.cube(4, 3)
    history = History(_state(board, [0]))
    history.edit(Edit("Place a queen", place=(22,)))
    history.load("Another board", _state(Board((3, 4), torus=True, piece="rook"), [1, 6]))
    history.edit(Edit("Lock", lock=(1,)))
    history.undo()
    trace = Trace(((0.5, 3, 20), (1.5, 4, 16)))
    marks = (np.array([2, 5]), "marks")
    excluded = np.arange(12) > 8
    tab = SessionTab(
        history,
        Path("board.json"),
        1,
        view_to_json(ViewState()),
        marks,
        excluded,
        greedy=True,
        search=trace,
    )
    other = SessionTab(History(_state(Board.cube(8, 2), [])))
    sessions = Session((tab, other), 1), Session((other,), 0)
    return ["".join(session_parts(each)).encode() for each in sessions]


def _state(board: Board, queens: list[int]) -> BoardState:
    return Snapshot(board, np.array(queens, dtype=np.int64), (), None).state()


def _check_session(path: Path) -> str:
    session = read_session(path)
    for tab in session.tabs:
        state = tab.history.state
        counts = AttackCounts.of(state.placement)
        if (counts.queens, counts.free) != (state.counts.queens, state.counts.free):
            return "the counts of the board are wrong"
        view = view_from_json(tab.view)
        if view is not None:
            view.on(state.board)
    again = "".join(session_parts(session))
    if "".join(session_parts(parse_session(again))) != again:
        return "the session is not what was read when it is written and read again"
    return ""


# Proofs ------------------------------------------------------------------------------------


# Others ------------------------------------------------------------------------------------


def _lessons() -> list[bytes]:
    folder = resources.files("nqviz_resources") / "lessons"
    names = ("01-moves", "06-cut", "12-torus")
    return [(folder / f"{name}.yaml").read_bytes() for name in names]


def _check_lesson(path: Path) -> str:
    verify_lesson(path)
    return ""


def _progress() -> list[bytes]:
    tasks = [
        TaskRecord(step=2, state="done", attempts=2, day=date(2026, 1, 2)),
        TaskRecord(step=3, state="shown", hints=3),
        TaskRecord(step=5),
    ]
    record = LessonRecord(lesson="01-moves", title="Moves", steps=6, reached=3, tasks=tasks)
    empty = LessonRecord(lesson="my-lesson", title="Mine", steps=1)
    records = Progress(learner="Ada", lessons=[record, empty]), Progress(lessons=[])
    return [each.to_json().encode() for each in records]


def _check_progress(path: Path) -> str:
    record = read_progress(path)
    path.write_text(record.to_json())
    if read_progress(path) != record:
        return "the record is written differently"
    rows = progress_page([record]).count("<tr>")  # names are escaped, and bring none
    return "" if rows == 1 + len(record.lessons) else f"{rows} rows"


def _checkpoints() -> list[bytes]:
    """Return a database, one of the middle of a run, and a text file of version 2."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        split, found = Execution(checkpoint=path), []
        count_planar(Board.cube(6, 2), split=split)
        found.append(path.read_bytes())
        storage = Storage(path)
        header, records = storage.header, list(storage.records.values())
        storage.close()
        path.unlink()
        half = Storage(path, header)
        for record in records[: len(records) // 2]:
            half.put(record)
        half.close()
        found.append(path.read_bytes())
    work = {"format": FORMAT, "version": 2, "work": header["work"], "tasks": header["tasks"]}
    lines = [work, *map(_task_line, records)]
    checks = (zlib.crc32(json.dumps(line, sort_keys=True).encode()) for line in lines)
    text = [json.dumps({**line, "check": check}) for line, check in zip(lines, checks, strict=True)]
    return [*found, "".join(f"{line}\n" for line in text).encode()]


def _task_line(record: Record) -> dict[str, object]:
    arrays = base64.b64encode(packed(record.state.arrays)).decode()
    return {"task": int(record.name), "done": True, "nodes": record.state.nodes, "arrays": arrays}


def _check_checkpoint(path: Path) -> str:
    count = count_planar(Board.cube(6, 2), split=Execution(checkpoint=path))
    return "" if count.value == 4 else f"4 solutions are counted as {count.value}"


def _collections() -> list[bytes]:
    entries: list[object] = [
        {"shape": [4, 4], "permutation": [2, 4, 1, 3], "kind": "first"},
        {"shape": [6, 6, 6], "family": "subcube", "parameters": {"outer": 7}, "count": 20},
    ]
    collection = {"format": "nqviz-certificates", "version": 1, "source": "s", "entries": entries}
    return [json.dumps(collection).encode()]


def _check_collection(path: Path) -> str:
    found, problems = all_records([path.parent])
    long = [text for text in problems if not is_line(text)]
    if long:
        return f"a message of {len(long[0])}: {long[0][:80]!r}"
    own = [check_record(record) for record in found if record.path is not None]
    return next(filter(None, own), "")


def _preferences() -> list[bytes]:
    words = [
        "[General]",
        *("theme=dark", "text_size=120", "speed=100", "time_limit=60", "threads=1", "autosave=3"),
        *("undo_memory=256", "reduced_motion=false", "first_view=true"),
        "[export]",
        r'choices="{\"what\": \"film\", \"width\": 1920, \"rate\": 25, \"cell\": 8.0}"',
        "",
    ]
    return ["\n".join(words).encode()]


def _check_preferences(path: Path) -> str:
    """Read what the window remembers; every number is one that its controls take."""
    from PySide6.QtCore import QSettings

    from nqviz_app.dialogs.export_choices import RANGES, Choices
    from nqviz_app.preferences import Preferences

    settings = QSettings(str(path), QSettings.Format.IniFormat)
    Preferences(settings)  # raises ValueError for what no control could have chosen
    export = Choices.remembered(settings)
    odd = [name for name, (low, high) in RANGES.items() if not low <= getattr(export, name) <= high]
    return f"out of range: {odd}" if odd else ""


SUBJECTS = {
    "placement": Subject((".json", ".txt", ".csv", ""), _placements, _check_placement),
    "session": Subject((".nqviz",), _sessions, _check_session),
    "proof": Subject((".nqproof", ""), proofs, check_proof),
    "lesson": Subject((".yaml",), _lessons, _check_lesson),
    "progress": Subject((".json",), _progress, _check_progress),
    "checkpoint": Subject(("",), _checkpoints, _check_checkpoint),
    "preferences": Subject((".ini",), _preferences, _check_preferences),
    "collection": Subject((".json",), _collections, _check_collection),
}


def check(subject: Subject, path: Path) -> str:
    """Return "" if a file is refused on one line or read rightly, else what is wrong."""
    try:
        return subject.check(path)
    except InputError as error:
        text = str(error)
        return "" if is_line(text) else f"a message of {len(text)} characters: {text[:80]!r}"
    except Exception as error:  # noqa: BLE001 - each is a fault
        return f"{type(error).__name__}: {str(error)[:200]!r}"
