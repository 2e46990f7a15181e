"""What's this: sentences for the controls of drawers, by their names."""

from __future__ import annotations

from nqviz.core.language import Texts

DRAWER_SENTENCES: Texts = {
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
    "density.seconds": "How long counting may take on a board whose density does not come with"
    " nqviz.",
    "density.shift": "Regular solutions with this constant; class 0 has a queen in the first"
    " corner.",
    "density.show": "Colours each cell by how many of the maximum placements have a queen there."
    " Hatched cells are used by none.",
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
    "planar.first_engine": "Ours, which comes first, and the methods of Fischetti and"
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
}
