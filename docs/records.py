"""Put the tables of certified bounds on the page of records, from the data of the program."""

from typing import Any

from nqviz.catalogue import reference

PAGE = "records.md"
MARKS = {"<!-- flat boards -->": False, "<!-- tori -->": True}


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Replace each mark by its table."""
    if page.file.src_uri != PAGE:
        return text
    for mark, torus in MARKS.items():
        text = text.replace(mark, _table(torus))
    return text


def _table(torus: bool) -> str:
    """Return the certified upper bounds of flat boards or of tori, smallest boards first."""
    entries = [
        entry
        for entry in reference("maxima")["entries"]
        if "certificate" in entry and entry.get("torus", False) is torus
    ]
    entries.sort(key=lambda entry: (len(entry["shape"]), entry["shape"]))
    lines = ["| board | at most | check |", "|---|---|---|"]
    lines += (
        f"| ({entry['shape'][0]},{len(entry['shape'])}) | {entry['count']:,}"
        f" | `nqviz verify --library {entry['certificate']}` |"
        for entry in entries
    )
    return "\n".join(lines)
