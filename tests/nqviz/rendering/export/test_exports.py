"""Everything that can be taken away: written whole or not at all, here or in a process apart."""

import os
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace

import numpy as np
import pytest
from imageio_ffmpeg import get_ffmpeg_exe
from PIL import Image

from nqviz.core.board import Board
from nqviz.core.board_state import BoardState
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats.history import Edit, History
from nqviz.rendering.export import FORMATS, Figure, write_apart, write_export
from nqviz.rendering.export.steps import history_steps, placing_steps, search_steps, solving_steps
from nqviz.run.context import Limit, RunContext
from nqviz.view.animation import Animation
from nqviz.view.board_view import BoardView
from nqviz.view.image_settings import ImageSettings
from tests.process import run_process

BOARD = Board.cube(4, 3)
PLACEMENT = Placement(BOARD, [(0, 0, 0), (1, 2, 3), (2, 3, 1), (3, 1, 2)])
PICTURE = BoardView.of(PLACEMENT)
SMALL = ImageSettings(size=(160, 120))


def animation(kind="turntable", frames=6, **more):
    return Figure("film", PICTURE, SMALL, animation=Animation(kind, frames), **more)


@pytest.fixture
def apart(monkeypatch):
    monkeypatch.setattr("nqviz.rendering.export.subprocess_export.processes_allowed", lambda: True)


def frames_of(path):
    """Read a film by its player's side: how many pictures, how large, and those."""
    if path.suffix == ".gif":
        with Image.open(path) as image:
            pictures = []
            for number in range(image.n_frames):
                image.seek(number)
                pictures.append(np.asarray(image.convert("RGB")).astype(int))
            return pictures
    command = [get_ffmpeg_exe(), "-loglevel", "error", "-i", path, "-f", "rawvideo"]
    raw = subprocess.run([*command, "-pix_fmt", "rgb24", "-"], capture_output=True, check=True)
    assert raw.stderr == b""
    return list(np.frombuffer(raw.stdout, np.uint8).reshape(-1, 120, 160, 3).astype(int))


