"""The data model of lesson files, checked key by key.

The format is described for authors in ``docs/guide/extend/lesson.md``. Coordinates count from 1
here, as in the files; `still` converts them to cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr
from pydantic import model_validator as validator

from nqviz.view.view_state import SIDES, CameraState, CliqueKind, FlatView, Share, ViewState

from .tasks import Coordinate, Coordinates, Name, Part, Positive, Task, Text, Whole, Words

FORMAT = "nqviz-lesson"
VERSION = 1
MAX_CELLS = 250_000
"""The largest board of a lesson, in cells."""


class Regular(Part):
    """A regular solution: last coordinate = sum of a_i x_i + c mod n, cells from 0."""

    coefficients: Annotated[list[StrictInt], Field(min_length=1, max_length=11)]
    shift: StrictInt = 0


class CutState(Regular):
    """A subcube cut of a regular solution: k layers deleted along each axis."""

    outer: Annotated[StrictInt, Field(ge=2, le=101)]
    """The side of the board that the regular solution fills."""
    deleted: Whole
    """The number of layers deleted along each axis."""
    first: Coordinate
    """For each axis the first deleted layer, from 1."""


class Box(Part):
    """All cells between two corners, both included."""

    box: Annotated[list[Coordinate], Field(min_length=2, max_length=2)]


class BoardState(Part):
    """The board at the beginning of a step.

    At most one of `queens`, `permutation`, `certificate` (the name of a record), `code` (a
    placement code), `regular` and `cut` defines the queens; a cut, a record and a code also define
    the board, and a code its given queens.
    """

    board: Annotated[list[Positive], Field(min_length=1, max_length=12)] | None = None
    torus: StrictBool | list[Positive] = False
    """Whether lines wrap, or the axes along which they do, from 1."""
    twist: StrictBool = False
    piece: StrictStr = "queen"
    queens: Coordinates | None = None
    permutation: Annotated[list[Positive], Field(max_length=1000)] | None = None
    certificate: Name | None = None
    code: Annotated[StrictStr, Field(max_length=20_000)] | None = None
    regular: Regular | None = None
    cut: CutState | None = None
    givens: Coordinates | Literal["all"] = Field(default_factory=list)
    highlight: Coordinates | Box = Field(default_factory=list)
    cursor: Coordinate | None = None
    density: StrictBool = False

    @validator(mode="after")
    def _one_source(self) -> BoardState:
        sources = ("queens", "permutation", "certificate", "code", "regular", "cut")
        used = [name for name in sources if getattr(self, name) is not None]
        if len(used) > 1:
            raise ValueError(f"{used[0]} and {used[1]} both define the queens")
        brings_board = bool({"certificate", "code", "cut"} & set(used))
        own = self.board or self.torus or self.twist or self.piece != "queen"
        if brings_board and own:
            raise ValueError(f"{used[0]} already defines the board")
        if not brings_board and self.board is None:
            raise ValueError("board is missing")
        return self


class CliqueState(Part):
    """A clique that is outlined at the cursor."""

    kind: CliqueKind
    size: Positive = 1


class StepView(Part):
    """The part of the view state that a step sets."""

    flat: FlatView = "layers"
    """The flat view that is shown."""
    scene: StrictBool = True
    """Whether the scene is shown; without it the layers take its place."""
    eye: Literal["corner", "front", "right", "top"] | None = None
    """The position of the camera of the scene."""
    colour: Annotated[
        StrictStr, Field(pattern=r"^(layer|theme|ring|attacks|density|x\d{1,2})$")
    ] = "layer"
    """The meaning of the colours of queens; ``x2`` is the second coordinate."""
    free: StrictBool = False
    """Whether free cells are marked."""
    gap: Annotated[StrictInt, Field(ge=0, le=30)] = 0
    """The gap between layers in the scene, in tenths of a cell."""
    clique: CliqueState | None = None
    """The clique outlined around the cursor."""
    layers: Annotated[list[Positive], Field(min_length=2, max_length=2)] | None = None
    """The coordinates that each flat board shows, across and up."""
    hold: Annotated[dict[StrictInt, Positive], Field(max_length=12)] = Field(default_factory=dict)
    """Coordinates (from 1) that are fixed at one value; all values of the others are shown. A
    value of the one that numbers the layers is the active layer."""

    def on(self, view: ViewState) -> ViewState:
        """Return a view state with the values given here, and the others as before."""
        across, up = self.layers or (1, 2)
        fixed = {axis - 1: value - 1 for axis, value in self.hold.items()}
        dims = replace(view.dims.show_boards((across - 1, up - 1)), fixed=fixed)
        clique = None if self.clique is None else self.clique.kind
        return replace(
            view,
            flat=self.flat,
            share=self._share(view),
            dims=dims,
            gap=self.gap / 10,
            colour=self.colour,
            active_layer=fixed.get(dims.scene[-1]) if len(dims.scene) > 2 else None,
            clique=clique,
            clique_size=view.clique_size if self.clique is None else self.clique.size,
            free=self.free,
            camera=self._camera(view),
        )

    def _share(self, view: ViewState) -> Share:
        if not self.scene:
            return "all"
        return "strip" if view.share == "all" else view.share

    def _camera(self, view: ViewState) -> CameraState | None:
        if self.eye is None or len(view.dims.scene) < 3:
            return view.camera
        return None if self.eye == "corner" else CameraState(*SIDES[self.eye])


class Beside(Part):
    """A second board, drawn beside that of the step; it is looked at and not played on."""

    state: BoardState
    say: Words | None = None
    """What the second board shows, in one line."""


class WrittenFrame(Part):
    """A frame of an animation: its queens, or the changes from the frame before."""

    queens: Coordinates | None = None
    place: Coordinates = Field(default_factory=list)
    remove: Coordinates = Field(default_factory=list)
    highlight: Coordinates | Box | None = None
    cursor: Coordinate | None = None
    say: Text | None = None


class Generated(Part):
    """An animation that a generator makes from the board state of the step."""

    generator: Literal[
        "backtracking",
        "blocks",
        "certificate",
        "classes",
        "cut",
        "first queens",
        "layers",
        "rings",
        "shift classes",
    ]
    proof: Annotated[StrictStr, Field(pattern=r"^[a-z0-9-]{1,60}$")] | None = None
    """The name of a certificate that ships; no path."""
    side: Positive = 2
    axis: Positive = 3


Control = Literal["counts", "layers", "torus"]


class Step(Part):
    """A step of a lesson.

    Without a `state` the board is that of the step before.
    """

    title: Words
    text: Text
    state: BoardState | None = None
    view: StepView = Field(default_factory=StepView)
    beside: Beside | None = None
    panel: Literal["solve", "bounds", "density", "constructions", "symmetry"] | None = None
    controls: Annotated[list[Control], Field(max_length=3)] = Field(default_factory=list)
    """What the step asks the learner to look at or to use; it is shown in a presentation, too."""
    notes: Text | None = None
    """What the speaker of a presentation sees on another screen, and nobody else."""
    frames: (
        Generated | Annotated[list[WrittenFrame], Field(min_length=1, max_length=500)] | None
    ) = None
    task: Task | None = None

    @property
    def texts(self) -> Iterator[str]:
        """All texts of the step that may have formulas, pictures and links."""
        yield self.text
        if self.notes is not None:
            yield self.notes
        if self.task is not None:
            yield from (self.task.say, *self.task.hint)
            yield self.task.done or ""
        if isinstance(self.frames, list):
            yield from (frame.say or "" for frame in self.frames)

    @property
    def shown_controls(self) -> frozenset[str]:
        """The controls that the page of the step shows: those it names, and a solver's."""
        return frozenset(self.controls) | ({"solve"} if self.panel == "solve" else set())

    @property
    def drawer(self) -> str | None:
        """The drawer or page that is opened: constructions in the board's, bounds in the atlas."""
        moved = {"constructions": "board", "bounds": "atlas"}
        return None if self.panel is None else moved.get(self.panel, self.panel)


class Lesson(Part):
    """A lesson."""

    format: Literal["nqviz-lesson"]
    version: Literal[1]
    title: Words
    about: Words
    minutes: Annotated[StrictInt, Field(ge=1, le=240)]
    steps: Annotated[list[Step], Field(min_length=1, max_length=100)]
    name: Name = "lesson"
    """The name of its file, which is the key of saved progress; not a key of the file."""
    pictures: Annotated[dict[str, bytes], Field(max_length=0, repr=False)] = Field(
        default_factory=dict
    )
    """The pictures beside its file, by their names; not a key of the file."""

    @validator(mode="after")
    def _begins(self) -> Lesson:
        if self.steps[0].state is None:
            raise ValueError("the first step needs a state")
        return self
