"""What's this: sentences for the toolbar, the rail and the pages of the window, by their names."""

from __future__ import annotations

from nqviz.core.language import Texts, tr_later

CLOSE = tr_later("Closes the drawer; the scene takes its place. So does Escape.")

WINDOW_SENTENCES: Texts = {
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

PAGE_SENTENCES: Texts = {
    "activity.more": "Lists all that runs in the background, each with its time and a stop.",
    "activity.result": "The last result in one sentence. A click opens the drawer that shows it.",
    "atlas.badge": "Proven: the lower and the upper bound are equal. Open: they differ.",
    "atlas.close": "Goes back to the board that was looked at.",
    "atlas.compare": "Goes to the comparison of engines and integer programs with this board.",
    "atlas.copy": "Copies every bound of the board that is known, with its derivation and source.",
    "atlas.figures": "The number of queens, or R: their share of a full placement, n^(d-1).",
    "atlas.full": "Green: a full placement exists. Orange: it is not known whether one does.",
    "atlas.neighbour1": "Shows the card of a board of the same dimension with other sides.",
    "atlas.neighbour2": "Shows the card of a board of the same dimension with other sides.",
    "atlas.neighbour3": "Shows the card of a board of the same dimension with other sides.",
    "atlas.next": "Goes to the board whose sides are one longer.",
    "atlas.open": "Opens the largest placement at hand: a record of the library, or one that is"
    " built by the argument that gives the bound.",
    "atlas.other": "Shows the card of any board: n,d for a cube, the sides of a box, and after them"
    " torus or the name of a piece.",
    "atlas.picture": "The largest placement at hand. A click opens it.",
    "atlas.previous": "Goes to the board whose sides are one shorter.",
    "atlas.segments": "The maximum of each board, the boards with full placements, the tables of"
    " the papers, the densities at hand, and the library.",
    "atlas.solve": "Opens an empty board and the Solve drawer, which asks for one queen more than"
    " is known.",
    "atlas.table": "What is known of each board. One number, green: the proven maximum. Two,"
    " orange: at least the first and at most the second; the stronger the colour, the wider the"
    " gap. The arrow keys choose a board, Enter opens its placement, S solves it.",
    "atlas.weaker_sources": "Shows the whole argument of each weaker bound, with its source.",
    "compare.boards": "Cubes to compare on, as n,d with blanks between them. Until it is changed it"
    " is the board that is looked at.",
    "compare.chart": "How long each program and engine took, on a logarithmic scale. Hatched bars"
    " ended without a proof.",
    "compare.add": "Adds files of placements and of instances, such as those of CSPLib 79, to the"
    " boards.",
    "compare.close": "Goes back to the board; the rows stay until the next comparison.",
    "compare.copy": "Copies the table as text that spreadsheets read.",
    "compare.engines": "Who solves. Engines without an integer program run once for all programs;"
    " command: and a command line, with {mps} for the problem and {sol} for the solution, is"
    " another solver.",
    "compare.no_bounds": "Runs the engines also where a bound that needs no search gives the"
    " answer.",
    "compare.programs": "What is solved: families of rows joined by +, several programs parted by"
    " commas. inf asks for one queen more than is known; warm starts from the best known.",
    "compare.run": "Runs every program and engine on every board, one after another, so that the"
    " times can be compared.",
    "compare.save": "Writes the table as CSV, or the chart as a picture.",
    "compare.seconds": "Each single run ends after this time; a timeout proves nothing.",
    "compare.seeds": "How often each is run, by different seeds. The table has the medians, the"
    " chart a line from the fastest to the slowest.",
    "compare.shown": "Each run in seconds, or the share of boards that each engine solves within a"
    " factor of the fastest time: a higher stair is a better engine.",
    "compare.stop": "Ends the comparison now and keeps the rows that are done.",
    "compare.table": "One row for each board, program and engine: the rows of the program, the"
    " bound of its linear program, nodes, seconds, and what was proven. A narrow table leaves out"
    " the last columns; choose a row to read all of it, with the times that the thesis measured.",
    "counts.axis": "The chart counts the queens in each layer; this chooses which coordinate"
    " numbers the layers.",
    "counts.chart": "How many queens stand in each layer. The dashed line is the most that one"
    " layer can hold; point at a bar to read it.",
    "densities": "How often each cell is used by all maximum placements. A click opens it.",
    "dock.clip": "Draws only some of the layers, between two handles on the ruler; what is outside"
    " is hidden, not removed.",
    "dock.explode": "Pulls the layers apart; the slider above says how far.",
    "dock.fit": "Brings the whole board into sight, from the same side.",
    "dock.free": "Puts a dot on each cell that no queen attacks.",
    "dock.gap": "How far the layers are apart.",
    "dock.turntable": "Turns the board slowly by itself until it is dragged. The preferences"
    " set the speed.",
    "first_view": "Says what is seen first and leads to a board to complete, to the first lesson"
    " and to the atlas.",
    "graph.grid": "Each circle is a cell, and two are joined when queens there attack each other: a"
    " placement is a set of circles without a join. Click a circle to place or remove a queen.",
    "layers.close": "Shows the layers as a strip of small boards again.",
    "layers.enlarge": "Shows large layers on half of the window, where cells can be clicked.",
    "layers.grid": "All layers of the board side by side. Click a cell to place or remove a queen;"
    " arrow keys and Space do the same. Dots mark free cells, a cross two queens that attack.",
    "layers.share": "Layers as a strip beside the scene, on half of the window, or on all of it.",
    "layers.shown": "Each board shows two coordinates, the first across and the second up; the"
    " scene shows them as well.",
    "library.add_folder": "Lists the placements of a folder of yours beside those that come with"
    " nqviz. A file that cannot be read is named below and hides no other.",
    "library.dimension": "Lists only boards of this dimension.",
    "library.export": "Saves a copy of the chosen placement, queen by queen, where you want it.",
    "library.check": "Checks the board, the count, and that no two of its queens attack.",
    "library.forget": "Lists no folder of yours any more; its files stay where they are.",
    "library.kind": "Lists only placements that were obtained in this way.",
    "library.list": "Placements that hold no attack, the largest known for their boards among"
    " them. In brackets: proven to be the most. A double click or Enter opens one in a tab.",
    "library.n": "Lists only boards whose longest side is this; any lists all.",
    "library.open": "Opens the chosen placement; it replaces a board that was not changed.",
    "library.open_beside": "Opens the chosen placement beside the boards that are open.",
    "library.preview": "The chosen placement. A click opens it.",
    "library.proven": "Lists only placements that are proven to be maximum, or only others.",
    "library.refresh": "Looks into your folders again.",
    "library.search": "Lists only records that have this in their name, board, source or note.",
    "minimap.cube": "One small picture for each cube, with its number of queens. A click shows it,"
    " a double click all of them at once.",
    "minimap.play": "Shows one cube after another, until it is pressed again.",
    "questions.list": "What is asked, and how it stands. A click shows what is known for it and"
    " against it, and the command that tests the next case.",
    "questions.copy": "Puts the command that tests the next case on the clipboard.",
    "ruler.all": "Makes no layer the active one, so that all look alike.",
    "ruler.layer": "One tick for each layer, as high as the board shows it. The active layer stands"
    " out as a sheet, and clicks place queens there alone.",
    "scene.cube": "Turns with the scene. A click on a face, an edge or a corner looks from there, a"
    " drag turns the board, and a double click brings the whole board into sight.",
    "scene.view": "The board in three dimensions. Drag to turn it, use the wheel to zoom, point at"
    " a cell to see its attack lines. With an active layer a click places or removes a queen on its"
    " sheet; without one clicks meet queens and the marks of free cells.",
    "square.grid": "The board from above: each symbol is the last coordinate of a queen in its"
    " column. Click an empty cell to choose a free layer, a symbol to take its queen away.",
    "strip.grid": "One small board for each layer. A click makes it the active one, another click"
    " none.",
    "tables.confirm": "Counts each value by a second method, too, where one reaches so far; the"
    " field then shows both.",
    "tables.left": "Shows the columns to the left of those that are shown; so does the arrow key.",
    "tables.right": "Shows the columns to the right of those that are shown.",
    "tables.run": "Counts what takes longer as well: seconds to some minutes.",
    "tables.table": "A tick marks what agrees with the paper; what differs says what was printed,"
    " and new values say so. A double click or Enter shows the card of the board.",
    "tables.list": "A table of a paper, beside what is counted or derived here.",
    "tables.witness": "Opens a smallest set of queens that do not attack each other and are in no"
    " maximum placement.",
    "verdict.badge": "What is proven, found or open about the queens. A click opens the board in"
    " the atlas; while queens attack each other, it shows one attack after another.",
    "verdict.shows": "Which three coordinates the scene shows; the last of them points up and"
    " numbers the layers.",
}