@pytest.mark.parametrize("what", [what for what in FORMATS if what != "film"])
def test_everything_is_written_in_all_its_formats(tmp_path, what):
    for ending in FORMATS[what]:
        assert write_export(Figure(what, PICTURE, SMALL), tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").stat().st_size > 500
    assert len(list(tmp_path.iterdir())) == len(FORMATS[what])


@pytest.mark.parametrize("ending", ["gif", "mp4"])
def test_a_turntable_turns_once(tmp_path, ending):
    told = []
    export = animation(frames=16)
    assert write_export(export, tmp_path / f"a.{ending}", RunContext(progress=told.append))
    pictures = frames_of(tmp_path / f"a.{ending}")
    assert len(pictures) == 16
    assert pictures[0].shape == (120, 160, 3)
    apart = [np.abs(pictures[0] - other).mean() for other in pictures]
    assert max(apart[:4] + apart[-6:]) < 2 < min(apart[4:-6]), "the ends are held"
    assert [news.fraction for news in told] == [n / 16 for n in range(1, 17)]
    assert told[-1].activity == "picture 16 of 16"


def test_odd_sizes_become_even(tmp_path):
    export = replace(animation(frames=2), settings=ImageSettings(size=(161, 121)))
    assert export.pixels == (160, 120)
    assert write_export(export, tmp_path / "a.mp4")
    assert frames_of(tmp_path / "a.mp4")[0].shape == (120, 160, 3)


def test_a_flight_takes_the_layers_away_one_by_one(tmp_path):
    cells = [(i, j, (2 * i + j) % 5) for i in range(5) for j in range(5)]
    many = BoardView.of(Placement(Board.cube(5, 3), cells))
    assert write_export(replace(animation("layers", 8), picture=many), tmp_path / "a.gif")
    pictures = frames_of(tmp_path / "a.gif")
    coloured = [(np.ptp(picture, axis=-1) > 60).sum() for picture in pictures]
    assert coloured[0] > 2 * coloured[-1]


@pytest.mark.parametrize("of_layers", [False, True])
def test_a_replay_shows_each_moment(tmp_path, of_layers):
    steps = placing_steps(PLACEMENT)
    assert [len(step.queens) for step in steps] == [0, 1, 2, 3, 4]
    export = animation("replay", 20, steps=steps, of_layers=of_layers)
    assert write_export(export, tmp_path / "a.gif")
    pictures = frames_of(tmp_path / "a.gif")
    queens = [int((np.ptp(picture, axis=-1) > 60).sum()) for picture in pictures]
    assert queens[-1] > queens[len(queens) // 2] > queens[0]
    assert queens == sorted(queens)


def test_layers_one_by_one(tmp_path):
    assert write_export(animation("layers", 8, of_layers=True), tmp_path / "a.gif")
    assert len(frames_of(tmp_path / "a.gif")) >= 4


def test_a_replay_goes_on_to_other_boards(tmp_path):
    flat = BoardView.of(Placement(Board.cube(5, 2), [(0, 1)]))
    for of_layers in (False, True):
        export = animation("replay", 4, steps=(PICTURE, flat), of_layers=of_layers)
        assert write_export(export, tmp_path / "a.mp4")


def test_films_have_a_length_that_suits_them():
    assert Animation("turntable").length(BOARD) == 20 + 120 + 38
    assert Animation("layers").length(Board.cube(11, 3)) == 20 + 165 + 38
    assert Animation("replay").length(BOARD, 5) == 108
    assert Animation("replay").length(BOARD, 400) < 25 * 37
    assert Animation("replay", 7).length(BOARD, 400) == 7
    shown = [Animation("replay").step_at(frame, 108, 5) for frame in range(108)]
    assert sorted(set(shown)) == [0, 1, 2, 3, 4]
    assert shown == sorted(shown)
    assert [shown.count(step) for step in range(5)] == [30, 10, 10, 10, 10 + 38], "ends are held"


BAD = [
    (lambda: Animation("waltz"), "unknown film 'waltz'"),
    (lambda: Animation(frames=1), "1 pictures is not possible"),
    (lambda: Animation(rate=0), "0 pictures a second"),
    (lambda: Figure("song", PICTURE), "cannot export 'song'"),
    (lambda: ImageSettings(dpi=0), "0 dots per inch"),
    (lambda: ImageSettings(dpi=float("nan")), "nan dots per inch"),
    (lambda: search_steps(PLACEMENT, []), "found nothing"),
]


@pytest.mark.parametrize(("make", "message"), BAD)
def test_what_is_not_possible_is_said_in_one_line(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_films_of_what_is_not_there_leave_nothing(tmp_path):
    flat = BoardView(Board.cube(5, 2))
    for export, message in (
        (animation("replay"), "nothing to replay"),
        (animation(of_layers=True), "does not turn"),
        (replace(animation("layers"), picture=flat), "is flat"),
        (replace(animation("layers", of_layers=True), picture=flat), "is flat"),
        (replace(animation("replay"), of_layers=True), "nothing to replay"),
    ):
        with pytest.raises(InputError, match=message):
            write_export(export, tmp_path / "a.mp4")
    with pytest.raises(InputError, match="a film ends in mp4, gif, webm, zip, not in png"):
        write_export(animation(), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


# Stops, and disks that are full ------------------------------------------------------------------


def test_a_stopped_film_leaves_what_was_there(tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"old")
    stop = threading.Event()

    def watch(news):
        if news.fraction > 0.02:
            stop.set()

    assert not write_export(
        animation(frames=500), tmp_path / "a.mp4", RunContext(progress=watch, stop=stop)
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]
    assert (tmp_path / "a.mp4").read_bytes() == b"old"


def test_a_process_writes_the_same(apart, tmp_path):
    told = []
    assert write_apart(animation(frames=3), tmp_path / "a.gif", RunContext(progress=told.append))
    assert write_export(animation(frames=3), tmp_path / "b.gif")
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()
    assert told[-1].fraction == 1.0
    assert len(list(tmp_path.iterdir())) == 2


def test_a_process_is_stopped_at_once_and_leaves_nothing(apart, tmp_path):
    stop, told = threading.Event(), []

    def look(news):
        told.append(news.fraction)
        stop.set()

    assert not write_apart(
        animation(frames=6000), tmp_path / "a.mp4", RunContext(progress=look, stop=stop)
    )
    assert 0 < told[0] <= told[-1] < 1
    assert list(tmp_path.iterdir()) == []


def test_errors_of_a_process_name_the_file_that_was_asked_for(apart, tmp_path):
    with pytest.raises(InputError, match="nothing to replay"):
        write_apart(animation("replay"), tmp_path / "a.mp4")
    with pytest.raises(InputError, match=r"none/a\.mp4: cannot be written: no such file"):
        write_apart(animation(), tmp_path / "none" / "a.mp4")
    with pytest.raises(InputError, match="a film ends in"):
        write_apart(animation(), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="a folder that nobody may write to")
def test_a_folder_without_permission_is_one_line():
    for what, name in (("scene", "a.png"), ("film", "a.mp4"), ("solid", "a.stl")):
        export = replace(animation(), what=what)
        for write in (write_export, write_apart):
            with pytest.raises(InputError, match=f"/sys/{name}: cannot be written") as caught:
                write(export, f"/sys/{name}")
            assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="files may grow as they like")
def test_a_full_disk_leaves_no_half_of_a_file(tmp_path):
    """Files of this process may not grow beyond some bytes, as on a disk that is full."""
    program = textwrap.dedent("""
        import resource, sys
        from nqviz.core.errors import InputError
        from nqviz.rendering.export import Figure, write_export
        from nqviz.view.image_settings import ImageSettings
        from nqviz.view.animation import Animation
        from nqviz.view.board_view import BoardView
        from nqviz.core.board import Board
        from nqviz.core.placement import Placement

        resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))
        picture = BoardView.of(Placement(Board.cube(4, 3), [(0, 0, 0)]))
        for what, ending in (("scene", "png"), ("layers", "svg"), ("layers", "tex"),
                             ("film", "mp4"), ("film", "gif"), ("solid", "stl")):
            settings, frames = ImageSettings(size=(160, 120)), Animation(frames=30)
            export = Figure(what, picture, settings, animation=frames)
            try:
                write_export(export, f"{sys.argv[1]}/a.{ending}")
            except InputError as error:
                print(error)
    """)
    done = run_process([sys.executable, "-c", program, str(tmp_path)])
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 6
    assert all(": cannot be written: " in line for line in lines)
    assert list(tmp_path.iterdir()) == []


# Moments -----------------------------------------------------------------------------------------


def test_a_long_history_is_thinned_out_evenly():
    history = History(BoardState(Placement(BOARD)))
    for number in range(1000):
        cells = (number // 2 % BOARD.size,)
        history.edit(
            Edit("", place=() if number % 2 else cells, remove=cells if number % 2 else ())
        )
    steps = history_steps(history)
    assert len(steps) == 400
    assert not steps[0].queens.size
    assert [step.queens.size for step in steps[:4]] == [0, 1, 1, 0]
    assert np.array_equal(steps[-1].queens, history.state.queens)


def test_a_large_placement_comes_several_queens_at_a_time():
    board = Board.cube(30, 2)
    full = Placement.from_indices(board, range(900))
    steps = placing_steps(full)
    assert len(steps) <= 402
    assert [len(steps[0].queens), len(steps[-1].queens)] == [0, 900]


def test_a_search_is_gone_through_from_its_givens():
    givens = Placement(BOARD, [(0, 0, 0)])
    steps = solving_steps(givens, RunContext(Limit()))
    sizes = [len(step.queens) for step in steps]
    assert sizes[0] == 1
    assert sizes == sorted(set(sizes))
    assert all(0 in step.queens and step.given.tolist() == [0] for step in steps)
    assert not steps[-1].conflicts
