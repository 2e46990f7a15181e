"""What's this: sentences for the toolbar, the rail and the pages of the window, by their names."""

from __future__ import annotations

CLOSE = "Closes the drawer; the scene takes its place. So does Escape."

WINDOW_SENTENCES = {
    "activity.job": "A job that runs in the background. A click opens its drawer.",
    "activity.job_stop": "Ends the job; what it has found so far stays.",
    "chart_page.which": "The chart of the last search on this board, or the profile of the density"
    " that is shown.",
    "rail": "Opens a drawer at the left edge, one at a time; another click closes it. A dot marks a"
    " drawer in which work runs.",
    "rail.edit.preferences": "Opens the preferences beside the window; they act at once.",
    "rail.help.keys": "Opens a table of all commands with their keys, and of what the mouse does.",
    "toolbar.board": "Shows another open board, or opens a new one or a file. A dot after the name"
    " marks changes that no file has.",
    "toolbar.edit.redo": "Repeats the change that was taken back last on this board.",
    "toolbar.edit.undo": "Takes back the last change of this board; the History drawer shows all.",
    "toolbar.file.export": "Writes an image, a chart, an animation or a 3D model to a file.",
    "toolbar.look": "The theme, and how queens, lines and cells are drawn.",
    "toolbar.menu": "All commands of the window. The Alt key shows the same menus as a bar.",
    "toolbar.search": "Finds a command, a board by its side and dimension, or a lesson.",
    "toolbar.solve": "Starts and stops a search for queens; the Solve drawer has its settings.",
    "toolbar.view.present": "Fills the screen with the views, and with the text of a lesson.",
    "toolbar.views": "Shows the scene, the square, the graph or a chart, layers beside the scene or"
    " alone, and turns the camera.",
}
