"""What a search found out about the queens that stand: how many can still stand with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nqviz.core.language import counted_tr, tr


@dataclass(frozen=True)
class Finding:
    """How the queens on a board can be completed."""

    # ``possible``: a placement with `value` queens contains them. ``at most``: no placement that
    # contains them has more than `value` queens, and the board alone would allow more.
    kind: Literal["possible", "at most"]
    value: int  # at least 0
    # How the limit is known where it is not certain, in brackets: see
    # `nqviz.run.outcome.how_known`.
    how: str = ""

    @property
    def badge(self) -> str:
        """The words for a badge."""
        if self.kind == "possible":
            return tr("{value} still possible", value=f"{self.value:,}")
        return tr("At most {value} from here", value=f"{self.value:,}")

    def sentence(self, piece: str = "queen") -> str:
        """Return the words for the status bar, with the name of the piece."""
        pieces = counted_tr(self.value, piece)
        if self.kind == "possible":
            return tr("Can still be finished: {pieces} found", pieces=pieces)
        return tr("At most {pieces} from here{how}", pieces=pieces, how=self.how)
