"""What solvers write: values of named or numbered columns, or lists of vertices.

Known are the .sol files of HiGHS, Gurobi, SCIP, CBC and CPLEX, the tables of HiGHS and GLPK, GLPK's
raw format, the ``v`` lines of SAT and pseudo-Boolean solvers, MiniSat's files, lists and tables of
vertices as KaMIS and Glasgow write them, the colour of each vertex, and the text or JSON that
exported MiniZinc models write.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from math import isfinite, nan
from pathlib import Path
from typing import BinaryIO

from nqviz.core.errors import InputError, shorten
from nqviz.run.files import read_bytes, read_stream

_LINES = re.IGNORECASE | re.MULTILINE
_NAME = r"x(?:_\d{1,18})+(?:_c\d{1,18})?"
_NAMED = re.compile(rf"\b({_NAME})\b\s+(?:(?:\*|B|N[LUFS])\s+)?([^\s()]+)")
"""A name and its value; GLPK marks integers by a star, and columns of a basis by their status."""
_TABLE = re.compile(
    rf"^ *\d+ +(?:[A-Z]{{2}} +)?\S+ +\S+ +(\S+)[^\n]* ({_NAME})[ \t]*$", re.MULTILINE
)
"""A line of the table of HiGHS: number, status, bounds, value and at last the name."""
_RENAMED = re.compile(r"^x(\d{1,18})\s+(\S+)\s+\(obj:", re.MULTILINE)
"""A column of a pseudo-Boolean file in a solution of SCIP."""
_RAW = re.compile(
    r"^s (?:mip \d+ \d+ ([ofnu])|bas \d+ \d+ ([fuin]) ([fuin])|ipt \d+ \d+ ([ofinu])) \S+ *$",
    re.MULTILINE,
)
"""The line of GLPK's raw format, ``glpsol -w``, that has the status of a program or of a basis."""
_RAW_COLUMN = re.compile(r"^j (\d{1,18}) (?:[blufs] )?(\S+)", re.MULTILINE)
"""A column by its number, of a basis with its status before the value."""
_XML = re.compile(r"<variable\b[^>]*\bname=\"([^\"]*)\"[^>]*\bvalue=\"([^\"]*)\"")
_ARRAY = re.compile(r"(?:\bx\s*=|\"x\"\s*:)\s*(?:array1d\([^,]*,\s*)?\[([^\]]*)\]")
_LITERAL = re.compile(r"(-|~)?(?:x)?(\d{1,18})|(-|~)?(x(?:_\d{1,18})+(?:_c\d{1,18})?)")
_NONE = re.compile(
    r"^\s*(s\s+UNSATISFIABLE|UNSAT|=+UNSATISFIABLE=+|.*\binfeasible\b.*)\s*$", _LINES
)
_REFUTED = re.compile(
    r"\A\s*(Infeasible|Integer infeasible)\b"
    r"|^(Status: +INTEGER EMPTY|Model status: Infeasible|status = false)\b",
    _LINES,
)
_NO_ANSWER = re.compile(r"^\s*(s\s+UNKNOWN|INDET|=+UNKNOWN=+|status = aborted)\s*$", _LINES)
_STOPPED = re.compile(r"^Status: +(INTEGER )?UNDEFINED$|\A.*\(no integer solution\b", re.MULTILINE)
"""What GLPK and CBC write before values that are no solution."""
_LISTS_ONES = re.compile(r"^(solution status: optimal|# Objective value)", _LINES)
"""The head of a file in which columns that are 0 may be left out, even all of them."""
_OPTIMAL = re.compile(
    r"^\s*(Optimal|Optimal - .*|solution status: optimal.*|s OPTIMUM FOUND|=+)\s*$"
    r"|solutionStatusString=\"integer optimal|^(Status: +INTEGER|Model status:) Optimal$",
    _LINES,
)
_DUAL = re.compile(r"^# Dual\b", re.MULTILINE)
_PREFIX = re.compile(r"^\s*(?:solution|clique|independent set|mis)?\s*[=:]?", re.IGNORECASE)
_CLIQUE = re.compile(r"^clique = ([\d ]+)$", re.MULTILINE)
"""The line of Glasgow's clique solver, among others on its run."""


@dataclass(frozen=True)
class Solution:
    """The values of a solution; either kind of column may be empty."""

    named: dict[str, float] = field(default_factory=dict)
    """Values of columns by their name."""
    numbered: dict[int, float] = field(default_factory=dict)
    """Values of columns by their number from 1; those that are missing are 0."""
    claim: str = ""
    """``infeasible`` or ``unknown`` where the solver says so and gives no values."""
    is_optimal: bool = False
    """Whether the solver says that its solution is optimal."""
    vertices: tuple[int, ...] = ()
    """Numbers of vertices from 1, or a number for each vertex: 0 or 1, or its colour."""


