"""The registry of engines: names, capabilities and refusals."""

from pathlib import Path

import pytest

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.engines import ENGINES, Problem, separates_cuts, uses_cuts, with_execution
from nqviz.problems import DOMINATION_ENGINES
from nqviz.run.tasks import Execution


def names(capability: str) -> set[str]:
    """Return the engines that have a capability."""
    return {name for name, engine in ENGINES.items() if getattr(engine, capability)}


def test_capabilities_are_attributes_of_the_engine() -> None:
    assert names("separates_cuts") == {"highs", "lp", "portfolio"}
    assert names("uses_cuts") == names("separates_cuts") | {"cp-sat"}
    assert names("takes_executor") == {"local-search", "theta", "exhaustive"}
    assert names("takes_checkpoint") == {"local-search", "theta", "exhaustive"}
    assert names("proves") == set(ENGINES) - {"local-search"}
    assert names("is_installed") >= set(ENGINES) - {"cp-sat"}
    assert uses_cuts("auto")
    assert separates_cuts("auto")


def test_the_automatic_choice_is_no_engine_but_a_choice() -> None:
    assert ENGINES.choices == ("auto", *ENGINES)
    assert DOMINATION_ENGINES.resolve("auto") == "portfolio"
    with pytest.raises(InputError, match="unknown engine 'auto'; choose highs"):
        ENGINES.resolve("auto")
    with pytest.raises(InputError, match="unknown engine 'tabu' for domination; choose auto"):
        DOMINATION_ENGINES.resolve("tabu")


@pytest.mark.parametrize("engine", ["highs", "cp-sat", "planar", "local-search"])
def test_an_engine_takes_another_seed(engine: str) -> None:
    if not ENGINES[engine].is_installed:
        pytest.skip("the engine is not installed")
    board = Board.cube(4, 2)
    _, settings = ENGINES[engine].with_seed(7).prepare(Problem(Placement(board), "full"))
    assert settings["seed"] == 7


def test_an_execution_goes_to_engines_that_take_it(tmp_path: Path) -> None:
    kept = Execution(checkpoint=tmp_path / "kept")
    for name in ("theta", "exhaustive"):
        assert with_execution(name, kept).name == ENGINES[name].name
    for execution in (Execution("threads:2"), kept):
        with pytest.raises(InputError, match=r"an executor goes with .*, not with highs"):
            with_execution("highs", execution)
    with pytest.raises(InputError, match="takes no executor"):
        ENGINES["highs"].with_execution(kept)
