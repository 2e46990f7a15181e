"""The verb ``verify`` where very much attacks very much."""

import pytest

import nqviz.verification as module


@pytest.fixture
def crowd(file):
    """A board full of rooks: 4 lines of 2, each an attack."""
    return file("1 1\n1 2\n2 1\n2 2\n")


@pytest.mark.parametrize(("most", "more"), [(3, True), (4, False), (5, False)])
def test_no_more_attacks_are_listed_than_memory_holds(crowd, most, more, answer, run, monkeypatch):
    monkeypatch.setattr(module, "MAX_ATTACKS", most)
    arguments = ["verify", crowd, "--n", "2", "--d", "2", "--piece", "rook"]
    status, entries, err = answer(*arguments)
    assert (status, entries["valid"], entries["free_cells"], err) == (1, False, 0, "")
    assert len({str(pair) for pair in entries["attacks"]}) == min(most, 4)
    assert entries.get("more_attacks", False) is more
    number = "more than 3 attacks" if more else "4 attacks"
    assert run(*arguments)[1].startswith(
        f"not valid: 4 rooks on the (2,2) board of rooks, {number}\n"
    )
