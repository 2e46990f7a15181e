"""Performance profiles from the rows of a comparison."""

import pytest

from nqviz import InputError
from nqviz.problems.compare import Row
from nqviz.problems.performance import performance_profiles, profiles_csv
from nqviz.rendering.figures import profiles_chart

ROWS = (
    Row("a", "base", "highs", seconds=1.0, status="optimal"),
    Row("a", "base", "cp-sat", seconds=4.0, status="optimal"),
    Row("b", "base", "highs", seconds=2.0, status="limit"),
    Row("b", "base", "cp-sat", seconds=2.0, status="infeasible"),
    Row("c", "base", "highs", seconds=9.0, status="limit"),
)


def test_profiles() -> None:
    highs, cp_sat = performance_profiles(ROWS)
    assert (highs.name, highs.points) == ("base highs", ((1.0, 0.5),))
    assert cp_sat.points == ((1.0, 0.5), (4.0, 1.0))
    assert profiles_csv((cp_sat,)) == 'solver,ratio,share\n"base cp-sat",1,0.5\n"base cp-sat",4,1\n'


def test_charts_of_profiles() -> None:
    chart = profiles_chart(performance_profiles(ROWS))
    assert [series.points[-1].tolist() for series in chart.series] == [[2.1, 50.0], [2.1, 100.0]]
    with pytest.raises(InputError, match="no instance was solved"):
        profiles_chart(performance_profiles(ROWS[4:]))
