"""Every action of the window, declared once, for the menus, the shortcuts and the search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionSpec:
    """What an action is called, where it stands, and what it calls."""

    name: str
    text: str
    menu: str
    handler: str
    """A method of the window, or of one of its parts: ``files.save``."""
    tip: str
    shortcut: str = ""
    """Its keys; further ones, which are not changed with the first, stand behind semicolons."""
    checkable: bool = False
    group: str = ""
    """Actions of one group exclude each other."""
    separator: bool = False
    """Whether a line stands above it."""


_TABLE = """
[&File]
file.new | &New board | new_tab | Ctrl+N
    Start another board
file.open | &Open … | files.open_dialog | Ctrl+O
    Open placements or sessions
file.save | &Save | files.save | Ctrl+S
    Save the placement
file.save_as | Save &as … | files.save_dialog | Ctrl+Shift+S
    Save under another name
file.save_session | Save sess&ion … | files.save_session_dialog
    Save all tabs with their histories

file.export | &Export … | exporting.open_dialog | Ctrl+E
    Export an image, a chart, an animation or a 3D model of what is shown
file.export_problem | Export pro&blem … | problem_files.open_dialog
    Write a problem of this board for other solvers
file.import_solution | &Import solution … | problem_files.import_dialog
    Verify and open what another solver has found for this board
file.close | &Close board | close_tab | Ctrl+W
    Close this board

file.quit | &Quit | close | Ctrl+Q
    Leave

[&Edit]

edit.clear | &Clear the board | document.clear | Ctrl+Backspace
    Remove every queen that is not given
edit.lock | &Lock all queens | document.lock_all
    Make all queens given ones
edit.unlock | &Unlock all queens | document.unlock_all
    Unlock every queen

edit.copy | C&opy queens | editing.copy | Ctrl+C
    Copy the selected queens, or all of them, as text
edit.paste | &Paste queens | editing.paste | Ctrl+V
    Add the copied queens at their coordinates, or open a copied placement code
edit.copy_code | Copy as placement co&de | sharing.copy_code | Ctrl+Alt+C
    Copy the board, its queens and the view as one line of text; Paste or nqviz open opens it
edit.copy_python | Copy as P&ython | sharing.copy_python
    Copy a script that repeats the history of this board with the library
edit.copy_scene | Copy the &scene as an image | exporting.copy_scene | Ctrl+Shift+C
    Put the scene on the clipboard as it is seen
edit.copy_flat | Copy the &flat view as an image | exporting.copy_flat
    Put the layers, or the view in front of them, on the clipboard as they are seen

edit.select_all | Select &all queens | editing.select_all | Ctrl+A
    Select every queen on the board
edit.select_none | Select &nothing | editing.select_none | Ctrl+Shift+A
    Let go of the selection
edit.select_rule | Select &by rule … | editing.select_by_rule | Ctrl+Shift+F
    Select the queens of a layer, of a range, the conflicting or the given ones
edit.delete | &Delete selected queens | editing.delete | Del
    Remove the selected queens that are not given
edit.lock_selected | Lock selected queens | editing.lock
    Make the selected queens given ones
edit.unlock_selected | Unlock selected queens | editing.unlock
    The selected queens are not given any more

[&Edit/&Move selected queens]
edit.move_left | Move selected queens left | editing.move_left | Alt+Left
    Move the selected queens by one cell as the layers show them
edit.move_right | Move selected queens right | editing.move_right | Alt+Right
    Move the selected queens by one cell as the layers show them
edit.move_up | Move selected queens up | editing.move_up | Alt+Up
    Move the selected queens by one cell as the layers show them
edit.move_down | Move selected queens down | editing.move_down | Alt+Down
    Move the selected queens by one cell as the layers show them
edit.move_to_previous_layer | Move selected queens to the layer before | editing.before | Alt+PgUp
    Move the selected queens by one cell along the next coordinate
edit.move_to_next_layer | Move selected queens to the layer after | editing.after | Alt+PgDown
    Move the selected queens by one cell along the next coordinate

[&Edit]

edit.preferences | Pre&ferences … | services.show_preferences | Ctrl+,
    Theme, text size, searching, shortcuts

[&View]
view.free | Mark &free cells | seeing.mark_free | F | on or off
    Show a dot on each cell that no queen attacks

view.front | &Front | scene.camera.view_front | 1
    Look from the front
view.right | &Right | scene.camera.view_right | 2
    Look from the right
view.top | &Top | scene.camera.view_top | 3
    Look from above
view.corner | &Corner | scene.camera.view_isometric | 4
    Look from a corner
view.reset | &Whole board | seeing.fit | 0
    Fit the board in
view.turntable | &Turntable | scene.toggle_turntable | T
    Turn the board by itself, until it is dragged
view.explode | E&xplode | scene.toggle_explode | X
    Pull the layers apart, to look between them
