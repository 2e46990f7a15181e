"""The texts of lessons as HTML."""

from nqviz.lessons import to_html


def test_a_paragraph_that_is_a_formula_has_a_class_of_its_own():
    for formula in ("z = 3x + 5y mod 11.", "x<sub>3</sub> = 8x + 6y + 5", "a + b ≤ n²"):
        assert to_html(formula) == f'<p class="formula">{formula}</p>'
    for text in (
        "So z = 3.",
        "n = 5 is a board of side five.",
        "Look.",
        "a = b = c",
        "z = 3\nx = 4",
    ):
        assert "class" not in to_html(text)


def test_cells_and_products_stay_in_one_line():
    assert to_html("(1, 2, 3) and (34, 34, 26, 26, 10), 2 · 3 = 6") == (
        "<p>(1,\u00a02,\u00a03) and (34, 34, 26, 26, 10), 2\u00a0·\u00a03 = 6</p>"
    )


def test_text_becomes_html():
    text = "n<sup>2</sup> cells,\nno more.\n\n- one\n- two\n  and a half\n\nEnd"
    assert to_html(text) == (
        "<p>n<sup>2</sup> cells, no more.</p><ul><li>one</li><li>two and a half</li></ul><p>End</p>"
    )
