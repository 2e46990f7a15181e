"""The names of steps: stored in English, shown in the language of texts."""

import pytest

from nqviz.core.language import texts_in
from nqviz_app.document.step_texts import STEPS, step_text


@pytest.mark.parametrize("text", STEPS)
def test_every_name_of_a_step_is_shown_in_german(text):
    assert step_text(text) == text
    with texts_in("de"):
        assert step_text(text) != text


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("Place (1,2)", "(1,2) setzen"),
        ("Place (1,2) as given", "(1,2) vorgegeben setzen"),
        ("Delete 3 queens", "3 Damen löschen"),
        ("Delete 3 rooks", "3 Türme löschen"),
        ("Move 1 queen along +x2", "1 Dame entlang +x2 bewegen"),
        ("Swap x1 and x3", "x1 und x3 tauschen"),
        ("Unlock all bishops", "Alle Figuren freigeben"),
        ("Change to the (8,2) board of rooks", "Wechsel zu: (8,2)-Brett für Türme"),
        ("A name that no table has", "A name that no table has"),
    ],
)
def test_a_stored_name_is_shown_with_its_values(stored, shown):
    assert step_text(stored) == stored
    with texts_in("de"):
        assert step_text(stored) == shown
