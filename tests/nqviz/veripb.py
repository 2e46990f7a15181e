"""A checker of the few rules of VeriPB that refutations use: f, pol, rup, del, c and conclusion.

A constraint is a dictionary of coefficients above 0 of literals, and a degree.
"""

from __future__ import annotations

import re

Constraint = tuple[dict[str, int], int]


def _negated(literal: str) -> str:
    return literal[1:] if literal.startswith("~") else f"~{literal}"


def _normal(terms: list[tuple[int, str]], degree: int) -> Constraint:
    """Return a constraint with positive coefficients and one literal a variable."""
    total: dict[str, int] = {}
    for value, literal in terms:
        name = literal.lstrip("~")
        if literal.startswith("~"):  # value ~x is value - value x
            degree -= value
            value = -value
        total[name] = total.get(name, 0) + value
    found = {}
    for name, value in total.items():
        if value > 0:
            found[name] = value
        elif value < 0:
            found[f"~{name}"] = -value
            degree -= value
    return found, degree


def _added(first: Constraint, second: Constraint) -> Constraint:
    terms = [(value, literal) for part in (first, second) for literal, value in part[0].items()]
    return _normal(terms, first[1] + second[1])


def _times(one: Constraint, factor: int) -> Constraint:
    assert factor > 0
    return {literal: factor * value for literal, value in one[0].items()}, factor * one[1]


def _parse(text: str) -> list[Constraint]:
    """Return the constraints of one line of a problem, or of a rule."""
    found = re.fullmatch(r"\s*((?:[+-]?\d+ ~?x\d+ )*)(>=|=) (-?\d+) ;", text)
    assert found, text
    words = found[1].split()
    terms = list(zip(map(int, words[::2]), words[1::2], strict=True))
    least = _normal(terms, int(found[3]))
    if found[2] == ">=":
        return [least]
    return [least, _normal([(-value, literal) for value, literal in terms], -int(found[3]))]


def _conflicts(constraints: list[Constraint]) -> bool:
    """Return whether unit propagation meets a constraint that cannot be satisfied."""
    false: set[str] = set()
    changed = True
    while changed:
        changed = False
        for terms, degree in constraints:
            open_ = [(value, literal) for literal, value in terms.items() if literal not in false]
            slack = sum(value for value, _ in open_) - degree
            if slack < 0:
                return True
            for value, literal in open_:
                if value > slack and _negated(literal) not in false:
                    false.add(_negated(literal))
                    changed = True
    return False


def _rules(proof: str) -> list[str]:
    """Return the header and the rules of a proof as version 2.0 writes them."""
    header, *lines = proof.splitlines()
    assert re.fullmatch(r"pseudo-Boolean proof version (1\.2|2\.0|3\.0)", header)
    if header.endswith("3.0"):  # each rule has an end, and no comment is left
        lines = [line for line in lines if line[:1] != "%"]
        assert all(line.endswith(" ;") for line in lines)
        return [header, *(x if x.startswith("rup") else x.removesuffix(" ;") for x in lines)]
    return [header, *(line for line in lines if line[:1] != "*")]


def refutes(problem: str, proof: str) -> bool:
    """Return whether a proof shows that a problem has no solution."""
    known: dict[int, Constraint] = {}
    rows = [line for line in problem.splitlines() if line[:1] != "*" and line[:4] != "min:"]
    for each in (one for line in rows for one in _parse(line)):
        known[len(known) + 1] = each
    latest = len(known)
    header, *steps = _rules(proof)
    version = header.removeprefix("pseudo-Boolean proof version ")
    if version != "1.2":
        *steps, output, conclusion, end = steps
        assert (output, end) == ("output NONE", "end pseudo-Boolean proof")
        steps.append(re.sub("^conclusion UNSAT : ", "c ", conclusion))
    for step in steps:
        rule, _, rest = step.partition(" ")
        if rule == "f":
            assert int(rest) == latest
        elif rule == "c":
            terms, degree = known[int(rest)]
            return sum(terms.values()) < degree
        elif rule == "del":
            for number in rest.split()[1:]:
                del known[int(number)]
        else:
            latest += 1
            if rule == "pol":
                known[latest] = _polish(rest, known)
            else:
                assert rule == "rup"
                (claimed,) = _parse(rest)
                degree = sum(claimed[0].values()) - claimed[1] + 1
                negation = ({_negated(name): v for name, v in claimed[0].items()}, degree)
                if not _conflicts([*known.values(), negation]):
                    return False
                known[latest] = claimed
    return False


def _polish(text: str, known: dict[int, Constraint]) -> Constraint:
    stack: list[Constraint | int] = []
    for word in text.split():
        if word == "+":
            second, first = stack.pop(), stack.pop()
            stack.append(_added(_at(first, known), _at(second, known)))
        elif word == "*":
            factor, first = stack.pop(), stack.pop()
            assert isinstance(factor, int)
            stack.append(_times(_at(first, known), factor))
        else:
            stack.append(int(word))
    (last,) = stack
    return _at(last, known)


def _at(one: Constraint | int, known: dict[int, Constraint]) -> Constraint:
    return known[one] if isinstance(one, int) else one
