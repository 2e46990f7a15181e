"""What a start does without: helps and refusals load nothing that takes long to load."""

import json
import subprocess
import sys

HEAVY = "{'numba', 'scipy', 'matplotlib', 'pyvista', 'pydantic', 'rich', 'ortools'}"
SEARCHES = "{'nqviz.proofs', 'nqviz.engines', 'nqviz.counting', 'nqviz.problems'}"


def run_all(lines: str, heavy: str = HEAVY) -> list[list[object]]:
    """Run lines of words one after the other in one process; give status and heavy modules."""
    code = (
        "import io, json, sys\n"
        "from contextlib import redirect_stderr, redirect_stdout\n"
        "from nqviz.cli import main\n"
        "from nqviz.cli.parser import VERBS\n"
        "found = []\n"
        f"for words in {lines}:\n"
        "    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):\n"
        "        status = main(words)\n"
        f"    found.append([words[0], status, sorted({heavy} & set(sys.modules))])\n"
        "print(json.dumps(found))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: list[list[object]] = json.loads(done.stdout)
    return found


def test_the_help_of_every_verb_loads_nothing_heavy() -> None:
    found = run_all("[[verb, '--help'] for verb in VERBS]")
    assert len(found) > 15
    assert [each for each in found if each[1:] != [0, []]] == []


def test_refusals_load_nothing_heavy() -> None:
    refused = [
        ["maximum", "--n", "0", "--d", "3"],
        ["maximum", "--n", "5", "--d", "3", "--engine", "none"],
        ["maximum", "--n", "5", "--d", "3", "--cuts", "none,cube"],
        ["complete", "nothing.json"],
        ["count", "nothing"],
        ["count", "planar", "--n", "5", "--d", "3"],
        ["density", "--n", "5"],
        ["dominate", "--n", "5", "--d", "3", "--engine", "none"],
        ["first", "--n", "8", "--engine", "none"],
        ["beautiful", "--n", "0"],
        ["rings", "--n", "8", "--givens", "z9"],
        ["colour", "--n", "0"],
        ["compare", "5"],
        ["render", "nothing.json", "-o", "a.svg"],
    ]
    found = run_all(str(refused))
    assert [each for each in found if each[1:] != [2, []]] == []


def test_what_is_only_looked_up_loads_no_search() -> None:
    looked_up = [
        ["bounds", "--n", "8", "--d", "3"],
        ["construct", "regular", "--n", "11", "--d", "3"],
        ["questions"],
    ]
    found = run_all(str(looked_up), SEARCHES)
    assert [each for each in found if each[1:] != [0, []]] == []
