"""Films on a machine without ffmpeg."""

from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from PIL import Image

from nqviz.core.errors import InputError
from nqviz.rendering.export import encoding


@pytest.fixture(autouse=True)
def without_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "_ffmpeg", lambda: None)


def test_a_gif_needs_no_ffmpeg(tmp_path: Path) -> None:
    frames = [np.full((20, 30, 3), value, dtype=np.uint8) for value in (0, 120, 250)]
    encoding.encode(iter(frames), tmp_path / "film.gif", "gif", (30, 20), 10)
    with Image.open(tmp_path / "film.gif") as film:
        assert (film.size, film.n_frames, film.info["loop"]) == ((30, 20), 3, 0)
        film.seek(2)
        assert film.info["duration"] == 100
        assert np.abs(np.asarray(film.convert("RGB")).astype(int) - 250).max() <= 2


def test_an_mp4_without_ffmpeg_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no ffmpeg; write a GIF"):
        encoding.encode(iter(()), tmp_path / "film.mp4", "mp4", (30, 20), 10)
    assert not (tmp_path / "film.mp4").exists()


def test_frames_are_images_in_a_file_that_is_always_the_same(tmp_path: Path) -> None:
    frames = [np.full((20, 30, 3), value, dtype=np.uint8) for value in (0, 120, 250)]
    for name in ("a.zip", "b.zip"):
        encoding.encode(iter(frames), tmp_path / name, "zip", (30, 20), 10)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with ZipFile(tmp_path / "a.zip") as archive:
        names = archive.namelist()
        assert names == ["frame-0001.png", "frame-0002.png", "frame-0003.png"]
        with archive.open(names[1]) as stream, Image.open(stream) as image:
            assert np.array_equal(np.asarray(image), frames[1])
