"""Bounds in the language of texts: sources and derivations; citations stay as they are."""

from __future__ import annotations

from nqviz.core.made_texts import templates, tr_made


def source_text(english: str) -> str:
    """Return the source of a bound in the language of texts."""
    source, again = parted(english)
    text = tr_made(source, templates("sources-of-bounds"))
    return f"{text}; {again_text(again)}" if again else text


def again_text(english: str) -> str:
    """Return how a bound is found again, in the language of texts."""
    return "; ".join(tr_made(part, templates("repetitions")) for part in english.split("; "))


def step_text(english: str) -> str:
    """Return a line of the derivation of a bound in the language of texts."""
    found = tr_made(english, templates("steps-of-derivations"))
    return source_text(english) if found == english else found


def parted(source: str) -> tuple[str, str]:
    """Split a source at the semicolon behind its main clause, outside of brackets."""
    depth = 0
    for place, sign in enumerate(source):
        depth += (sign == "(") - (sign == ")")
        if sign == ";" and not depth:
            return source[:place], source[place + 1 :].strip()
    return source, ""
