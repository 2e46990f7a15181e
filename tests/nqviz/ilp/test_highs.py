"""The interface to HiGHS: small models against brute force, stops, and refusals."""

from __future__ import annotations

from itertools import product

import highspy
import numpy as np
import pytest

from nqviz.core import sparse as sp
from nqviz.ilp.highs import Floats, Model, ModelStatus, highs_name, own_scheduler


def knapsack(seed: int) -> tuple[sp.csr_array, Floats, Floats]:
    """Return the rows, sides and weights of a small packing problem over 8 binary columns."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, 5, (3, 8)).astype(np.float64)
    return sp.csr_array(matrix), matrix.sum(axis=1) / 2, rng.integers(1, 9, 8).astype(np.float64)


def knapsack_model(seed: int, **options: object) -> Model:
    """Build the integer model of `knapsack`."""
    matrix, upper, weights = knapsack(seed)
    lower = np.full(3, -np.inf)
    return Model(matrix, lower, upper, weights, maximise=True, is_integer=True, **options)  # type: ignore[arg-type]


def best_of_all(matrix: sp.csr_array, upper: Floats, weights: Floats) -> float:
    """Return the optimum over all binary vectors."""
    every = np.array(list(product((0, 1), repeat=len(weights))))
    allowed = (every @ matrix.toarray().T <= upper).all(axis=1)
    return float((every[allowed] @ weights).max())


def hard_model(**options: object) -> Model:
    """Build an integer model that takes long: an equation over coprime weights."""
    rng = np.random.default_rng(1)
    weights = rng.integers(10_000, 100_000, (4, 60))
    sides = weights.sum(axis=1) // 2
    return Model(
        sp.csr_array(weights),
        sides,
        sides,
        np.ones(60),
        is_integer=True,
        **options,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("seed", range(5))
def test_an_integer_model_agrees_with_brute_force(seed: int) -> None:
    matrix, upper, weights = knapsack(seed)
    lower = np.full(3, -np.inf)
    best = best_of_all(matrix, upper, weights)
    for rows in (matrix, sp.csc_array(matrix)):
        model = Model(rows, lower, upper, weights, maximise=True, is_integer=True, offset=1.0)
        assert model.solve() is ModelStatus.OPTIMAL
        assert (model.objective, model.bound) == pytest.approx((best + 1, best + 1))
        assert weights @ model.values == pytest.approx(best)


def test_solutions_bounds_and_starts_pass_the_callbacks() -> None:
    weights = knapsack(0)[-1]
    seen: list[float] = []
    model = knapsack_model(
        0,
        options={"presolve": "off"},
        on_solution=lambda objective, values: seen.append(objective - weights @ values),
        on_bound=lambda bound, nodes: seen.append(0.0 if bound >= 0 and nodes >= 0 else 1.0),
        suggest=lambda: None,
    )
    model.set_start(np.zeros(8))
    assert model.solve() is ModelStatus.OPTIMAL
    assert len(seen) > 1
    assert seen == pytest.approx([0.0] * len(seen))


def test_a_linear_model_is_solved_again_after_changes() -> None:
    model = Model(sp.csr_array(np.ones((1, 3))), [1.0], [2.0], [1.0, 2.0, 3.0])
    assert model.solve() is ModelStatus.OPTIMAL
    assert (model.objective, model.row_duals.tolist()) == (1.0, [1.0])
    model.set_bounds(np.array([0]), 0.0, 0.0)
    model.solve()
    assert model.values.tolist() == [0.0, 1.0, 0.0]
    model.add_rows(sp.csr_array(np.array([[0.0, 1.0, -1.0]])), [0.0], [0.0])
    model.solve()
    assert model.objective == pytest.approx(2.5)
    model.set_objective(np.array([1, 2]), [0.0, 0.0])
    model.add_columns(sp.csc_array(np.array([[1.0], [0.0]])))
    model.solve()
    assert model.objective == 0.0


def test_an_infeasible_model_has_a_ray() -> None:
    model = Model(
        sp.csr_array(np.ones((1, 2))), [3.0], [3.0], [0.0, 0.0], options={"presolve": "off"}
    )
    assert model.solve() is ModelStatus.INFEASIBLE
    assert model.message == "Infeasible"
    ray = model.dual_ray()
    assert ray is not None
    assert ray.shape == (1,)
    integer = Model(sp.csr_array(np.ones((1, 2))), [3.0], [3.0], [0.0, 0.0], is_integer=True)
    assert integer.solve() is ModelStatus.INFEASIBLE


def test_a_stop_before_the_solve_and_during_it() -> None:
    looks: list[int] = []

    def is_over() -> bool:
        looks.append(1)
        return len(looks) > 3

    assert hard_model(is_over=lambda: True).solve() is ModelStatus.INTERRUPTED
    assert hard_model(is_over=is_over).solve() is ModelStatus.INTERRUPTED
    assert len(looks) == 4


def test_a_limit_is_its_own_status() -> None:
    assert hard_model(options={"mip_max_nodes": 1}).solve() is ModelStatus.LIMIT


def test_an_error_in_a_callback_is_raised_by_the_solve() -> None:
    def broken(_bound: float, _nodes: int) -> None:
        raise RuntimeError("bad news")

    with pytest.raises(RuntimeError, match="bad news"):
        hard_model(on_bound=broken).solve()


@pytest.mark.parametrize("options", [{"no_such_option": 1}, {"threads": -1}])
def test_a_bad_option_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="HiGHS does not take"):
        Model(sp.csr_array(np.ones((1, 1))), [0.0], [1.0], [1.0], options=options)


def test_a_model_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="HiGHS refused a model of 1 rows and 1 columns"):
        Model(sp.csr_array(np.array([[np.inf]])), [0.0], [1.0], [1.0])


def test_the_number_of_threads_may_change_between_schedulers() -> None:
    for threads in (1, 2, 1):
        with own_scheduler():
            model = knapsack_model(3, options={"threads": threads})
            assert model.solve() is ModelStatus.OPTIMAL


def test_a_solve_from_the_basis_of_another_needs_no_step() -> None:
    matrix, upper, weights = knapsack(2)
    options = {"presolve": "off", "solver": "simplex"}
    first, second = (
        Model(matrix, np.full(3, -np.inf), upper, weights, maximise=True, options=options)
        for _ in range(2)
    )
    assert first.basis is None
    assert first.solve() is ModelStatus.OPTIMAL
    assert first.basis is not None
    second.set_basis(*first.basis)
    second.set_options({"simplex_iteration_limit": 0})
    assert second.solve() is ModelStatus.OPTIMAL
    assert second.objective == pytest.approx(first.objective)


def test_the_name_has_the_version() -> None:
    assert highs_name().startswith("HiGHS 1.")


def test_output_is_off_before_callbacks_are_enabled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since version 1.16 HiGHS shows a banner then, which would stand before an answer."""
    enable, outputs = highspy.Highs.enableCallbacks, []

    def kept(solver: highspy.Highs) -> None:
        outputs.append(solver.getOptionValue("output_flag")[1])
        enable(solver)

    monkeypatch.setattr(highspy.Highs, "enableCallbacks", kept)
    highs_name.cache_clear()
    highs_name()
    matrix, upper, weights = knapsack(1)
    Model(matrix, np.zeros(3), upper, weights)
    assert outputs == [False, False]
