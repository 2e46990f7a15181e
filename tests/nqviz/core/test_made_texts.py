"""English texts that were made elsewhere, in German."""

from nqviz.core.language import texts_in
from nqviz.core.made_texts import made_from, tr_made


def test_a_stored_text_is_known_by_its_template():
    templates = ("Swap of {axes} with both reversed", "Swap of {axes}", "Identity")
    assert made_from("Swap of axes 1 and 2", templates) == (templates[1], {"axes": "axes 1 and 2"})
    assert made_from("Swap of a (b) with both reversed", templates) == (
        templates[0],
        {"axes": "a (b)"},
    )
    assert made_from("Identity", templates) == ("Identity", {})
    assert made_from("Swap of ", templates) is None


def test_a_made_text_is_translated_with_its_values():
    board, text = "(5,3) torus of rooks", "2 of 8 columns are certain."
    assert tr_made(text, ("{count} of {all} columns are certain.",)) == text
    with texts_in("de"):
        assert tr_made(text, ("{count} of {all} columns are certain.",)) == (
            "2 von 8 Spalten sind sicher."
        )
        assert tr_made("1,234 queens", ()) == "1,234 Damen"
        assert tr_made("2 1+3-riders", ()) == "2 1+3-Reiter"
        assert tr_made(board, ()) == "(5,3)-Torusbrett für Türme"
        assert tr_made("A text of a plug-in", ("{count} of {all}.",)) == "A text of a plug-in"
