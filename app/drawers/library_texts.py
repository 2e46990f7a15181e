"""Texts of the library, which are in English, as drawers show them in the language of texts."""

from __future__ import annotations

from dataclasses import replace

from nqviz.core.language import tr_later
from nqviz.core.made_texts import tr_made
from nqviz.rendering.figures.charts import Chart

_ENDS = (
    tr_later("by {solver}, within its tolerance"),
    tr_later("published: {source}"),
    tr_later("proven, given {premises}"),
    tr_later("The maximum is not proven, all cells are open. {message}"),
    tr_later("{cells} can be in a placement of {queens}, {no} cannot, {open} are open ({how})."),
    tr_later("{cells} can be in a placement of {queens}, {no} cannot, {open} are open."),
    tr_later("{cells} can be in a placement of {queens}, {no} cannot, {open} is open ({how})."),
    tr_later("{cells} can be in a placement of {queens}, {no} cannot, {open} is open."),
    tr_later("{cells} can be in a placement of {queens}, {no} cannot ({how})."),
    tr_later("{cells} can be in a placement of {queens}, {no} cannot."),
    tr_later("no placement comes before this one ({how})"),
    tr_later("no placement comes before this one"),
    tr_later("{count} queens have no placement on the ({side},2) board"),
    tr_later("{count} of {all} columns are certain, columns up to {column} have been tried"),
    tr_later("{count} of {all} columns are certain"),
    tr_later("The board with n = {n} has no placement of {queens}"),
    tr_later("No placement of {queens} has a lesser fingerprint ({how})"),
    tr_later("No placement was found in time; nothing is proven"),
    tr_later(
        "The first {count} of {all} costs are proven to be the least; the rest is the best found"
    ),
    tr_later("{queens} found on the lines that are allowed"),
    tr_later("No placement has a queen on every column and row that is allowed"),
    tr_later("Not as many columns as rows are allowed"),
)
"""How searches end, and how it is known."""
_ACTIVITIES = (
    tr_later("{activity}, {done} of {all} subproblems"),
    tr_later("preparing"),
    tr_later("building the program"),
    tr_later("splitting the search"),
)
"""What searches do."""
_DENSITIES = (
    tr_later("Limit density"),
    tr_later("Values of cells"),
    tr_later("Use of cells"),
    tr_later(
        "of {queens} each, from {walks} local searches, {count} different up to symmetry."
        " A sample, not exact: the standard error of a share is at most {error}."
    ),
    tr_later("of {queens} each, {orbits} up to symmetry. Exact. {kind}."),
    tr_later("of {queens} each, {orbits} up to symmetry. Exact."),
    tr_later("of {queens} each. Exact. {kind}."),
    tr_later("of {queens} each. Exact."),
    tr_later("of {queens}, {orbits} up to symmetry. Exact. {kind}."),
    tr_later("of {queens}, {orbits} up to symmetry. Exact."),
    tr_later("of {queens}. Exact. {kind}."),
    tr_later("of {queens}. Exact."),
    tr_later("of different sizes. Exact. {kind}."),
    tr_later("of different sizes. Exact."),
    tr_later("Maximum placements with {queens}"),
    tr_later("Largest placements with {queens}"),
    tr_later("Images of one placement"),
    tr_later("Regular solutions of shift class {shift}"),
    tr_later("Placements"),
    tr_later(
        "The limit density, computed on {cells} x {side} cells, which puts the n-queens constant"
        " between {low} and {high}."
    ),
    tr_later("1: a maximum placement of {count} has a {piece} here, 0: none has, 0.5: open."),
    tr_later("The cost of each cell: four times its squared distance from the middle."),
    tr_later("a maximum placement has a {piece} here"),
    tr_later("no maximum placement has a {piece} here"),
    tr_later("not known whether a maximum placement has a {piece} here"),
    tr_later("{share} is done; the rest takes about {time} of processor time"),
    tr_later("never"),
    tr_later("{value} times the mean"),
    tr_later("{count} of {all}"),
)
"""What densities and other values of cells are of."""
_FAMILIES = (
    tr_later("the {board} has {cells}, at most {most} are filled at random"),
    tr_later("classical solutions are for flat squares, not for the {board}"),
    tr_later("no solution exists for n = {n}"),
    tr_later("colourings are for flat squares, not for the {board}"),
    tr_later(
        "no colouring of the {board} with n colours is known by a formula or a quick search"
        " (other numbers of colours: nqviz colour)"
    ),
    tr_later("extensions are for flat squares, not for the {board}"),
    tr_later("an even pattern and a corner make an odd n of 5 or more, not {n}"),
    tr_later("the family {family} builds on another board, without blocked cells"),
    tr_later("the family {family} is for attacks along lines, not over hyperplanes"),
    tr_later("the family {family} is for attacks along lines, not for leaps"),
    tr_later("products are for cubes of two dimensions or more, not for the {board}"),
    tr_later("{n} is not a product of two sides with regular solutions in {d} dimensions"),
    tr_later("regular solutions need two dimensions or more"),
    tr_later(
        "a regular solution with d = {d} needs an n without prime factors below {least}, and {n}"
        " has one"
    ),
    tr_later("regular solutions are for cubes, not for the {board}"),
    tr_later("ring patterns are for flat squares of queens, n = {sides}, ..., not for the {board}"),
    tr_later(
        "stacks are for flat cubes of three dimensions with n up to {most}, not for the {board}"
    ),
    tr_later("subcube cuts need two dimensions or more"),
    tr_later("subcube cuts are for cubes, not for the {board}"),
    tr_later("a cut does not wrap around a torus"),
    tr_later("toroidal placements are for square tori of queens, not for the {board}"),
    tr_later("A random maximal placement: no queen can be added, but it is rarely maximum."),
    tr_later("{queens} of a random maximal placement, chosen at random."),
    tr_later("{count} of {all}, chosen at random."),
    tr_later("The only queen."),
    tr_later("Pattern {pattern} with a corner added, {source}."),
    tr_later("Pattern {pattern} for {n} with a queen in the new corner."),
    tr_later("Pattern {pattern}, {source}."),
    tr_later("it is not regular"),
    tr_later("it is regular"),
    tr_later(
        "A full solution, on the torus too, and {kind}: a regular solution modulo {n} with a"
        " regular solution of side {side}, chosen at random, for each of its queens."
    ),
    tr_later("{queens}, the best of {stacks} of planar placements."),
    tr_later("A full placement, {count} planar solutions stacked; found by exhaustive search."),
    tr_later("a pattern"),
    tr_later("simulated annealing"),
    tr_later("{queens} by {how}; no more than {most} fit on this torus ({source})."),
    tr_later("planar solutions and their images"),
    tr_later("exact cover by planar solutions"),
    tr_later("the product of colourings for {outer} and {inner}"),
    tr_later(
        "{count} disjoint planar solutions cover the square, by {how}; each is a layer, and the"
        " queens of one colour are shown as rooks."
    ),
    tr_later("{queens} of the {board} and one in the new corner."),
    tr_later("{note} Queens added afterwards: {count}."),
    tr_later(
        "{queens} left of the regular {outer}-solution with coefficients {values} without {layers}"
        " in each direction, with {inside} where they meet."
    ),
    tr_later(
        "{queens} left of the regular {outer}-solution with coefficients {values} without {layers}"
        " in each direction, with {inside} where they meet; not all cuts were compared."
    ),
    tr_later("no queen"),
)
"""Why families of constructions do not apply to a board, and what they have built."""
_CHARTS = (
    tr_later("distance from the centre"),
    tr_later("mean use of a cell"),
    tr_later("ring vectors, the most frequent first"),
    tr_later("cost, the highest first"),
    tr_later("queens (hatched: not decided)"),
    tr_later("cost {cost}: {queens}, decided"),
    tr_later("cost {cost}: {queens}, best so far"),
    tr_later("{place}: {mean} ({cells})"),
    tr_later("{place}: {count}"),
)
"""What the axes of charts are, and what stands at a place."""
_RINGS = (
    tr_later("no queens"),
    tr_later("one queen"),
    tr_later("two queens"),
    tr_later("three queens"),
    tr_later("four queens"),
    tr_later("Complete {queens} on the {board}"),
    tr_later("Find all solutions on the {board}"),
    tr_later("{solutions} in {cases}; there are no others."),
    tr_later("{solutions} so far: not all of the {cases} are searched to their end."),
    tr_later("Case {number}"),
    tr_later("Sub-case {number}: {rings}"),
    tr_later("There are {queens}."),
    tr_later("There is {queens}."),
    tr_later("The rings between hold {queens}."),
    tr_later("Queens on the rings: {rings}."),
    tr_later("{ring} has all its queens: {cells}."),
    tr_later("{ring} gets no queen."),
    tr_later("{ring} gets four queens, one on each side of it, so none on its corners {cells}."),
    tr_later(
        "{ring} gets three queens, which reach its four sides only with one of them in a corner."
    ),
    tr_later("{ring} gets {queens} more out of {cells}."),
    tr_later("They attack nothing that was left."),
    tr_later("They attack {cells}."),
    tr_later("No solution: {ring} needs {queens} more, but no square of it is left."),
    tr_later("No solution: {ring} needs {queens} more, but only {cells} is left."),
    tr_later("No solution: {ring} needs {queens} more, but only {cells} are left."),
    tr_later(
        "No solution: {ring} with three queens needs one of them in a corner, but none of {cells}"
        " is left."
    ),
    tr_later(
        "No solution: {ring} needs {queens} more, and of {cells} no {count} go together: {pairs}."
    ),
    tr_later("No solution: file {line} has no queen and no square left for one."),
    tr_later("No solution: rank {line} has no queen and no square left for one."),
    tr_later("Solution: {cells}."),
    tr_later("{first}, {second}"),
    tr_later("{first} and {second}"),
    tr_later("{first} attacks {second}"),
    tr_later("{queens} on {ring}"),
)
"""How a search by rings is explained."""
ENGINES = tr_later(
    (
        "construction",
        "exact cover by runs",
        "known bounds",
        "linear program",
        "planar solutions by ring vectors",
        "search by rings",
        "theta by symmetry",
        "theta search",
    )
)
"""What has found or proven something and is no engine that can be chosen."""
_NOUNS = (
    *tr_later(("placement", "placements", "solution", "solutions", "sub-case", "sub-cases")),
    *tr_later(("stack", "stacks", "layer", "layers")),
)
"""Nouns of counted values."""


def ending(text: str) -> str:
    """Return how a search ended, or how that is known."""
    return tr_made(text, _ENDS)


def activity(text: str) -> str:
    """Return what a search does."""
    return tr_made(text, _ACTIVITIES)


def of_density(text: str) -> str:
    """Return a text about a density or other values of cells."""
    return tr_made(text, _DENSITIES)


def of_family(text: str) -> str:
    """Return why a family of constructions does not apply to a board, or what it has built."""
    return tr_made(text, _FAMILIES)


def of_chart(chart: Chart | None) -> Chart | None:
    """Return a chart, if there is one, with its texts in the language of texts."""
    if chart is None:
        return None
    series = tuple(replace(each, texts=tuple(map(of_place, each.texts))) for each in chart.series)
    return replace(chart, across=of_place(chart.across), up=of_place(chart.up), series=series)


def of_place(text: str) -> str:
    """Return the title of an axis, or what stands at a place of a chart."""
    return tr_made(text, _CHARTS)


def of_rings(text: str) -> str:
    """Return a sentence of an explanation by rings."""
    return tr_made(text, _RINGS)
