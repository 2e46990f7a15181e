"""Figures for LaTeX: well formed, with nothing that TeX does not know, compiled where TeX is."""

import re
import shutil

import pytest

from nqviz.core.board import Board
from nqviz.problems.compare import Row
from nqviz.rendering.canvas.tikz import escaped
from nqviz.rendering.figures import (
    counts_chart,
    save_chart,
    save_comparison,
    save_drawing,
)
from nqviz.view.board_view import BoardView
from tests.nqviz.rendering.marks import everything
from tests.process import run_process

ROWS = (
    Row("(4,3) board", "base", "highs", seconds=2.5, fastest=2.0, slowest=4.0, status="optimal"),
    Row("(6,3) board", "base+cube", "highs", seconds=30.0, status="limit", count=20, bound=23),
    Row("(9,3) board", "base+cube", "highs", note="does not apply"),
)


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """A document of each kind."""
    folder = tmp_path_factory.mktemp("documents")
    save_drawing(everything(), folder / "layers.tex", size=(800, 600))
    save_drawing(everything(), folder / "square.tex", "square", size=(600, 600), theme="dark")
    save_drawing(everything(), folder / "graph.tex", "graph", theme="dark")
    save_comparison(ROWS, folder / "comparison.tex")
    save_drawing(BoardView(Board.cube(3, 4)), folder / "contact.tex", "contact", transparent=True)
    save_chart(counts_chart(everything()), folder / "chart.tex", size=(800, 600), dpi=200)
    return [path.read_text(encoding="ascii") for path in folder.glob("*.tex")]


def test_documents_are_well_formed(documents):
    for text in documents:
        body = re.sub(r"(?m)^%.*$", "", text)
        bare = re.sub(r"\\[{}]", "", body)
        assert bare.count("{") == bare.count("}")
        options = re.sub(r"\[\d+, \d+\)", "", body)  # what is open between two bounds
        assert options.count("[") == options.count("]")
        assert re.findall(r"\\begin\{(\w+)\}", body) == ["document", "tikzpicture"]
        assert re.findall(r"\\end\{(\w+)\}", body) == ["tikzpicture", "document"]
        defined = re.findall(r"\\definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\}", body)
        after = re.sub(r"(?m)^\\definecolor.*$", "", body)
        used = set(re.findall(r"\bnqviz[a-z]+\b", after))
        assert used == set(defined)
        assert len(defined) == len(set(defined))
        assert not re.search(r"\d[eE][-+]?\d", after)
        assert "nan" not in body
        for line in body.splitlines():
            if line.startswith((r"\node", "  \\fill")):
                assert line.endswith(";")


def test_the_size_follows_from_the_dots_per_inch(tmp_path):
    corners = []
    for dpi in (100, 200):
        save_drawing(everything(), tmp_path / "a.tex", size=(800, 600), dpi=dpi)
        text = (tmp_path / "a.tex").read_text()
        unit = float(re.search(r"x=([\d.]+)bp", text)[1])
        box = re.search(r"useasboundingbox \(([-\d.]+),.*rectangle \(([-\d.]+),", text)
        corners.append((float(box[2]) - float(box[1])) * unit)
    assert corners == pytest.approx([576, 288], rel=1e-3)


def test_transparent_leaves_the_paper_out(tmp_path):
    texts = []
    for transparent in (False, True):
        save_drawing(everything(), tmp_path / "a.tex", transparent=transparent)
        texts.append((tmp_path / "a.tex").read_text())
    assert len(texts[0].splitlines()) - len(texts[1].splitlines()) in (1, 2)


def test_words_are_shown_as_they_are():
    assert escaped(r"50 % of $a_b & {c} #1 ~^\ ") == (
        r"50 \% of \$a\_b \& \{c\} \#1 \textasciitilde{}\textasciicircum{}\textbackslash{} "
    )
    assert escaped("(·, ·, 4)") == r"($\cdot$, $\cdot$, 4)"


ARTICLE = r"""\documentclass{article}
\usepackage{tikz}
\definecolor{nqa}{HTML}{FF0000}
\begin{document}
%s
\textcolor{nqa}{red}
\end{document}
"""


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_documents_and_fragments_compile(documents, tmp_path, engine):
    """A document of its own; and all figures in one article, where each has its own colours."""
    if shutil.which(engine) is None:
        pytest.skip(f"there is no {engine} here")
    pictures = [text[text.index(r"\begin{tikzpicture}") :] for text in documents]
    for number, picture in enumerate(pictures):
        (tmp_path / f"{number}.tex").write_text(picture.replace(r"\end{document}", ""))
    inputs = "\n".join(
        rf"\resizebox{{\textwidth}}{{!}}{{\input{{{k}}}}}" for k in range(len(pictures))
    )
    (tmp_path / "article.tex").write_text(ARTICLE % inputs)
    (tmp_path / "alone.tex").write_text(documents[0])
    for name in ("article", "alone"):
        command = [engine, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
        done = run_process(command, cwd=tmp_path)
        if re.search(r"File `(standalone.cls|tikz.sty|fix-cm.sty)' not found", done.stdout):
            pytest.skip("this LaTeX has not all packages")
        assert done.returncode == 0, done.stdout[-800:]
        assert (tmp_path / f"{name}.pdf").stat().st_size > 5000


def test_a_fragment_is_the_picture_of_the_document(tmp_path):
    texts = []
    for fragment in (False, True):
        save_drawing(everything(), tmp_path / "a.tex", fragment=fragment)
        texts.append((tmp_path / "a.tex").read_text())
    begin, end = r"\begin{tikzpicture}", r"\end{tikzpicture}"
    inner = [text[text.index(begin) : text.index(end)] for text in texts]
    assert inner[0] == inner[1]
    assert r"\documentclass" not in texts[1]
    assert r"\definecolor" in inner[1]
