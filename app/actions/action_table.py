"""Every action of the window, declared once, for the menus, the shortcuts and the palette."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionSpec:
    """What an action is called, where it stands, and what it calls.

    The handler is a method of the window, or of one of its parts: ``files.save``. Further keys
    stand behind semicolons; they are not changed with the first ones.
    """

    name: str
    text: str
    menu: str
    handler: str
    tip: str
    shortcut: str = ""
    checkable: bool = False
    group: str = ""
    separator: bool = False


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("file.new", "&New board", "&File", "new_tab", "Start another board", "Ctrl+N"),
    ActionSpec(
        "file.open",
        "&Open …",
        "&File",
        "files.open_dialog",
        "Open placements or sessions",
        "Ctrl+O",
    ),
    ActionSpec("file.save", "&Save", "&File", "files.save", "Save the placement", "Ctrl+S"),
    ActionSpec(
        "file.save_as",
        "Save &as …",
        "&File",
        "files.save_dialog",
        "Save under another name",
        "Ctrl+Shift+S",
    ),
    ActionSpec(
        "file.save_session",
        "Save sess&ion …",
        "&File",
        "files.save_session_dialog",
        "Save all tabs with their histories",
    ),
    ActionSpec(
        "file.export",
        "&Export …",
        "&File",
        "exporting.open_dialog",
        "Export an image, a chart, an animation or a 3D model of what is shown",
        "Ctrl+E",
        separator=True,
    ),
    ActionSpec("file.close", "&Close board", "&File", "close_tab", "Close this board", "Ctrl+W"),
    ActionSpec("file.quit", "&Quit", "&File", "close", "Leave", "Ctrl+Q", separator=True),
    ActionSpec(
        "edit.clear",
        "&Clear the board",
        "&Edit",
        "document.clear",
        "Remove every queen that is not given",
        "Ctrl+Backspace",
        separator=True,
    ),
    ActionSpec(
        "edit.lock", "&Lock all queens", "&Edit", "document.lock_all", "Make all queens given ones"
    ),
    ActionSpec(
        "edit.unlock", "&Unlock all queens", "&Edit", "document.unlock_all", "Unlock every queen"
    ),
    ActionSpec(
        "edit.copy",
        "C&opy queens",
        "&Edit",
        "editing.copy",
        "Copy the selected queens, or all of them, as text",
        "Ctrl+C",
        separator=True,
    ),
    ActionSpec(
        "edit.paste",
        "&Paste queens",
        "&Edit",
        "editing.paste",
        "Add the copied queens at their coordinates",
        "Ctrl+V",
    ),
    ActionSpec(
        "edit.copy_scene",
        "Copy the &scene as an image",
        "&Edit",
        "exporting.copy_scene",
        "Put the scene on the clipboard as it is seen",
        "Ctrl+Shift+C",
    ),
    ActionSpec(
        "edit.copy_flat",
        "Copy the &flat view as an image",
        "&Edit",
        "exporting.copy_flat",
        "Put the layers, or the view in front of them, on the clipboard as they are seen",
    ),
    ActionSpec(
        "edit.select_all",
        "Select &all queens",
        "&Edit",
        "editing.select_all",
        "Select every queen on the board",
        "Ctrl+A",
        separator=True,
    ),
    ActionSpec(
        "edit.select_none",
        "Select &nothing",
        "&Edit",
        "editing.select_none",
        "Let go of the selection",
        "Ctrl+Shift+A",
    ),
    ActionSpec(
        "edit.select_rule",
        "Select &by rule …",
        "&Edit",
        "editing.select_by_rule",
        "Select the queens of a layer, of a range, the conflicting or the given ones",
        "Ctrl+Shift+F",
    ),
    ActionSpec(
        "edit.delete",
        "&Delete selected queens",
        "&Edit",
        "editing.delete",
        "Remove the selected queens that are not given",
        "Del",
    ),
    ActionSpec(
        "edit.lock_selected",
        "Lock selected queens",
        "&Edit",
        "editing.lock",
        "Make the selected queens given ones",
    ),
    ActionSpec(
        "edit.unlock_selected",
        "Unlock selected queens",
        "&Edit",
        "editing.unlock",
        "The selected queens are not given any more",
    ),
    *(
        ActionSpec(
            f"edit.move_{name}",
            f"Move selected queens {words}",
            "&Edit/&Move selected queens",
            f"editing.move_{name}",
            f"Move the selected queens by one cell {tip}",
            f"Alt+{key}",
        )
        for name, words, tip, key in (
            ("left", "left", "as the layers show them", "Left"),
            ("right", "right", "as the layers show them", "Right"),
            ("up", "up", "as the layers show them", "Up"),
            ("down", "down", "as the layers show them", "Down"),
            ("to_previous_layer", "to the layer before", "along the next coordinate", "PgUp"),
            ("to_next_layer", "to the layer after", "along the next coordinate", "PgDown"),
        )
    ),
    ActionSpec(
        "edit.preferences",
        "Pre&ferences …",
        "&Edit",
        "services.show_preferences",
        "Theme, text size, searching, shortcuts",
        "Ctrl+,",
        separator=True,
    ),
    ActionSpec(
        "view.free",
        "Mark &free cells",
        "&View",
        "seeing.mark_free",
        "Show a dot on each cell that no queen attacks",
        "F",
        checkable=True,
    ),
    ActionSpec(
        "view.front",
        "&Front",
        "&View",
        "scene.camera.view_front",
        "Look from the front",
        "1",
        separator=True,
    ),
    ActionSpec(
        "view.right", "&Right", "&View", "scene.camera.view_right", "Look from the right", "2"
    ),
    ActionSpec("view.top", "&Top", "&View", "scene.camera.view_top", "Look from above", "3"),
    ActionSpec(
        "view.corner", "&Corner", "&View", "scene.camera.view_isometric", "Look from a corner", "4"
    ),
    ActionSpec("view.reset", "&Whole board", "&View", "seeing.fit", "Fit the board in", "0"),
    *(
        ActionSpec(f"view.{name}", text, "&View", f"scene.toggle_{name}", tip, key)
        for name, text, tip, key in (
            ("turntable", "&Turntable", "Turn the board by itself, until it is dragged", "T"),
            ("explode", "E&xplode", "Pull the layers apart, to look between them", "X"),
            ("clip", "C&lip", "Draw only some layers, by two handles on the ruler", "C"),
        )
    ),
    *(
        ActionSpec(
            f"view.page_{page}",
            text,
            "&View",
            f"seeing.{page}",
            tip,
            f"V, {key}",
            separator=page == "scene",
        )
        for page, text, tip, key in (
            ("scene", "&Scene", "The board in space, with its layers", "V"),
            ("square", "S&quare", "The board from above, queens as symbols", "S"),
            ("graph", "&Graph", "The graph of attacks on small boards", "G"),
            ("per_layer", "&Per layer", "How many queens each layer holds", "P"),
            ("chart", "&Chart", "The last search, or the profile of the density", "C"),
        )
    ),
    *(
        ActionSpec(f"view.{name}", text, "&View", f"keys.{handler}", tip, shortcut)
        for name, text, handler, tip, shortcut in (
            (
                "next_region",
                "Ne&xt region",
                "go_on",
                "Go round toolbar, rail, drawer, scene, layers and cubes",
                "F6",
            ),
            (
                "previous_region",
                "Previous region",
                "go_to_previous",
                "Go round the other way",
                "Shift+F6",
            ),
        )
    ),
    ActionSpec(
        "view.layers_next",
        "&Enlarge layers",
        "&View",
        "seeing.next_share",
        "Layers as a strip, on half of the window, or on all of it, by turns",
        "E",
        separator=True,
    ),
    *(
        ActionSpec(
            f"view.layers_{share}",
            text,
            "&View/&Layers",
            f"seeing.{share}",
            tip,
            checkable=True,
            group="share",
        )
        for share, text, tip in (
            ("strip", "As a &strip", "The layers beside the scene"),
            ("half", "On &half", "Scene and layers share the window"),
            ("all", "On &all", "The layers alone"),
        )
    ),
    *(
        ActionSpec(f"view.cube_{name}", text, "&View/C&ubes", f"minimap.{handler}", tip, keys)
        for name, text, handler, tip, keys in (
            ("next", "&Next cube", "next_cube", "Step along x4", "Ctrl+Right"),
            ("previous", "&Previous cube", "previous_cube", "Step back along x4", "Ctrl+Left"),
            ("next_row", "Next cube along x5", "next_row", "Step along x5", "Ctrl+Alt+Right"),
            (
                "previous_row",
                "Previous cube along x5",
                "previous_row",
                "Step back along x5",
                "Ctrl+Alt+Left",
            ),
            ("play", "P&lay the cubes", "play", "Show one cube after another, one a second", ""),
            ("all", "&All cubes at once", "show_all", "Show all cubes, or one again", ""),
        )
    ),
    ActionSpec(
        "view.present",
        "&Presentation",
        "&View",
        "presentation.toggle",
        "Fill the screen with the views and the text of the lesson; Escape ends it",
        "F11",
        separator=True,
    ),
    ActionSpec(
        "view.theme_system",
        "Theme of the s&ystem",
        "&View",
        "seeing.system",
        "Light or dark as the system is",
        checkable=True,
        group="theme",
        separator=True,
    ),
    ActionSpec(
        "view.theme_light",
        "&Light theme",
        "&View",
        "seeing.light",
        "Dark on light",
        checkable=True,
        group="theme",
    ),
    ActionSpec(
        "view.theme_dark",
        "&Dark theme",
        "&View",
        "seeing.dark",
        "Light on dark",
        checkable=True,
        group="theme",
    ),
    *(
        ActionSpec(f"solve.{name}", text, "&Solve", f"solve_panel.choose.{name}", tip)
        for name, text, tip in (
            ("most", "&Most queens", "Search for the most queens that fit"),
            ("full", "&Full placement", "Search for a queen on every line along an axis"),
            ("number", "A &number of queens …", "Search for a number of queens of your choice"),
            ("proof", "&Prove a number …", "Search for a proof that no more queens fit"),
            ("complete", "&Complete these queens", "Search for the most queens beside these"),
        )
    ),
    ActionSpec(
        "solve.run",
        "&Solve",
        "&Solve",
        "solve_panel.run",
        "Search in the background",
        "Ctrl+Return",
    ),
    ActionSpec("solve.stop", "S&top", "&Solve", "solve_panel.stop", "End the search", "Ctrl+."),
    ActionSpec(
        "solve.accept",
        "&Accept the suggestion",
        "&Solve",
        "solve_panel.accept",
        "Put the suggested queens on the board",
        "Ctrl+Shift+Return",
    ),
    ActionSpec(
        "solve.discard",
        "&Discard the suggestion",
        "&Solve",
        "solve_panel.discard",
        "Drop the suggested queens",
    ),
    ActionSpec(
        "compare.run",
        "&Compare programs",
        "&Solve",
        "compare_panel.run",
        "Run what the Compare page describes, one after another",
        separator=True,
    ),
    ActionSpec(
        "compare.stop",
        "Stop c&omparing",
        "&Solve",
        "compare_panel.stop",
        "End the comparison and keep the rows that are done",
    ),
    ActionSpec(
        "help.commands",
        "&Commands …",
        "&Help",
        "show_palette",
        "Find any command, board or lesson by a few letters",
        "Ctrl+K; Ctrl+Shift+P",
    ),
    ActionSpec("help.about", "&About", "&Help", "about", "What this program is"),
    ActionSpec(
        "help.keys",
        "&Mouse and keys",
        "&Help",
        "services.show_shortcuts",
        "All actions with their keys, and what the mouse does",
        "F1",
    ),
    ActionSpec(
        "help.whats_this",
        "&What is this?",
        "&Help",
        "services.ask_whats_this",
        "Click a control afterwards to read what it does",
        "Shift+F1",
    ),
    ActionSpec(
        "help.lessons",
        "&Lessons …",
        "&Help",
        "lessons_panel.bring",
        "Learn about queens in any dimension, step by step",
    ),
)
