"""What's this: sentences for the controls of dialogs, by their names."""

from __future__ import annotations

from nqviz.core.language import Texts

DIALOG_SENTENCES: Texts = {
    "export.attacks": "Draws the attack lines, and the clique where one is shown, of the cell that"
    " the pointer was on before this dialog opened.",
    "export.cancel": "Goes back to the board; no file is written.",
    "export.cell": "How large the solid is: each cell of the board has this side. A printer for"
    " 20 cm takes a board of 24 cells at 8 mm.",
    "export.chart": "Which numbers the chart shows; those that are not there yet say why.",
    "export.colours": "The colours of the window, or others: light ones suit paper and slides.",
    "export.command": "A line for a terminal that writes the same file from the saved board; where"
    " there is none, it says why.",
    "export.copy_command": "Puts the line on the clipboard.",
    "export.copy": "Draws this picture in its full size and puts it on the clipboard; paste it into"
    " slides or a message.",
    "export.crop": "Cuts off what is empty. What is drawn grows until it fills the width, type"
    " and lines keep their sizes, and the height follows.",
    "export.margin": "What a cropped picture leaves free at each side.",
    "export.paper_height": "The height on paper; a cropped picture may need another one.",
    "export.paper_width": "The width on paper. Inches can be typed as well: 3.4in.",
    "export.type_size": "The size of coordinates on paper; titles and the widths of lines follow.",
    "export.dpi": "How many pixels an inch of paper gets. It changes no pixel: it tells software"
    " how large to print the picture, and sets the size of drawings.",
    "export.animation": "A turntable, a flight down through the layers, a replay of the history of"
    " this board, or a replay of the incumbents of the last search.",
    "export.format": "PNG and animations are made of pixels. SVG, PDF and TikZ are vector drawings,"
    " sharp at any size. STL is for printing, glTF, PLY and VTP are for other software.",
    "export.frames": "More pictures make a longer film. Left as it is, each film is as long as"
    " suits what it shows.",
    "export.height": "How many pixels the picture is high; it is drawn anew for this size, not"
    " stretched. A drawing takes its proportions from it.",
    "export.ok": "Asks for the name of the file and writes it in the background; films show their"
    " progress at the bottom of the window and can be stopped there.",
    "export.plates": "Each layer is a plate with its grid engraved and its queens on it, to be"
    " printed side by side and stacked.",
    "export.rate": "More pictures a second make the same film shorter and smoother.",
    "export.size": "Sizes that screens, slides and paper have; any other size can be typed below.",
    "export.stand": "With it each queen stands on a thin rod and all rods in a plate, so that the"
    " solid can be printed in one piece. Without it queens float in a frame.",
    "export.transparent": "Leaves the background out, so that the picture lies on a slide of any"
    " colour.",
    "export.view": "Whether the film shows the board in three dimensions or its layers.",
    "export.what": "The scene as it is turned now, the layers as they are laid out now, all layers"
    " on one page, a chart, a film, or a solid.",
    "export.width": "How many pixels the picture is wide; it is drawn anew for this size, not"
    " stretched.",
    "palette.line": "Type some letters of a command or lesson, or a board as 12,3; those that match"
    " best come first. Up and Down choose, Enter does it.",
    "palette.list": "The commands with their keys, the boards and the lessons that match.",
    "preferences.actions": "Every command and the keys that do it. Choose one to change its keys.",
    "preferences.autosave": "While there are changes that no file has, they are put aside this"
    " often. After a crash the next start offers them.",
    "preferences.close": "Closes the preferences. What was chosen holds already.",
    "preferences.default_keys": "Gives the chosen command the keys that it had at the first start.",
    "preferences.defaults": "Sets all preferences as at the first start; on the page of the"
    " shortcuts it sets all of these.",
    "preferences.sections": "What the fields at the right are about.",
    "preferences.keys": "Press the new shortcut of the chosen command. Keys that another"
    " command has are refused.",
    "preferences.language": "The language of the window and of lessons; a lesson that is not"
    " written in it is shown in English. It is used from the next start on.",
    "preferences.no_keys": "Takes the keys from the chosen command; menus and the list of commands"
    " still have it.",
    "preferences.speed": "How fast the scene turns by itself and how fast layers, classes and a"
    " history play.",
    "preferences.text_size": "Enlarges all words of the window, those in the scene and in the"
    " layers too.",
    "preferences.theme": "Light or dark colours, or whichever the system has now.",
    "preferences.threads": "More threads let a search use more of the machine; the window itself"
    " needs one.",
    "preferences.time_limit": "The time that each panel begins with; a panel can ask for another.",
    "preferences.undo_memory": "How much memory the history of a board may take, in megabytes."
    " Beyond it the boards of old steps are computed again when they are undone; then the oldest"
    " steps are dropped, with a message.",
    "preferences.reduced_motion": "Drawers, the camera and badges then change at once.",
    "problem.cancel": "Goes back to the board; no file is written.",
    "problem.cuts": "Adds the valid inequalities that are worth their cost; they exclude no"
    " placement. Graphs have none.",
    "problem.format": "Integer programs, clauses or the graph of attacks, with programs that read"
    " them.",
    "problem.kind": "What the other solver looks for; a completion keeps the given queens.",
    "problem.number": "At least so many queens, at most so many for a domination, so many colours.",
    "problem.ok": "Asks for the name of the file and writes it in the background.",
    "problem.symmetry": "Adds rows that one image of each placement under reflections satisfies.",
    "problem.target": "Without a target the solver optimises; clauses need one.",
    "select.adds": "Without it, only the queens that follow the rule are selected afterwards.",
    "select.axis": "Layers are the cells with one value of this coordinate.",
    "select.cancel": "Closes this dialog; the selection stays as it is.",
    "select.high": "Queens up to this coordinate are selected, those on it included.",
    "select.layer": "Which of the layers, counted from 1.",
    "select.low": "Queens from this coordinate on are selected, those on it included.",
    "select.ok": "Selects the queens; they can then be moved, locked or taken away together.",
    "select.rule": "What the queens have in common that are selected.",
    "shortcuts.list": "Every command and every gesture of the mouse, by where it works.",
    "shortcuts.search": "Type a word such as layer, or keys such as Ctrl+S.",
}
