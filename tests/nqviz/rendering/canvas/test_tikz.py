"""Figures for LaTeX: well formed, with nothing that TeX does not know, compiled where TeX is."""

import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.problems.compare import Row
from nqviz.rendering.canvas.tikz import escaped
from nqviz.rendering.figures import (
    counts_chart,
    save_chart,
    save_comparison,
    save_contact_sheet,
    save_graph,
    save_layers,
    save_square,
)
from nqviz.view.board_view import BoardView
from nqviz.view.overlay import Overlay

ROWS = (
    Row("(4,3) board", "base", "highs", seconds=2.5, fastest=2.0, slowest=4.0, status="optimal"),
    Row("(6,3) board", "base+cube", "highs", seconds=30.0, status="limit", count=20, bound=23),
    Row("(9,3) board", "base+cube", "highs", note="does not apply"),
)


def everything():
    """A picture with every kind of mark."""
    board = Board.cube(4, 3)
    picture = BoardView.of(
        Placement(board, [(0, 0, 0), (1, 2, 0), (2, 1, 3), (3, 3, 3)]), free=True
    )
    return replace(
        picture,
        given=picture.queens[:1],
        suggested=np.array([9]),
        dropped=np.array([30]),
        outside=np.arange(64) > 60,
        overlay=Overlay(np.arange(64.0), 70),
        cursor=5,
        clique=np.array([0, 1, 2]),
    )


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """A document of each kind."""
    folder = tmp_path_factory.mktemp("documents")
    save_layers(everything(), folder / "layers.tex", size=(800, 600))
    save_square(everything(), folder / "square.tex", size=(600, 600), theme="dark")
    save_graph(everything(), folder / "graph.tex", theme="dark")
    save_comparison(ROWS, folder / "comparison.tex")
    save_contact_sheet(BoardView(Board.cube(3, 4)), folder / "contact.tex", transparent=True)
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
        used = set(re.findall(r"\bnq[a-z]+\b", body.split(r"\begin{document}")[1]))
        assert used == set(defined)
        assert len(defined) == len(set(defined))
        assert not re.search(r"\d[eE][-+]?\d", body.split(r"\begin{document}")[1])
        assert "nan" not in body
        for line in body.splitlines():
            if line.startswith((r"\node", "  \\fill")):
                assert line.endswith(";")


def test_the_size_follows_from_the_dots_per_inch(tmp_path):
    corners = []
    for dpi in (100, 200):
        save_layers(everything(), tmp_path / "a.tex", size=(800, 600), dpi=dpi)
        text = (tmp_path / "a.tex").read_text()
        unit = float(re.search(r"x=([\d.]+)bp", text)[1])
        box = re.search(r"useasboundingbox \(([-\d.]+),.*rectangle \(([-\d.]+),", text)
        corners.append((float(box[2]) - float(box[1])) * unit)
    assert corners == pytest.approx([576, 288], rel=1e-3)


def test_transparent_leaves_the_paper_out(tmp_path):
    texts = []
    for transparent in (False, True):
        save_layers(everything(), tmp_path / "a.tex", transparent=transparent)
        texts.append((tmp_path / "a.tex").read_text())
    assert len(texts[0].splitlines()) - len(texts[1].splitlines()) in (1, 2)


def test_words_are_shown_as_they_are():
    assert escaped(r"50 % of $a_b & {c} #1 ~^\ ") == (
        r"50 \% of \$a\_b \& \{c\} \#1 \textasciitilde{}\textasciicircum{}\textbackslash{} "
    )
    assert escaped("(·, ·, 4)") == r"($\cdot$, $\cdot$, 4)"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_documents_compile(documents, tmp_path):
    """All as pages of one document: they begin alike, and to start TeX takes longer than a page."""
    colour = re.compile(r"\\definecolor.*\n")
    parts = [text.partition(r"\begin{document}") for text in documents]
    (preamble,) = {colour.sub("", re.sub(r"(?m)^%.*\n", "", before)) for before, *_ in parts}
    pages = [
        "".join(colour.findall(before)) + after.replace(r"\end{document}", "")
        for before, _, after in parts
    ]
    whole = [preamble, r"\begin{document}", *pages, r"\end{document}"]
    (tmp_path / "all.tex").write_text("\n".join(whole))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "standalone.cls' not found" in done.stdout:
        pytest.skip("this LaTeX has no class standalone")
    assert done.returncode == 0, done.stdout[-800:]
    assert f"Output written on all.pdf ({len(pages)} pages" in done.stdout