def read_solution(path: str | Path, stdin: BinaryIO | None = None) -> Solution:
    """Read the solution file of a solver, ``-`` from `stdin`; see `parse_solution`."""
    if str(path) == "-" and stdin is not None:
        return parse_solution(read_stream(stdin, "standard input"), "standard input")
    return parse_solution(read_bytes(path), str(path))


def parse_solution(data: bytes | str, name: str = "solution") -> Solution:
    """Read the text of a solver.

    Raises InputError: ``NAME: reason`` if it is none of the known formats, or a value is no number.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return _parse(text)
    except UnicodeDecodeError:
        raise InputError(f"{name}: this is not UTF-8 text") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _parse(text: str) -> Solution:
    if not text.strip():
        raise InputError("the file is empty")
    if _REFUTED.search(text):  # such a file may list values all the same
        return Solution(claim="infeasible")
    if _STOPPED.search(text):
        return Solution(claim="unknown")
    if raw := _RAW.search(text):
        return _raw(text, "".join(filter(None, raw.groups())))
    found = _values(text)
    if found is not None:
        return replace(found, is_optimal=_OPTIMAL.search(text) is not None)
    if _NONE.search(text):
        return Solution(claim="infeasible")
    if _NO_ANSWER.search(text):
        return Solution(claim="unknown")
    raise InputError(
        "no solution was found in it; known are .sol files, v lines, lists of vertices and the"
        " output of exported MiniZinc models"
    )


def _raw(text: str, status: str) -> Solution:
    """Read GLPK's raw format.

    `status`: ``o`` optimal, ``f`` feasible, ``n`` or ``i`` infeasible, ``u`` undefined; of a basis
    that of the primal and of the dual, both feasible where it is optimal.
    """
    if status[0] in "ni":
        return Solution(claim="infeasible")
    if status[0] == "u":
        return Solution(claim="unknown")
    columns = {int(k): _number(f"column {k}", value) for k, value in _RAW_COLUMN.findall(text)}
    if not columns:
        raise InputError("the raw solution of GLPK has no columns")
    return Solution(numbered=columns, is_optimal=status in ("o", "ff"))


def _values(text: str) -> Solution | None:
    """Return the values in a text; None without any."""
    first, _, rest = text.partition("\n")
    literals = [line[2:] for line in text.splitlines() if line.startswith("v ")]
    if first.strip() in ("SAT", "SATISFIABLE"):
        literals.append(rest)
    if literals:
        return _literals(" ".join(literals))
    if arrays := _ARRAY.findall(text):  # the last one is the best
        return Solution(numbered=_array(arrays[-1]))
    dual = _DUAL.search(text)
    if renamed := _RENAMED.findall(text):
        return Solution(numbered={int(k): _number(f"x{k}", v) for k, v in renamed})
    named = _XML.findall(text) or [(name, value) for value, name in _TABLE.findall(text)]
    named = named or _NAMED.findall(text[: dual.start()] if dual else text)
    if named or (_LISTS_ONES.search(text) and not _NONE.search(text)):
        return Solution(_unique(named))
    return _vertices(text)


def _unique(pairs: list[tuple[str, str]]) -> dict[str, float]:
    values: dict[str, float] = {}
    for name, text in pairs:
        value = _number(name, text)
        if values.setdefault(name, value) != value:
            raise InputError(f"{name} has two values: {values[name]:g} and {value:g}")
    return values


def _number(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise InputError(f"the value of {name} is {shorten(text)}, not a number")
    return value


def _literals(text: str) -> Solution:
    named: dict[str, float] = {}
    numbered: dict[int, float] = {}
    for word in text.split():
        match = _LITERAL.fullmatch(word)
        if match is None:
            raise InputError(f"{shorten(word)} is no literal")
        if match[4] is not None:
            named[match[4]] = 0.0 if match[3] else 1.0
        elif match[2] != "0":
            numbered[int(match[2])] = 0.0 if match[1] else 1.0
    return Solution(named, numbered)


def _array(text: str) -> dict[int, float]:
    words = {"true": "1", "false": "0"}
    values = [word.strip() for word in text.split(",") if word.strip()]
    return {k: _number(f"x[{k}]", words.get(v, v)) for k, v in enumerate(values, start=1)}


def _vertices(text: str) -> Solution | None:
    """Read whole numbers of vertices; `verify` knows what they mean for the problem."""
    kept = [line for line in text.splitlines() if line.strip() and line[0] not in "c%#"]
    clique = _CLIQUE.search(text)
    words = (clique[1] if clique else _PREFIX.sub("", "\n".join(kept))).split()
    if not words or not all(word.isascii() and word.isdecimal() for word in words):
        return None
    if any(len(word) > 18 for word in words):
        raise InputError("the number of a vertex is too large")
    return Solution(vertices=tuple(map(int, words)))
