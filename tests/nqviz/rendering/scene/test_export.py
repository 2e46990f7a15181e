"""Pictures of scenes in files."""

import os
import sys

import numpy as np
import pytest
from PIL import Image

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.rendering.scene import SceneOptions, backdrop, save_scene
from nqviz.rendering.scene.options import default_scene
from nqviz.view.board_view import BoardView
from nqviz.view.palette import DARK, LIGHT, rgb
from tests.process import run_process

BOARD = Board.cube(4, 3)
PICTURE = BoardView.of(Placement(BOARD, [(0, 0, 0), (1, 2, 3)]))


def test_a_file_has_the_size_that_was_asked_for(tmp_path):
    target = tmp_path / "scene.png"
    save_scene(PICTURE, target, size=(200, 150), scale=1.5)
    pixels = np.asarray(Image.open(target))
    assert pixels.shape == (225, 300, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 200
    assert [path.name for path in tmp_path.iterdir()] == ["scene.png"]


def test_themes_differ_and_transparency_leaves_the_background_out(tmp_path):
    images = {}
    for theme, transparent in (("light", False), ("dark", False), ("light", True)):
        save_scene(
            PICTURE, tmp_path / "a.png", size=(160, 120), theme=theme, transparent=transparent
        )
        images[theme, transparent] = np.asarray(Image.open(tmp_path / "a.png"))
    assert images["light", False].mean() > 200
    assert images["dark", False].mean() < 70
    clear = images["light", True]
    assert clear.shape[2] == 4
    assert clear[0, 0, 3] == 0
    assert clear[..., 3].max() == 255


def test_a_transparent_picture_is_the_opaque_one_without_its_backdrop(tmp_path):
    images = []
    for name, is_clear in (("clear", True), ("opaque", False), ("empty", False)):
        options = SceneOptions(lattice=name != "empty", labels=name != "empty")
        picture = BoardView(BOARD) if name == "empty" else PICTURE
        path = tmp_path / f"{name}.png"
        save_scene(picture, path, size=(162, 121), options=options, transparent=is_clear)
        images.append(np.asarray(Image.open(path)).astype(float))
    clear, opaque, empty = images
    share = clear[..., 3:] / 255
    assert ((share > 0) & (share < 1)).any()
    assert np.abs(clear[..., :3] * share + empty * (1 - share) - opaque).max() <= 2


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_a_backdrop_is_brightest_behind_the_board(theme):
    pixels = backdrop((400, 240), theme).astype(int)
    assert pixels.shape == (240, 400, 3)
    assert np.abs(pixels[108, 200] - rgb(theme.glow)).max() <= 1
    assert np.abs(pixels[-1, 0] - rgb(theme.canvas)).max() <= 1
    middle = pixels[108, 200:].sum(axis=1)
    smooth = np.convolve(middle, np.ones(16) / 16, mode="valid")
    assert (np.diff(smooth[::16]) <= 0.5).all()


@pytest.mark.parametrize("name", ["scene.gif.txt", "scene", "scene.jpeg2"])
def test_an_unknown_ending_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="ends in png, svg, pdf, tex, not in"):
        save_scene(PICTURE, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [(0, 10), (10, -3), (90_000, 10)])
def test_an_impossible_size_is_refused(tmp_path, size):
    with pytest.raises(InputError, match="pixels are too"):
        save_scene(PICTURE, tmp_path / "a.png", size=size)


def test_an_unknown_theme_style_and_colouring_are_refused(tmp_path):
    with pytest.raises(InputError, match="theme"):
        save_scene(PICTURE, tmp_path / "a.png", theme="pink")
    with pytest.raises(InputError, match="style"):
        SceneOptions(style="knight")
    with pytest.raises(InputError, match="coloured by"):
        SceneOptions(colour="mood")


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path):
    with pytest.raises(InputError, match=r"missing.*cannot be written"):
        save_scene(PICTURE, tmp_path / "missing" / "a.png", size=(80, 64))
    assert not list(tmp_path.iterdir())


def test_an_old_file_is_replaced_as_a_whole(tmp_path):
    target = tmp_path / "a.png"
    target.write_bytes(b"old")
    save_scene(PICTURE, target, size=(80, 64))
    with Image.open(target) as drawn:
        assert drawn.size == (80, 64)


def test_the_same_picture_is_drawn_the_same_twice(tmp_path):
    for name in ("a.png", "b.png"):
        save_scene(PICTURE, tmp_path / name, size=(160, 120), arrangement=default_scene(BOARD))
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="the ways to draw differ")
def test_without_opengl_one_line_says_so(tmp_path):
    program = (
        "import sys\n"
        "from nqviz import Board\n"
        "from nqviz.core.errors import InputError\n"
        "from nqviz.view.board_view import BoardView\n"
        "from nqviz.rendering.scene import save_scene\n"
        "try:\n"
        "    save_scene(BoardView(Board.cube(3, 3)), sys.argv[1], size=(64, 64))\n"
        "except InputError as error:\n"
        "    print(error)\n"
    )
    target = tmp_path / "a.png"
    without = {"DISPLAY", "WAYLAND_DISPLAY"}
    environment = {key: value for key, value in os.environ.items() if key not in without}
    environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = str(tmp_path / "none.json")
    done = run_process([sys.executable, "-c", program, str(target)], env=environment)
    assert done.returncode == 0
    assert done.stderr == ""
    # A machine with OSMesa draws all the same.
    assert target.exists() or "there is no OpenGL" in done.stdout
