"""Write what is to be taken away: whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from nqviz.run.context import Progress as Report
from nqviz.run.context import RunContext
from nqviz.run.files import write_whole
from nqviz.view.image_settings import ImageChoices
from nqviz.view.palette import ColourArray

from .encoding import encode
from .figure import Figure, plugin_format


class _StoppedError(Exception):
    """The user has cancelled."""


def write_export(figure: Figure, path: Path | str, run: RunContext | None = None) -> bool:
    """Write a picture, a film or a solid into a file.

    Parameters
    ----------
    path : path or str
        Its ending chooses the format.
    run : RunContext, optional
        Progress comes after each image of an animation; an animation that is stopped leaves no
        file.

    Returns
    -------
    bool
        Whether the file is there: False when it was stopped.

    Raises
    ------
    InputError
        If it cannot be drawn or written; no half of a file is left then.
    """
    ending = figure.format_of(path)
    run = run or RunContext()
    if run.stop.is_set():
        return False
    plugin = plugin_format(figure.what, ending)
    if plugin is None and figure.what == "film":
        return _write_film(figure, path, ending, run)
    run.progress(Report("drawing", run.seconds))
    if plugin is None:
        draw = {"scene": _scene, "solid": _solid, "page": _page}.get(figure.what, _figure)
        draw(figure, Path(path), figure.settings.choices)
    else:
        write_whole(path, partial(plugin.write, figure))
    return True


def _scene(figure: Figure, path: Path, settings: ImageChoices) -> None:
    from nqviz.rendering.scene import save_scene

    save_scene(
        figure.picture,
        path,
        arrangement=figure.arrangement,
        options=figure.options,
        camera=figure.view.camera,
        **settings,
    )


def _solid(figure: Figure, path: Path, settings: ImageChoices) -> None:
    from nqviz.rendering.scene import save_solid

    save_solid(
        figure.picture,
        path,
        arrangement=figure.arrangement,
        options=figure.options,
        cell=figure.cell,
        stand=figure.stand,
        theme=settings["theme"],
    )


def _page(figure: Figure, path: Path, settings: ImageChoices) -> None:
    from nqviz.rendering.page import PageText, save_page

    text = PageText(figure.caption, figure.source)
    save_page(figure.picture, path, text, settings["theme"])


def _figure(figure: Figure, path: Path, settings: ImageChoices) -> None:
    from nqviz.rendering.figures import counts_chart, save_chart, save_drawing

    picture, places = figure.picture, figure.arrangement
    if figure.what == "chart":
        chart = figure.chart or counts_chart(picture, figure.shown.dims.counted)
        save_chart(chart, path, **settings)
    else:
        what, axis = figure.what, figure.axis
        save_drawing(picture, path, what, arrangement=places, axis=axis, **settings)


# Films ------------------------------------------------------------------------------------------


def _write_film(figure: Figure, path: Path | str, ending: str, run: RunContext) -> bool:
    frames = film_frames(figure, ending)

    def watched() -> Iterator[ColourArray]:
        for number, pixels in enumerate(frames, start=1):
            if run.stop.is_set():
                raise _StoppedError
            yield pixels
            words = f"picture {number:,} of {figure.frames:,}"
            run.progress(Report(words, run.seconds, number / figure.frames))

    def write(name: Path) -> None:
        encode(watched(), name, ending, figure.pixels, figure.animation.rate)
        if run.stop.is_set():  # while the encoder wrote what it still had
            raise _StoppedError

    try:
        write_whole(path, write)
    except _StoppedError:
        return False
    return True


def film_frames(figure: Figure, ending: str, scale: float = 1.0) -> Iterator[ColourArray]:
    """Return the pictures of a film, each of shape (height, width, 3), both even for encoders.

    `ending`: the format.
    `scale`: draws the same with fewer pixels.
    """
    settings = replace(
        figure.settings, size=figure.pixels, scale=scale, transparent=False, paper=None
    )
    if figure.of_layers:
        from nqviz.rendering.figures.layers import layer_frames

        return layer_frames(
            figure.animation,
            figure.picture,
            settings,
            steps=figure.steps,
            arrangement=figure.arrangement,
        )
    from nqviz.rendering.scene import scene_frames

    return scene_frames(
        figure.animation,
        figure.picture,
        settings,
        steps=figure.steps,
        arrangement=figure.arrangement,
        options=figure.options,
        camera=figure.view.camera,
        plain=ending == "gif",  # its few colours make stripes of a gradient
    )
