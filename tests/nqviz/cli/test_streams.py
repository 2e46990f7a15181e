"""Standard input and output of the verbs, and what they say when they end early."""

import io
import sys

import pytest

from nqviz.cli.options import given_limit
from nqviz.formats import parse_placement
from nqviz.run.context import core_count


@pytest.fixture
def typed(monkeypatch):
    """Return the command a standard input."""

    def give(text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return give


@pytest.mark.parametrize("option", ["--given", "--orbit"])
def test_a_density_of_standard_input(answer, typed, option):
    typed("2 4 1 3\n")
    status, entries, _ = answer("density", option, "-")
    assert (status, entries["shape"]) == (0, [4, 4])
    assert sum(entries["cells"]) == 4 * entries["total"]


def test_a_witness_on_standard_output(run, answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["count", "threshold", "--n", 5, "--d", 2, "-o", "-"]
    status, out, _ = run(*arguments)
    assert status == 0
    witness = parse_placement(out).placement.coordinates()
    assert len(witness) == 2
    assert answer(*arguments)[1]["witness"] == witness
    assert list(tmp_path.iterdir()) == []


def test_no_more_threads_than_cores(run, monkeypatch):
    class Options:
        time_limit, threads = None, 10**6

    assert given_limit(Options).threads == core_count()
    assert run("maximum", "--n", 4, "--d", 3, "--threads", 1000)[0] == 0


def test_a_sample_without_what_it_looks_for(answer):
    arguments = ["density", "--n", 8, "--d", 3, "--torus", "--sample", 2, "--queens", 32]
    status, entries, err = answer(*arguments)
    assert (status, entries["total"], entries["status"]) == (3, None, "limit")
    assert err == "nqviz: no search found so many: no density\n"


def test_one_of_a_thing(run):
    assert run("density", "--n", 3, "--d", 1)[1].startswith("3 maximum placements of 1 queen,")
    assert run("bounds", "--n", 2, "--d", 2)[1].startswith("(2,2) board: maximum 1 queen (proven)")
    assert "of 1 queen on the (2,2) board" in run("count", "maximum", "--n", 2, "--d", 2)[1]


def test_a_comparison_as_csv_on_standard_output(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, out, _ = run("compare", "3,2", "--engines", "exhaustive", "--csv", "-")
    assert out.splitlines()[0].startswith("instance,")
    assert list(tmp_path.iterdir()) == []
