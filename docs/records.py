"""Put the data of nqviz on pages: certified bounds and placements, conjectures, open questions."""

from typing import Any

from nqviz.catalogue import reference
from nqviz.catalogue.questions import Question, questions

PAGE, QUESTIONS = "records.md", "questions.md"
MARKS = {"<!-- flat boards -->": False, "<!-- tori -->": True}
PLACEMENTS = "first", "beautiful"


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Replace each mark by its table, or by the questions."""
    if page.file.src_uri == QUESTIONS:
        return text.replace("<!-- questions -->", "\n\n".join(map(_section, questions())))
    if page.file.src_uri != PAGE:
        return text
    for mark, torus in MARKS.items():
        text = text.replace(mark, _table(torus))
    for kind in PLACEMENTS:
        text = text.replace(f"<!-- {kind} -->", _placements(kind))
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


def _placements(kind: str) -> str:
    """Return the sides whose first or most beautiful placement was found, smallest first."""
    entries = reference(f"records/{kind}-queens-found")["entries"]
    lines = ["| n | prove again | check |", "|---|---|---|"]
    lines += (
        f"| {n} | `nqviz {kind} --n {n} --recorded --certificate {kind}-{n}.proof`"
        f" | `nqviz verify {kind}-{n}.proof` |"
        for n in sorted(entry["shape"][0] for entry in entries)
    )
    return "\n".join(lines)


def _section(each: Question) -> str:
    """Return the section of a question."""
    lines = [f"## {each.title}", f"*{each.state.capitalize()}.* {each.statement}", each.finding]
    lines += (f"- For: {data}" for data in each.support)
    lines += (f"- Against: {data}" for data in each.against)
    lines += [f"```sh\n{each.command}\n```", f"Source: {each.source}."]
    return "\n\n".join(lines)
