"""The texts of a program for people: which of them are translated, and which cannot be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

MARKERS = ("tr", "tr_later", "tr_piece")
ROOT = Path(__file__).parent.parent


def modules(*places: str) -> Iterator[Path]:
    """Yield the modules of packages, or single modules, by their paths in the project."""
    for place in places:
        path = ROOT / place
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def translated(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are looked up in a catalogue."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if _is_table(node) and node.value is not None:
            yield from _texts(node.value)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        texts = [text for each in node.args for text in _texts(each)]
        if node.func.id in MARKERS:
            yield from texts
        if node.func.id == "counted_tr":
            yield from (form for text in texts for form in (text, f"{text}s"))


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield a text, or the texts of a table."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.Dict):
        for part in node.elts if isinstance(node, ast.Tuple) else node.values:
            yield from _texts(part)


def _is_table(node: ast.AST) -> TypeGuard[ast.AnnAssign]:
    """Return whether a statement is a table of texts that are translated where they are shown."""
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Texts"


def untranslated(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of what looks like words for people and is in no catalogue.

    Texts of errors, docstrings, style sheets and HTML are left out.
    """
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        inside = isinstance(node, ast.Call) and _name(node.func) in (
            *MARKERS,
            *("counted_tr", "InputError", "ValueError", "setStyleSheet", "compile", "setProperty"),
        )
        is_doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if inside or is_doc or _is_table(node):
            skipped |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value
            if id(node) not in skipped and _is_for_people(words):
                yield node.lineno, words


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_for_people(words: str) -> bool:
    """Return whether a text has two words, and nothing of a style sheet or of HTML."""
    parts = words.split()
    is_code = any(sign in words for sign in "<>{};\\")
    return (
        len(parts) > 1 and sum(part.strip(".,:!?").isalpha() for part in parts) > 1 and not is_code
    )
