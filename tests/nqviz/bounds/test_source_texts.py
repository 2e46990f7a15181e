"""Sources of bounds in German; what is cited stays as it is."""

import re

import pytest

from nqviz import Board
from nqviz.bounds import lower_bounds, upper_bounds
from nqviz.bounds.source_texts import source_text
from nqviz.core.language import texts_in

ENGLISH = re.compile(r"\b(?:any|at most|attack|boxes|cells?|contains|each|is|layers|lines?|with)\b")
BOARDS = (
    *(Board.cube(n, d) for n, d in ((1, 1), (3, 3), (5, 3), (8, 2), (11, 3), (12, 3), (4, 4))),
    *(Board.cube(9, d) for d in (3, 4, 5)),
    *(Board.cube(n, d, torus=True) for n, d in ((6, 2), (7, 2), (5, 3))),
    *(Board.cube(5, 3, piece=piece) for piece in ("rook", "bishop", "1+3-rider")),
    Board((4, 5, 6)),
    Board((3, 4, 4, 9)),
    Board.cube(5, 2).with_blocked([0, 7]),
    Board.cube(5, 2, piece="hyperplane-queen"),
    Board.cube(5, 3, piece="hyperplane-queen"),
)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_sources_in_german(board):
    sources = [
        bound.source.partition(";")[0] for bound in (*lower_bounds(board), *upper_bounds(board))
    ]
    assert [source_text(source) for source in sources] == sources
    with texts_in("de"):
        assert [text for text in map(source_text, sources) if ENGLISH.search(text)] == []


def test_how_bounds_are_found_again_in_german():
    english = "the number of cells; no paper; nqviz verify FILE checks the certificate"
    german = "die Anzahl der Zellen; keine Veröffentlichung; nqviz verify FILE prüft das Zertifikat"
    with texts_in("de"):
        assert source_text(english) == german
