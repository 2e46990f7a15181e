"""The table of a comparison is read as it was written, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqviz import InputError
from nqviz.problems.compare import Row, rows_csv
from nqviz.problems.compare_rows import parse_rows

WORDS = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=' ,"'), max_size=9)
WHOLE = st.none() | st.integers(0, 10**9)
NUMBER = st.none() | st.floats(0, 1e9)
ROWS = st.builds(
    Row,
    instance=WORDS,
    program=WORDS,
    engine=WORDS,
    rows=WHOLE,
    lp_bound=NUMBER,
    nodes=NUMBER,
    seconds=NUMBER,
    fastest=NUMBER,
    slowest=NUMBER,
    status=WORDS,
    count=WHOLE,
    bound=WHOLE,
    seeds=st.integers(0, 99),
    published=WORDS,
    note=WORDS,
)


@given(st.lists(ROWS, max_size=4))
def test_rows_are_the_same_again(rows):
    assert parse_rows(rows_csv(rows)) == tuple(rows)


GOOD = rows_csv([Row("(3,3) board", "base", "highs", seconds=0.25, seeds=1)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no table of a comparison"),
        ("1,2,3\n2,3,1\n", "no table of a comparison, which begins instance,program"),
        (GOOD.replace("0.25", "fast"), "row 2, seconds: 'fast' is no number"),
        (GOOD.replace("0.25", "nan"), "row 2, seconds: 'nan' is out of range"),
        (GOOD.replace("0.25", "-1"), "row 2, seconds: '-1' is out of range"),
        (GOOD.rstrip("\n") + ",more\n", "row 2 has 19 fields, not 18"),
        (GOOD + '"open', "no table of a comparison"),
    ],
)
def test_what_is_no_such_table_is_refused(text, words):
    with pytest.raises(InputError, match=r"^[^\n]*$") as caught:
        parse_rows(text)
    assert words in str(caught.value)
