"""Who has found and who has proven something, in German."""

from nqviz import Board, Placement
from nqviz.core.language import texts_in
from nqviz.run.outcome import Outcome, Status
from nqviz_app.drawers.solve.words import credit_of


def test_engines_are_named_in_german():
    placement = Placement(Board.cube(4, 2))
    who = "portfolio: placement by local search, bound by theta search"
    ended = Outcome(Status.OPTIMAL, placement, engine=who)
    known = Outcome(Status.OPTIMAL, placement, engine="known bounds")
    assert credit_of(ended) == "Portfolio (found by local search, limit by theta search), 0.0 s"
    with texts_in("de"):
        shown = "Portfolio (gefunden: lokale Suche, Schranke: Theta-Suche), 0.0 s"
        assert credit_of(ended) == shown
        assert credit_of(known) == "Bekannte Schranken, 0.0 s"
