"""Pictures one after another into a film, by the ffmpeg that imageio brings along."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from nqviz.core.errors import InputError
from nqviz.run.processes import NO_CONSOLE
from nqviz.view.palette import ColourArray

_GIF = (
    "split[drawn][again];[drawn]palettegen=stats_mode=single[colours];"
    "[again][colours]paletteuse=new=1:dither=none"
)
_CHOICES = {
    "mp4": (
        *("-c:v", "libx264", "-preset", "medium", "-crf", "18"),
        *("-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"),
    ),
    "webm": (
        *("-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"),
        *("-pix_fmt", "yuv420p", "-fflags", "+bitexact", "-f", "webm"),
    ),
    "gif": ("-filter_complex", _GIF, "-loop", "0", "-f", "gif"),
}
"""How each format is written: so that every player shows it, and twice as the same file."""


def encode(
    frames: Iterable[ColourArray], path: Path, ending: str, size: tuple[int, int], rate: int
) -> None:
    """Write a film.

    `frames`, each of shape (height, width, 3), uint8: what they raise ends the film, and is raised.
    `path`: the file, whatever its name ends in; half of it may be left after an error.
    `ending`: the format: "mp4", "gif", "webm", or "zip" for a PNG image of each picture.
    `size`: width and height, both even.
    `rate`: pictures in a second.
    Raises OSError if the file cannot be written; InputError if there is no ffmpeg on this machine;
    a GIF and images need none.
    """
    if ending == "zip":
        return _encode_zip(frames, path)
    program = _ffmpeg()
    if program is None and ending == "gif":
        return _encode_gif(frames, path, rate)
    if program is None:
        name = {"mp4": "MP4", "webm": "WebM"}[ending]
        raise InputError(f"no {name} can be written here: there is no ffmpeg; write a GIF")
    width, height = size
    given = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(rate))
    command = (program, "-y", "-loglevel", "error", *given, "-i", "pipe:0", "-an")
    encoder = subprocess.Popen(
        (*command, *_CHOICES[ending], str(path)),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        creationflags=NO_CONSOLE,
        restore_signals=False,  # so that it says when a file may not grow: a signal would end it
    )
    assert encoder.stdin is not None
    assert encoder.stderr is not None
    try:
        with suppress(BrokenPipeError):  # then it has ended, and its status tells why
            for pixels in frames:
                encoder.stdin.write(pixels.tobytes())
            encoder.stdin.close()
        problem = encoder.stderr.read().decode("utf-8", "replace").strip()
        if encoder.wait() != 0:
            raise OSError(_reason(problem))
    finally:
        if encoder.poll() is None:
            encoder.kill()
            encoder.wait()
        with suppress(OSError):
            encoder.stdin.close()
        encoder.stderr.close()


def _encode_gif(frames: Iterable[ColourArray], path: Path, rate: int) -> None:
    """Write a GIF by Pillow, where there is no ffmpeg; slower, with as good colours."""
    from PIL import Image

    drawn = (Image.fromarray(pixels).quantize(dither=Image.Dither.NONE) for pixels in frames)
    first = next(drawn)
    lasting = round(1000 / rate)
    first.save(path, "GIF", save_all=True, append_images=drawn, duration=lasting, loop=0)


def _encode_zip(frames: Iterable[ColourArray], path: Path) -> None:
    """Write each picture as a PNG of a ZIP file, ``frame-0001.png`` and so on."""
    from PIL import Image

    with ZipFile(path, "w") as archive:
        for number, pixels in enumerate(frames, start=1):
            stream = BytesIO()
            Image.fromarray(pixels).save(stream, "png", compress_level=3)
            # A time of its own would make the file another one each time.
            archive.writestr(ZipInfo(f"frame-{number:04}.png"), stream.getvalue())


def _ffmpeg() -> str | None:
    """Return the command that encodes films, of imageio or of the system; None without one."""
    import imageio_ffmpeg

    try:
        name: str = imageio_ffmpeg.get_ffmpeg_exe()
    except RuntimeError:
        return None
    return name


def _reason(words: str) -> str:
    """Return in a few words why ffmpeg ended, out of its long output."""
    for reason in ("No space left on device", "File too large", "Permission denied"):
        if reason.lower() in words.lower():
            return reason.lower()
    last = words.rpartition("\n")[2]
    return f"the encoder of films ended: {last}" if last else "the encoder of films was ended"
