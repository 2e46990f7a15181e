"""What's this: one sentence or two for every control of the window, by its name."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QWidget

from nqviz.core.pieces import worded

from .controls import controls_of
from .tooltips import tip_of
from .whats_this_dialogs import DIALOG_SENTENCES
from .whats_this_window import CLOSE, WINDOW_SENTENCES

SENTENCES = {
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
    "board.close": "Closes the drawer; the board gets its room.",
    "board.classes": "How many coordinates change along the lines of this piece: 1+3 attacks along"
    " axes and triagonals.",
    "board.clear": "Takes away every queen that is not a given one. Undo brings them back.",
    "board.d": "How many directions the board has: 2 is a chessboard, 3 a cube of cells, 4 a row"
    " of cubes. A queen attacks along every direction in which each coordinate stays or goes on by"
    " one in step with the others.",
    "board.example": "A board to begin with; it opens in a tab of its own.",
    "board.examples": "Shows boards to begin with, each with something to try.",
    "board.kind": "A cube has the same side everywhere, and is written (n,d). A box has a side of"
    " its own in each direction.",
    "board.lock": "Makes every queen on the board a given one. A completion keeps given queens,"
    " and clicks do not take them away.",
    "board.n": "How many cells the board has along each direction.",
    "board.piece": "Queens attack along every direction, rooks only along the axes, bishops only"
    " along diagonals, where two coordinates change. Classes of your choice make other pieces;"
    " a hyperplane queen attacks whole hyperplanes, so that at most n of them fit.",
    "board.shape": "The sides of a box, parted by commas: 4, 5, 6 has four rows, five columns and"
    " six layers.",
    "board.stops": "Blocked cells hold no piece. Where lines stop at them, fewer cells are attacked"
    " and more pieces may fit.",
    "board.torus": "On a torus a line that leaves the board at one side comes back at the other,"
    " so that queens attack more cells.",
    "board.unlock": "Makes no queen a given one any more; all stay where they are.",
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
    "constructions.board": "Starts from the board alone, or from the queens that stand on it.",
    "constructions.class_play": "Shows one shift class after another, until it is pressed again.",
    "constructions.coefficients": "A regular placement is the set of cells that solve a linear"
    " equation modulo n. These are the coefficients for which no two queens attack.",
    "constructions.elsewhere": "What has nothing for this board. A click goes to the nearest board"
    " for which it has something.",
    "constructions.family": "A way to fill the board by a rule instead of a search. The one that is"
    " chosen shows its parameters.",
    "constructions.free": "A cut can leave cells that no queen attacks. They can be filled with"
    " queens; a repair goes on from there and moves queens to make room for more.",
    "constructions.inner": "The side of the solutions that are put into each part of the board; the"
    " other factor of its side is that of the solution that holds them.",
    "constructions.kind": "How the square is coloured: by the formula 2i + j, as a product of two"
    " smaller squares, or by a search through all solutions.",
    "constructions.largest": "How large the outer side may be when it is searched for.",
    "constructions.load": "Builds this placement and puts it on the board, in one step that Undo"
    " takes back.",
    "constructions.method": "How layers are found: as many queens as fit on each, the classes of a"
    " colouring, or an exhaustive search for a full placement.",
    "constructions.more": "Shows the choices that the construction otherwise makes by itself.",
    "constructions.offsets": "Which layers are cut away along each axis: a run of them that begins"
    " here.",
    "constructions.outer": "The side of the larger regular placement that the cut is taken from."
    " Automatic tries several and keeps the most queens.",
    "constructions.pattern": "Which of the classical patterns is used; automatic takes the one"
    " that fits the side.",
    "constructions.queens": "Keeps only so many of the queens, chosen at random: a start for a"
    " completion.",
    "constructions.seed": "Random placements are drawn from this number: the same one gives the"
    " same placement again, another one another.",
    "constructions.shift": "A regular placement that is shifted along the last coordinate is one"
    " again; this is by how much.",
    "constructions.show_cut": "Shows the larger board that the placement is cut from: the queens"
    " that stay, the ones that go (crossed), and the layers that are cut away (grey).",
    "constructions.tries": "How many stacks are made one after another; the largest is kept.",
    "counts.axis": "The chart counts the queens in each layer; this chooses which coordinate"
    " numbers the layers.",
    "counts.chart": "How many queens stand in each layer. The dashed line is the most that one"
    " layer can hold; point at a bar to read it.",
    "densities": "How often each cell is used by all maximum placements. A click opens it.",
    "density.close": "Closes the drawer; what is shown over the board stays.",
    "density.details": "Shows the cells that symmetries carry to one another, how often they are"
    " used, and how that depends on the distance from the centre.",
    "density.drawn": "How the scene draws the numbers: cubes that grow with them, cubes of one"
    " size, the active layer alone, or a cloud.",
    "density.export": "Saves the density as an array (npy, csv, json) or as a figure (svg, pdf,"
    " png).",
    "density.hide": "Takes the colours of the density away.",
    "density.kind": "Which placements count: all maximum ones of the board, some of them, a sample"
    " of large ones, those in your files, or the limit for ever larger planar boards.",
    "density.left": "Shows the columns to the left of those that are shown; so does the arrow key.",
    "density.more": "Shows how long counting may take.",
    "density.orbits": "The cells that symmetries carry to one another are used alike; each row is"
    " one such orbit, named by one of its cells.",
    "density.queens": "Each search of a sample ends when it has placed so many queens; otherwise"
    " those that found the most are the sample.",
    "density.radial": "How often a cell is used on average, by its distance from the centre.",
    "density.right": "Shows the columns to the right of those that are shown; a wider panel shows"
    " more of them at once.",
    "density.samples": "How many local searches are made from the empty board; what they find is"
    " the sample.",
    "density.seconds": "How long counting may take on a board whose density does not come with the"
    " program.",
    "density.shift": "Regular solutions with this constant; class 0 has a queen in the first"
    " corner.",
    "density.show": "Colours each cell by how many of the maximum placements have a queen there."
    " Hatched cells are used by none.",
    "graph.grid": "Each circle is a cell, and two are joined when queens there attack each other: a"
    " placement is a set of circles without a join. Click a circle to place or remove a queen.",
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
    "history.back": "Takes one change back, as Undo does.",
    "history.close": "Closes the drawer; a replay ends.",
    "history.export": "Opens the export of an animation that shows the changes one after another.",
    "history.fill": "Opens the ways to fill the board.",
    "history.first": "Goes back to the board as it was before the first change.",
    "history.last": "Goes on to the board as it was after the last change.",
    "history.list": "All changes of this board, the oldest first, with their cells. The pointer or"
    " an arrow key previews the board after a change, a click or Enter goes there.",
    "history.next": "Makes one change again, as Redo does.",
    "history.play": "Replays all changes one after another from where the board is now.",
    "history.speed": "How fast the changes follow each other in a replay.",
    "layers.close": "Shows the layers as a strip of small boards again.",
    "layers.enlarge": "Shows large layers on half of the window, where cells can be clicked.",
    "layers.grid": "All layers of the board side by side. Click a cell to place or remove a queen;"
    " arrow keys and Space do the same. Dots mark free cells, a cross two queens that attack.",
    "layers.share": "Layers as a strip beside the scene, on half of the window, or on all of it.",
    "layers.shown": "Each board shows two coordinates, the first across and the second up; the"
    " scene shows them as well.",
    "lessons.answer": "Takes a number or a word, the right options, or lines in their order. Check"
    " and Enter compare it with the answer.",
    "lessons.back": "Goes back to the step before, as its author left it.",
    "lessons.close": "Closes the drawer; a lesson goes on when it is opened again.",
    "lessons.enter": "Compares what was typed with the answer.",
    "lessons.frame": "Goes to any frame of the animation; at the left end is the step's beginning.",
    "lessons.frame_back": "Goes one frame back and stays there.",
    "lessons.frame_next": "Goes one frame on and stays there.",
    "lessons.hint": "Shows one more hint, without doing the task.",
    "lessons.leave": "Closes the board of the lesson; all else is as it was before.",
    "lessons.list": "The lessons in the order in which to take them, with the minutes that they"
    " take and how far you have come. A click opens one on a board of its own, where it was left;"
    " the menu of a row begins it at its first step.",
    "lessons.next": "Goes on to the next step, whether the task is done or not.",
    "lessons.own": "Lists the lessons of a folder of your own as well, or none of them any more;"
    " exports your progress. An invalid file is reported on one line.",
    "lessons.panel": "Opens the drawer that the step is about; the lesson stays in its own.",
    "lessons.play": "Shows one frame after another, until it is pressed again or all are shown.",
    "lessons.return": "Shows the board of the lesson again.",
    "lessons.show": "Does the task as the lesson's author would.",
    "lessons.solve": "Searches on the board of the lesson in the background; the numbers and the"
    " chart show how far it has come.",
    "lessons.stop": "Ends the search of the lesson now. A stop proves nothing.",
    "lessons.torus": "Draws the board of the lesson on a torus in space, or flat again.",
    "lessons.speed": "How fast the frames follow each other. The preferences set the pace of all"
    " that moves.",
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
    "planar.beautiful_engine": "The paper's way decides every cost from the corners in; the guided"
    " one only those on which the best placement so far has queens.",
    "planar.beautiful_level": "While the search runs, a diamond marks each cell of the cost that"
    " is being decided: can fewer queens stand there?",
    "planar.beautiful_n": "How many queens. The search takes an empty board of this side; Undo"
    " brings back what was there.",
    "planar.beautiful_seconds": "After this time the search ends with the best found; what is"
    " decided by then stays proven.",
    "planar.complete_columns": "Columns (x1) on which no queen may stand, parted by commas."
    " As many rows must be left out.",
    "planar.complete_count": "Counts all completions of the queens that are kept; for small"
    " boards.",
    "planar.complete_diagonals": "s and a sum of both coordinates, or d and the second less the"
    " first: s5 is the diagonal from (1, 4) to (4, 1).",
    "planar.complete_least": "A diagonal is left in if without it a column or a row had fewer"
    " cells than this.",
    "planar.complete_make": "Places given queens and excludes diagonals, both by chance; the same"
    " seed makes the same question.",
    "planar.complete_many": "How many diagonals are excluded; fewer if no more can be.",
    "planar.complete_more": "Shows how to make a question at random: given queens and excluded"
    " diagonals, as in the paper of Gent, Jefferson and Nightingale.",
    "planar.complete_n": "The side of the board that is made.",
    "planar.complete_queens": "How many queens are placed one by one on cells that none attacks.",
    "planar.complete_rows": "Rows (x2) on which no queen may stand, parted by commas. As"
    " many columns must be left out.",
    "planar.complete_seconds": "After this time the search or the count ends; a timeout proves"
    " nothing.",
    "planar.complete_seed": "Any number; the same one makes the same question again.",
    "planar.first_engine": "Ours, which comes first, and the five methods of Fischetti and"
    " Salvagnin, to be compared.",
    "planar.first_keep": "A long search is written into a file now and then. Asked again with the"
    " same file, it goes on from there.",
    "planar.first_n": "How many queens. The search takes an empty board of this side; Undo brings"
    " back what was there.",
    "planar.first_nodes": "An integer program ends after so many nodes; 0: at its root.",
    "planar.first_rows": "Shows only so many of the columns that are certain: step through them to"
    " see how the board fills.",
    "planar.first_seconds": "After this time the search ends; the columns that are certain by then"
    " stay proven.",
    "planar.first_times": "How long each method took here for this side, and in the paper of"
    " Fischetti and Salvagnin. Green: proven. Orange: ended before an answer.",
    "questions.list": "What is asked, and how it stands. A click shows what is known for it and"
    " against it, and the command that tests the next case.",
    "questions.copy": "Puts the command that tests the next case on the clipboard.",
    "rings.all": "Shows how many solutions the board has with each number of queens on its rings.",
    "rings.back": "Goes to the step before in the explanation and suggests its queens.",
    "rings.by_ring": "Shows how many queens stand on each ring, and how many it has room for.",
    "rings.chart": "Each bar is a ring vector, the numbers of queens on the rings from the centre;"
    " its height tells how many solutions have it. Point at a bar to read it.",
    "rings.count": "Counts all solutions of the board by their ring vectors.",
    "rings.pattern": "Rules by which a placement goes on to ever larger boards: the two of Luque's"
    " paper, and those that were found here.",
    "rings.pattern_build": "Builds the placement of the chosen pattern for this side, checks it"
    " and puts it on the board, in one step that Undo takes back.",
    "rings.pattern_most": "After so many patterns the search ends.",
    "rings.pattern_n": "The arrows go from one board of the pattern to the next.",
    "rings.pattern_period": "By how much the boards of a pattern grow. The patterns of the paper"
    " have period 12.",
    "rings.pattern_search": "Looks for patterns that begin with the full placement on the board:"
    " each queen becomes a run of knight's moves that gets longer from board to board.",
    "rings.patterns": "Shows rules by which a placement goes on to ever larger boards.",
    "rings.save": "Writes the whole explanation as text, or as a page with a board for each step.",
    "rings.step": "Goes to the step after in the explanation and suggests its queens.",
    "rings.tree": "Cases, sub-cases and alternatives. A cross marks what leads to no solution, a"
    " tick a solution. Choose a step to see its queens on the board.",
    "ruler.all": "Makes no layer the active one, so that all look alike.",
    "ruler.layer": "One tick for each layer, as high as the board shows it. The active layer stands"
    " out as a sheet, and clicks place queens there alone.",
    "scene.cube": "Turns with the scene. A click on a face, an edge or a corner looks from there, a"
    " drag turns the board, and a double click brings the whole board into sight.",
    "scene.view": "The board in three dimensions. Drag to turn it, use the wheel to zoom, point at"
    " a cell to see its attack lines. With an active layer a click places or removes a queen on its"
    " sheet; without one clicks meet queens and the marks of free cells.",
    "solve.accept": "Puts the queens that a search suggests on the board, in one step"
    " that Undo takes back.",
    "solve.badge": "Whether the answer is proven, still open, or a search was stopped. A timeout"
    " or a stop proves nothing.",
    "solve.chart": "One stair is the queens found, the other (dashed) what cannot be exceeded or,"
    " of the fewest, what is needed at least. Where they meet, the answer is proven.",
    "solve.checkpoint": "A long search is written into a file now and then. Asked again with the"
    " same file, it goes on where it was.",
    "solve.compare": "Opens what runs several engines on this board, one after another.",
    "solve.count": "How many queens the placement has to have.",
    "solve.cuts": "The families of rows that integer programs add to one row for each line. Those"
    " that do not hold on the board say why.",
    "solve.discard": "Drops the suggested queens; the board stays as it is.",
    "solve.engine": "The solver. Automatic chooses by the board and the question; the others are"
    " for comparing.",
    "solve.follow": "While queens are suggested, each queen that you place or remove starts the"
    " search again with the queens that stand then.",
    "solve.keep": "Which queens the placement must contain: all that stand, only the given ones, or"
    " none.",
    "solve.more": "Shows the choices that are rarely needed: engine, threads, cuts and checkpoint.",
    "solve.most": "A proof is searched for that no more queens than these fit. Published bounds are"
    " not used for it.",
    "solve.nodes": "After this many nodes of its tree, or moves of local search, the search ends"
    " with the best found.",
    "solve.run": "Searches in the background; everything else can be used meanwhile. The best"
    " found so far is shown as translucent queens.",
    "solve.save_proof": "Writes what proves the bound, so that others can check it without trusting"
    " nqviz.",
    "solve.seconds": "After this time the search ends with the best found. A timeout proves"
    " nothing.",
    "solve.stop": "Ends the search now and keeps the best found. A stop proves nothing.",
    "solve.suffice": "How many pieces are tried: they are found, or proven not to be enough. The"
    " least value asks for the fewest.",
    "solve.target": "The most queens that fit, a full placement (a queen on each line along an"
    " axis), a number of your choice, a proof of one, the fewest that occupy or attack every"
    " cell; on flat boards also the first and the most beautiful queens, and rings.",
    "solve.threads": "How many processor cores the search may use.",
    "square.grid": "The board from above: each symbol is the last coordinate of a queen in its"
    " column. Click an empty cell to choose a free layer, a symbol to take its queen away.",
    "strip.grid": "One small board for each layer. A click makes it the active one, another click"
    " none.",
    "symmetry.close": "Closes the drawer; the preview of an image ends.",
    "symmetry.equivalence": "Asks for another open board or a file, and looks for a symmetry of the"
    " board that turns this placement into that one. If there is none, they are really different.",
    "symmetry.fill": "Opens the ways to fill the board.",
    "symmetry.find": "Looks in the background for all symmetries that leave the placement as it"
    " is.",
    "symmetry.follow": "Turns this placement into the other one by the symmetry that was found.",
    "symmetry.gallery": "The images of the placement. The pointer or an arrow key previews one on"
    " the board; a click or Enter applies it, in one step that Undo takes back.",
    "symmetry.images": "All images, only rotations or reflections, only the different ones, or on a"
    " torus the translations.",
    "symmetry.side": "The side of the board from which the small pictures show the images.",
    "symmetry.translations": "On a torus a placement can also be moved around as a whole; this says"
    " whether that counts as a symmetry.",
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


_NUMBER = re.compile(r"_[0-9]+$")


def explain(window: QWidget, piece: str = "queen") -> None:
    """Set the What's This text of every control; without a text of its own, its tooltip's.

    Texts about queens are about another piece where one is given.
    """
    for control in controls_of(window):
        sentence = _sentence(control.objectName()) or tip_of(control)
        if sentence:
            control.setWhatsThis(worded(sentence, piece))


def _sentence(name: str) -> str:
    """Find the sentence of a name, or of what it is one of many of: scene.dims.4, scene.dims."""
    sentences = DIALOG_SENTENCES | WINDOW_SENTENCES | SENTENCES
    if name.endswith(".close") and name not in sentences:
        return CLOSE
    name = _NUMBER.sub("", name)
    while name and name not in sentences:
        name = name.rpartition(".")[0]
    return sentences.get(name, "")
