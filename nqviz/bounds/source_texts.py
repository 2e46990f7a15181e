"""Bounds in the language of texts: sources and derivations; citations stay as they are."""

from __future__ import annotations

from nqviz.core.language import tr_later
from nqviz.core.made_texts import tr_made

_SOURCES = (
    tr_later("{source} (listed in OEIS {number} and {other})"),
    tr_later("{source} (listed in OEIS {number})"),
    tr_later("one queen on each line along a longest side"),
    tr_later("one {piece} on each line along a longest side"),
    tr_later("one {piece} in each layer"),
    tr_later("one {piece} on each {line} of axes {axes}"),
    tr_later("a queen on any cell"),
    tr_later("a {piece} on any cell that is not blocked"),
    tr_later("a {piece} on any cell"),
    tr_later("the number of cells that are not blocked"),
    tr_later("the number of cells"),
    tr_later("{lines} along axis {axis} have an open cell"),
    tr_later("{boxes} of side 2 have an open cell"),
    tr_later("rooks where the coordinates add up to a multiple of the longest side"),
    tr_later("all cells of a box of side 2 attack each other"),
    tr_later("with -1, 0, 1 as coordinates queens are disjoint subcubes of different kinds"),
    tr_later(
        "with -1, 0, 1 as coordinates queens are disjoint subcubes of different kinds,"
        " at most {count} on {corners}"
    ),
    tr_later("it contains the flat {board}, half a side long: {source}"),
    tr_later("it contains the {board}: {source}"),
    tr_later("it is a part of the {board}: {source}"),
    tr_later("{count} boxes of {box}, at most {most} each: {source}"),
    tr_later("{count} boxes of {box}, one queen each: {source}"),
    tr_later("{count} layers of {box}, at most {most} each: {source}"),
    tr_later("{count} squares {box}, at most {most} each on the torus: {source}"),
    tr_later("cut into boxes: {boxes} and {count} more kinds"),
    tr_later("cut into boxes: {boxes}"),
    tr_later("cut into {count} boxes {box}, at most {most} each: {source}"),
    tr_later("{boxes}, {count} of {box} (at most {most})"),
    tr_later("{count} of {box} (at most {most})"),
    tr_later("the best shift of a linear set modulo {n} in the {box} box in its corner"),
    tr_later("the best shift of a linear set modulo {n}"),
    tr_later("a regular solution ({source}) reaches the full count"),
    tr_later("a regular solution ({source})"),
    tr_later("a full placement ({source})"),
    tr_later(
        "{count} x {least}: the regular {outer} solution with the {inner} in place of each queen"
    ),
    tr_later("{rows} rows of the {board}: {source}"),
    tr_later("n^2 - 10 n - 32, for all n ({source})"),
    tr_later("record of the library, {source}"),
    tr_later("cells taken in order while they are free"),
    tr_later("the largest of {count} greedy placements with different beginnings"),
    tr_later("a known placement, turned, without its queens on blocked cells, and filled up"),
    tr_later("{source}, filled up"),
    tr_later("line of {count}"),
    tr_later("exhaustive search"),
    tr_later("a window of a regular solution, checked pair by pair"),
    tr_later("a placement found by local search, checked pair by pair"),
    tr_later("no full placement exists, by exhaustive stacking of planar solutions ({source})"),
    tr_later("no full placement exists, by exhaustive search of {source}"),
    tr_later("the linear program of lines and cubes, its dual in integers"),
    tr_later("a tree of theta bounds, every matrix of its certificate checked"),
    tr_later("the theta bound of the whole board by symmetry"),
    tr_later("proven by computation for this project"),
    tr_later("listed without a published proof in {source}"),
    tr_later("{count} boxes of {box}, at most {most} each"),
    tr_later("1 box of {box}, at most {most} each: {source}"),
    tr_later("1 box of {box}, at most {most} each"),
    tr_later("{count} boxes of {box}, one queen each"),
    tr_later("1 box of {box}, one queen each: {source}"),
    tr_later("1 box of {box}, one queen each"),
    tr_later("{count} boxes {box}, at most {most} each: {source}"),
    tr_later("1 box {box}, at most {most} each: {source}"),
    tr_later("{count} layers of {box}, at most {most} each"),
    tr_later("{count} squares {box}, at most {most} each on the torus"),
    tr_later("cut into {count} boxes {box}, at most {most} each"),
    tr_later("cut into 1 box {box}, at most {most} each: {source}"),
    tr_later("cut into boxes"),
    tr_later("{rows} rows of the {board}"),
    tr_later("it contains the flat {board}, half a side long"),
    tr_later("it contains the {board}"),
    tr_later("a part of the {board}"),
    tr_later("part of the {sides} board: {source}"),
    tr_later("{citation}: a window of a regular solution"),
    tr_later("a window of a regular solution"),
    tr_later("local search"),
    tr_later("clique-cover search"),
    tr_later("cut of a regular solution"),
    tr_later("window of a regular solution, filled"),
    tr_later("window of a regular solution"),
    tr_later("window of a linear set modulo {n}"),
    tr_later("this project, {command}"),
)
"""What bounds rest on: whole, and without the reason behind their colons."""
_STEPS = (
    tr_later("Cells with {terms} = c modulo {n} do not attack each other {where}, for any c."),
    tr_later("in boxes with sides up to {n}"),
    tr_later("The {n} values of c share {cells} cells: the best has {best}."),
    tr_later("A side m prime to 210, at most n + 10, has a regular solution of m^2 queens."),
    tr_later("Two layers less in each direction, their cube empty, leave m^2 - 6m + 12 queens."),
    tr_later("Each of 8 more layers in all directions takes at most 3k - 3 queens of side k."),
)
_AGAIN = (
    tr_later("{command} finds it again, {check} checks it"),
    tr_later("{command} finds it again"),
    tr_later("{command} checks the certificate"),
    tr_later("no paper"),
    tr_later("not repeated here"),
    tr_later("sides for which no first placement is published"),
)
"""What stands behind the semicolon of a source."""
_NOUNS = tr_later(
    ("line", "lines", "part of lines", "parts of lines", "box", "boxes", "corner", "corners")
)
"""Nouns of counted values."""


def source_text(english: str) -> str:
    """Return the source of a bound in the language of texts."""
    source, again = parted(english)
    text = tr_made(source, _SOURCES)
    return f"{text}; {again_text(again)}" if again else text


def again_text(english: str) -> str:
    """Return how a bound is found again, in the language of texts."""
    return "; ".join(tr_made(part, _AGAIN) for part in english.split("; "))


def step_text(english: str) -> str:
    """Return a line of the derivation of a bound in the language of texts."""
    found = tr_made(english, _STEPS)
    return source_text(english) if found == english else found


def parted(source: str) -> tuple[str, str]:
    """Part a source at the semicolon behind its main clause, outside of brackets."""
    depth = 0
    for place, sign in enumerate(source):
        depth += (sign == "(") - (sign == ")")
        if sign == ";" and not depth:
            return source[:place], source[place + 1 :].strip()
    return source, ""