view.clip | C&lip | scene.toggle_clip | C
    Draw only some layers, by two handles on the ruler

view.page_scene | &Scene | seeing.scene | V, V
    The board in space, with its layers
view.page_square | S&quare | seeing.square | V, S
    The board from above, queens as symbols
view.page_graph | &Graph | seeing.graph | V, G
    The graph of attacks on small boards
view.page_per_layer | &Per layer | seeing.per_layer | V, P
    How many queens each layer holds
view.page_chart | &Chart | seeing.chart | V, C
    The last search, or the profile of the density
view.next_region | Ne&xt region | keys.go_on | F6
    Go round toolbar, rail, drawer, scene, layers and cubes
view.previous_region | Previous region | keys.go_to_previous | Shift+F6
    Go round the other way

view.layers_next | &Enlarge layers | seeing.next_share | E
    Layers as a strip, on half of the window, or on all of it, by turns

[&View/&Layers]
view.layers_strip | Layers as a &strip | seeing.strip | - | one of share
    The layers beside the scene
view.layers_half | Layers on &half | seeing.half | - | one of share
    Scene and layers share the window
view.layers_all | Layers on &all | seeing.all | - | one of share
    The layers alone

[&View/C&ubes]
view.cube_next | &Next cube | minimap.next_cube | Ctrl+Right
    Step along x4
view.cube_previous | &Previous cube | minimap.previous_cube | Ctrl+Left
    Step back along x4
view.cube_next_row | Next cube along x5 | minimap.next_row | Ctrl+Alt+Right
    Step along x5
view.cube_previous_row | Previous cube along x5 | minimap.previous_row | Ctrl+Alt+Left
    Step back along x5
view.cube_play | P&lay the cubes | minimap.play
    Show one cube after another, one a second
view.cube_all | &All cubes at once | minimap.show_all
    Show all cubes, or one again

[&View]

view.present | &Presentation | presentation.toggle | F11
    Fill the screen with the views and the text of the lesson; Escape ends it

view.theme_system | Theme of the s&ystem | seeing.system | - | one of theme
    Light or dark as the system is
view.theme_light | &Light theme | seeing.light | - | one of theme
    Dark on light
view.theme_dark | &Dark theme | seeing.dark | - | one of theme
    Light on dark

[&Solve]
solve.most | &Most queens | solve_panel.choose.most
    Search for the most queens that fit
solve.full | &Full placement | solve_panel.choose.full
    Search for a queen on every line along an axis
solve.number | A &number of queens … | solve_panel.choose.number
    Search for a number of queens of your choice
solve.proof | &Prove a number … | solve_panel.choose.proof
    Search for a proof that no more queens fit
solve.complete | &Complete these queens | solve_panel.choose.complete
    Search for the most queens beside these
solve.run | &Solve | solve_panel.run | Ctrl+Return
    Search in the background
solve.stop | S&top | solve_panel.stop | Ctrl+.
    End the search
solve.accept | &Accept the suggestion | solve_panel.accept | Ctrl+Shift+Return
    Put the suggested queens on the board
solve.discard | &Discard the suggestion | solve_panel.discard
    Drop the suggested queens

compare.run | &Compare programs | compare_panel.run
    Run what the Compare page describes, one after another
compare.stop | Stop c&omparing | compare_panel.stop
    End the comparison and keep the rows that are done

[&Help]
help.commands | &Commands … | show_palette | Ctrl+K; Ctrl+Shift+P
    Find any command, board or lesson by a few letters
help.about | &About | about
    What nqviz is
help.keys | &Mouse and keys | services.show_shortcuts | F1
    All actions with their keys, and what the mouse does
help.whats_this | &What is this? | services.ask_whats_this | Shift+F1
    Click a control afterwards to read what it does
help.lessons | &Lessons … | lessons_panel.bring
    Learn about queens in any dimension, step by step
"""
"""The menus; an action has a row with its name, text, handler, keys (``-`` for none) and whether it
is on or off, or one of a group, and below it what it does. An empty line parts actions."""


def _read(table: str) -> tuple[ActionSpec, ...]:
    """Return the actions of a table."""
    specs: list[ActionSpec] = []
    lines, menu = table.strip().splitlines(), ""
    for before, line, tip in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        if line.startswith("["):
            menu = line[1:-1]
        elif line and not line.startswith(" "):
            name, text, handler, *more = line.split(" | ")
            keys, kind = (*more, "", "")[:2]
            specs.append(
                ActionSpec(
                    name,
                    text,
                    menu,
                    handler,
                    tip.strip(),
                    "" if keys == "-" else keys,
                    checkable=bool(kind),
                    group=kind.removeprefix("one of ") if kind.startswith("one of ") else "",
                    separator=not before,
                )
            )
    return tuple(specs)


ACTIONS = _read(_TABLE)
