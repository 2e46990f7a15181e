"""The text of lessons: paragraphs, lists, and a few tags for formulas and emphasis."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

TAGS = ("b", "i", "sub", "sup")
"""The tags that a lesson may use; everything else is written in Unicode."""

FORMULA = "formula"
"""The class of a paragraph that is one formula."""
MOST_IN_FORMULA = 60
"""The most characters of a paragraph that is set as a formula."""

LINK = re.compile(r"\[([^\]\[<>]{1,200})\]\((lesson:[a-z0-9-]{1,60}(?:#[0-9]{1,3})?)\)")
"""A link to a step of a lesson: ``[words](lesson:klarner#4)``. There are no others."""
_LIKE_A_LINK = re.compile(r"\]\(\s*[a-zA-Z]+:")

_TAG = re.compile(r"</?\w+>")
_RELATION = re.compile(r"[^=<>≤≥]+[=≤≥][^=]+")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
_FUNCTIONS = {"gcd", "lcm", "log", "max", "min", "mod"}
_TOGETHER = re.compile(r"\((?:[^\s(),]{1,4}, ){1,3}[^\s(),]{1,4}\)| · ")
_NO_BREAK = "\u00a0"


class _Checker(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS or attrs:
            known = ", ".join(f"<{each}>" for each in TAGS)
            raise ValueError(f"the tag {self.get_starttag_text()} is not known; there are {known}")
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise ValueError(f"the tag <{tag}/> stands alone")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if "<" in data:
            raise ValueError("a < that opens no tag is written &lt;")

    def unknown_decl(self, data: str) -> None:
        raise ValueError("declarations have no place in a lesson")

    def handle_decl(self, decl: str) -> None:
        self.unknown_decl(decl)

    def handle_pi(self, data: str) -> None:
        self.unknown_decl(data)

    def handle_comment(self, data: str) -> None:
        self.unknown_decl(data)


def check_markup(text: str) -> str:
    """Return a text unchanged if it has only the tags of `TAGS`, well nested in each paragraph.

    Raises
    ------
    ValueError
        If it has other tags, wrong nesting or control characters.
    """
    if any(unicodedata.category(letter) == "Cc" for letter in text if letter not in "\n\r\t"):
        raise ValueError("control characters have no place in a text")
    if _LIKE_A_LINK.search(LINK.sub("", text)):
        raise ValueError("a link is [words](lesson:NAME#STEP)")
    for block in _blocks(text):
        checker = _Checker()
        checker.feed(" ".join(block))
        if checker.rawdata:  # the text ends inside a tag
            raise ValueError("a < that opens no tag is written &lt;")
        if checker.open:
            raise ValueError(f"<{checker.open[-1]}> is not closed in its paragraph")
    return text


def check_line(text: str) -> str:
    """Return a text without surrounding blanks if it is one line of plain text.

    Raises
    ------
    ValueError
        If it has more lines or control characters.
    """
    text = text.strip()
    if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text):
        raise ValueError("this should be one line")
    return text


def to_html(text: str) -> str:
    """Return the text of a lesson as HTML: an empty line ends a paragraph, ``- `` begins an item.

    A paragraph that is one formula has the class `FORMULA`.

    Links to lessons become anchors. Tags are copied unchanged; `check_markup` has checked them.
    Lines do not break within a cell such as ``(1, 2, 3)`` or a product such as ``2 · 3``.
    """
    parts = []
    text = LINK.sub(r'<a href="\2">\1</a>', _TOGETHER.sub(_together, text))
    for block in _blocks(text):
        if all(line.startswith("- ") for line in block):
            parts.append("<ul>" + "".join(f"<li>{line[2:]}</li>" for line in block) + "</ul>")
        else:
            kind = f' class="{FORMULA}"' if is_formula(block) else ""
            parts.append(f"<p{kind}>{' '.join(block)}</p>")
    return "".join(parts)


def is_formula(block: list[str]) -> bool:
    """Return whether a paragraph is one formula: one line with a relation and no words."""
    plain = _TAG.sub("", " ".join(block))
    is_short = len(block) == 1 and len(plain) <= MOST_IN_FORMULA
    has_words = set(_WORD.findall(plain)) - _FUNCTIONS
    return is_short and bool(_RELATION.fullmatch(plain)) and not has_words


def _together(found: re.Match[str]) -> str:
    return found[0].replace(" ", _NO_BREAK)


def _blocks(text: str) -> list[list[str]]:
    """Return the paragraphs of a text, each a list of lines; indented lines continue an item."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if not line.strip():
            blocks.append([])
        elif line.startswith("  ") and blocks[-1] and blocks[-1][0].startswith("- "):
            blocks[-1][-1] += " " + line.strip()
        elif line.startswith("- ") and blocks[-1] and not blocks[-1][0].startswith("- "):
            blocks.append([line.strip()])
        else:
            blocks[-1].append(line.strip())
    return [block for block in blocks if block]
