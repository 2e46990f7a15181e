"""All pictures by name: the board that is opened and what is done then."""

from collections.abc import Callable
from functools import partial
from typing import Any

from . import boards, steps
from .steps import several

Picture = tuple[Callable[[], Any], Callable[..., object]]
"""What opens a board, and what is done then."""


def everything() -> dict[str, Picture]:
    return {**_boards(), **_panels(), **_dialogs()}


def _boards() -> dict[str, Picture]:
    best: Callable[[int, int], Callable[[], Any]] = partial(partial, boards.best)
    regular: Callable[[int, int], Callable[[], Any]] = partial(partial, boards.regular)
    big = boards.certificate("11x11x11-121")
    shown: dict[str, Picture] = {
        "board-8-2": (partial(boards.classical, 8), partial(steps.cursor, 20)),
        "board-empty": (partial(boards.empty, 6, 3), partial(steps.cursor, 20)),
        "board-11-3": (lambda: big, steps.nothing),
        "board-11-3-cursor": (partial(boards.empty, 11, 3), partial(steps.cursor, 665)),
        "board-31-3": (regular(31, 3), steps.nothing),
        "board-101-3": (regular(101, 3), steps.nothing),
        "board-5-4": (best(5, 4), steps.nothing),
        "board-5-4-slice": (best(5, 4), steps.slice_of_four),
        "board-5-4-narrow": (best(5, 4), steps.narrow),
        "board-5-5": (best(5, 5), steps.nothing),
        "board-torus": (boards.torus, partial(steps.look, "wrapped", "Wrap on a torus")),
        "board-torus-cube": (boards.torus_cube, steps.nothing),
        "board-attacked": (boards.attacked, partial(steps.cursor, 100)),
        "board-selected": (lambda: big, steps.select),
        "board-cut": (partial(boards.empty, 9, 3), steps.cut),
        "board-cube": (partial(boards.empty, 7, 3), partial(steps.clique, "Cube")),
        "board-odd-cycle": (partial(boards.empty, 7, 3), partial(steps.clique, "Odd cycle")),
        "board-star": (partial(boards.empty, 7, 3), partial(steps.clique, "Star")),
    }
    for text in ("One colour", "Ring", "Attacks", "Density", "x2"):
        step = partial(steps.look, "colour", text)
        shown[f"colour-{text.split()[-1]}"] = (lambda: big, step)
    return shown


def _panels() -> dict[str, Picture]:
    big = boards.certificate("11x11x11-121")
    small, flat = partial(boards.empty, 5, 3), partial(boards.empty, 8, 2)
    dock = partial(partial, steps.dock)
    return {
        "panel-solve-running": (partial(boards.empty, 9, 3), partial(steps.solve, 20, False)),
        "panel-solve-finished": (partial(boards.empty, 4, 3), partial(steps.solve, 20, True)),
        "panel-density": (
            partial(boards.empty, 4, 3),
            several(dock("density"), partial(steps.press, "density.show")),
        ),
        "panel-history": (partial(boards.empty, 6, 3), steps.history),
        "panel-activity": (small, steps.running),
        "panel-bounds": (small, steps.bounds),
        "panel-library": (small, steps.library),
        "panel-lessons": (flat, dock("lessons")),
        "panel-lesson": (flat, partial(steps.lesson, 0, 2)),
        "panel-lesson-solver": (flat, partial(steps.lesson, 7, 1)),
        "panel-rings-explained": (boards.two_queens, steps.rings),
        "panel-tables": (flat, steps.tables),
        "panel-symmetry": (lambda: big, dock("symmetry")),
        "panel-symmetry-compared": (lambda: big, steps.symmetry),
        "panel-compare": (small, partial(steps.show_page, "compare")),
        "panel-compare-run": (partial(boards.empty, 4, 3), steps.compare),
        **{
            f"panel-planar-{page}": (flat, partial(steps.planar, page))
            for page in ("first", "beautiful", "complete")
        },
        **{
            f"family-{name}": (partial(boards.empty, n, d), partial(steps.family, name))
            for name, n, d in (
                ("classical", 8, 2),
                ("regular", 12, 3),
                ("subcube", 9, 3),
                ("stacked", 6, 3),
                ("colouring", 12, 2),
            )
        },
        "view-square": (lambda: big, partial(steps.flat, "square")),
        "view-square-8-2": (partial(boards.classical, 8), partial(steps.flat, "square")),
        "view-graph": (partial(boards.empty, 4, 2), partial(steps.flat, "graph")),
        "view-counts": (lambda: big, partial(steps.flat, "per_layer")),
        "toasts": (small, steps.toasts),
    }


def _dialogs() -> dict[str, Picture]:
    small = partial(boards.empty, 5, 3)
    return {
        **{f"preferences-{place}": (small, partial(steps.page, place)) for place in range(4)},
        "keys": (small, partial(steps.act, "help.keys")),
        "palette": (small, partial(steps.act, "help.commands")),
        "select": (small, partial(steps.act, "edit.select_rule")),
        "export": (small, steps.export),
        "export-figure": (lambda: boards.certificate("12x12x12-133"), steps.figure),
        "problem": (small, partial(steps.act, "file.export_problem")),
        "about": (small, partial(steps.act, "help.about")),
        "unsaved": (small, steps.unsaved),
        "changed-on-disk": (small, steps.changed_on_disk),
        "reports": (small, steps.reports),
        "recovery": (small, steps.recovery),
        "details": (small, steps.details),
        **{
            f"menu-{title.lower()}": (small, partial(steps.show_menu, title))
            for title in ("File", "Edit", "Symmetry", "View", "Solve", "Help")
        },
        **{
            f"tool-menu-{name}": (small, partial(steps.show_tool_menu, name))
            for name in ("menu", "board", "solve", "views", "look")
        },
        "menu-bar": (small, steps.menu_bar),
    }
