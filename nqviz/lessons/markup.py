"""The text of lessons: paragraphs, lists, pictures, formulas, and a few tags for emphasis."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import escape
from html.parser import HTMLParser
from typing import Protocol

TAGS = ("b", "i", "sub", "sup")
"""The tags that a lesson may use; everything else is written in Unicode."""

FORMULA = "formula"
"""The class of a paragraph that is one formula."""
MOST_IN_FORMULA = 60
"""The most characters of a paragraph that is set as a formula."""

LINK = re.compile(r"\[([^\]\[<>]{1,200})\]\((lesson:[a-z0-9-]{1,60}(?:#[0-9]{1,3})?)\)")
"""A link to a step of a lesson: ``[words](lesson:klarner#4)``. There are no others."""
TEX = re.compile(r"\$(?=[^\s$])([^$]{1,200})(?<=\S)\$(?!\d)")
"""A formula in the subset of LaTeX that MathText draws, such as ``$x^2$``; a price is none."""
PICTURE = re.compile(r"!\[([^\]\[<>]{1,200})\]\(([A-Za-z0-9_-]{1,60}\.(?:png|jpg|jpeg))\)")
"""A paragraph that is a picture, ``![words](name.png)``: a file beside that of the lesson."""
_LIKE_A_PICTURE = re.compile(r"!\[[^\]]*\]\(")
_LIKE_A_LINK = re.compile(r"\]\(\s*[a-zA-Z]+:")

_TAG = re.compile(r"</?\w+>")
_TIGHT = ' style="line-height: 100%"'
"""An image needs no room between lines."""
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

    handle_pi = handle_comment = unknown_decl


def check_markup(text: str) -> str:
    """Return a text unchanged if it has only the tags of `TAGS`, well nested in each paragraph.

    Raises ValueError if it has other tags, wrong nesting, control characters or a picture inside a
    paragraph.
    """
    if any(unicodedata.category(letter) == "Cc" for letter in text if letter not in "\n\r\t"):
        raise ValueError("control characters have no place in a text")
    for block in blocks(text):
        joined = " ".join(block)
        if PICTURE.fullmatch(joined):
            continue
        if _LIKE_A_PICTURE.search(joined):
            raise ValueError("a picture is a paragraph of its own: ![words](name.png)")
        words = TEX.sub("", joined).replace("&", "+")  # what it stands for may be a <
        if _LIKE_A_LINK.search(LINK.sub("", words)):
            raise ValueError("a link is [words](lesson:NAME#STEP)")
        checker = _Checker()
        checker.feed(words)
        if checker.rawdata:  # the text ends inside a tag
            raise ValueError("a < that opens no tag is written &lt;")
        if checker.open:
            raise ValueError(f"<{checker.open[-1]}> is not closed in its paragraph")
    return text


def check_line(text: str) -> str:
    """Return a text without surrounding blanks if it is one line of plain text.

    Raises ValueError if it has more lines or control characters.
    """
    text = text.strip()
    if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text):
        raise ValueError("this should be one line")
    return text


class Images(Protocol):
    """Makes the HTML of what is not text."""

    def formula_html(self, tex: str, displayed: bool) -> str:
        """Return the HTML of a formula, in a line of text or as a paragraph."""

    def picture_html(self, words: str, name: str) -> str:
        """Return the HTML of a picture from the name of its file and what it shows."""


class _Words:
    """Stands for images in a text without any."""

    def formula_html(self, tex: str, displayed: bool) -> str:
        return f"<i>{escape(tex)}</i>"

    def picture_html(self, words: str, name: str) -> str:
        return f"[{words}]"


def to_html(text: str, images: Images | None = None) -> str:
    """Return the text of a lesson as HTML: an empty line ends a paragraph, ``- `` begins an item.

    A paragraph that is one formula has the class `FORMULA`. Without `images` a formula is its
    LaTeX and a picture is what it shows, in words.

    Links to lessons become anchors. Tags are copied unchanged; `check_markup` has checked them.
    Lines do not break within a cell such as ``(1, 2, 3)`` or a product such as ``2 · 3``.
    """
    images = images or _Words()
    return "".join(_html(block, images) for block in blocks(text))


def _html(block: list[str], images: Images) -> str:
    joined = " ".join(block)
    picture = PICTURE.fullmatch(joined)
    if picture is not None:
        return f"<p{_TIGHT}>{images.picture_html(picture[1], picture[2])}</p>"
    if all(line.startswith("- ") for line in block):
        items = (f"<li>{_inline(line[2:], images)}</li>" for line in block)
        return f"<ul>{''.join(items)}</ul>"
    displayed = TEX.fullmatch(joined)
    if displayed is not None:
        return f'<p class="{FORMULA}"{_TIGHT}>{images.formula_html(displayed[1], True)}</p>'
    kind = f' class="{FORMULA}"' if is_formula(block) else ""
    return f"<p{kind}>{_inline(joined, images)}</p>"


def _inline(text: str, images: Images) -> str:
    """Return a line of text as HTML, with its links and formulas."""
    parts = TEX.split(text)
    for place, part in enumerate(parts[::2]):
        whole = _TOGETHER.sub(lambda found: found[0].replace(" ", _NO_BREAK), part)
        parts[2 * place] = LINK.sub(r'<a href="\2">\1</a>', whole)
    parts[1::2] = (images.formula_html(part, False) for part in parts[1::2])
    return "".join(parts)


def formulas(texts: Iterable[str]) -> Iterator[str]:
    """Yield the LaTeX of every formula of some texts."""
    for text in texts:
        for block in blocks(text):
            yield from TEX.findall(" ".join(block))


def pictures(texts: Iterable[str]) -> Iterator[str]:
    """Yield the name of the file of every picture of some texts."""
    for text in texts:
        for block in blocks(text):
            picture = PICTURE.fullmatch(" ".join(block))
            if picture is not None:
                yield picture[2]


def is_formula(block: list[str]) -> bool:
    """Return whether a paragraph is one formula: one line with a relation and no words."""
    plain = _TAG.sub("", " ".join(block))
    is_short = len(block) == 1 and len(plain) <= MOST_IN_FORMULA and "$" not in plain
    has_words = set(_WORD.findall(plain)) - _FUNCTIONS
    return is_short and bool(_RELATION.fullmatch(plain)) and not has_words


def blocks(text: str) -> list[list[str]]:
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
