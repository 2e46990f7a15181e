import pytest

from nqviz.board import Board
from nqviz.bounds import best_upper
from nqviz.errors import InputError
from nqviz.records import best_certificate, certificates, load_certificate


@pytest.mark.parametrize("entry", certificates(), ids=lambda entry: entry.name)
def test_every_certificate_is_what_it_says(entry):
    file = load_certificate(entry.name)
    assert file.placement.board == Board(entry.shape)
    assert len(file.placement) == entry.count
    assert file.placement.is_valid()
    assert file.source
    claims_maximum = file.note.startswith("A maximum placement")
    assert claims_maximum == (best_upper(file.placement.board).value == entry.count)


def test_the_library_has_no_entry_twice_and_is_sorted():
    entries = certificates()
    assert len(entries) >= 44
    assert len({entry.shape for entry in entries}) == len(entries)
    assert [len(entry.shape) for entry in entries] == sorted(len(e.shape) for e in entries)
    assert str(entries[0]) == "4 queens on the (3,3) board"


def test_best_certificate():
    best = best_certificate(Board.cube(11, 3))
    assert best is not None
    assert len(best.placement) == 121
    assert best_certificate(Board.cube(11, 3, torus=True)) is None
    assert best_certificate(Board.cube(11, 3, piece="rook")) is None
    assert best_certificate(Board((3, 4))) is None


def test_unknown_certificate():
    with pytest.raises(InputError, match=r"no certificate '\.\./x'"):
        load_certificate("../x")
