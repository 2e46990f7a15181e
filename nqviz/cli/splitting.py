"""The options of work in tasks: executor, checkpoint, shard, and checks of what was kept."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from nqviz.core.errors import InputError
from nqviz.core.placement import Placement
from nqviz.formats import format_code
from nqviz.run.tasks import Execution, check_executor, default_executor

QUESTION = ("table", "n", "d", "shape", "wrap_axes", "piece", "blocked", "queens", "method", "part",
            "symmetric", "prove", "target", "engine")  # fmt: skip
"""The options of a question that a checkpoint keeps: none of them names a file."""
FLAGS = ("torus", "twist", "stop", "no_bounds", "fresh", "independent", "long")
CODES = ("start", "given")
"""Options that name a file with a placement, of which a checkpoint keeps the code."""
SPLIT_VERBS = ("count", "maximum", "complete", "density", "dominate", "first", "compare")
"""The verbs whose questions can be put again from a checkpoint."""
OF_COMPARE = ("cuts", "engines", "seeds", "time_limit")
"""Further options of a question of compare; those of `QUESTION` come first."""
FIRST = "first"
"""The word after compare for the comparison of first queens."""
BOARD = re.compile(r"\d+,\d+")
"""The sides and dimensions of a cube: n,d."""
_VALUE = re.compile(r"[\w+,.;-]+")
_CODE = re.compile(r"nq\d+:[\w-]+", re.ASCII)


def given_split(
    options: argparse.Namespace, executor: str | None = None, **placements: Placement | None
) -> Execution | None:
    """Return how tasks are run by the options; None without them.

    `executor`: the executor without the option.
    `placements`: what was read from the files that options of these names give.
    Raises InputError if the executor is unknown or its package is missing, the checkpoint has no
    folder, or an option lacks its checkpoint.
    """
    if options.executor is not None:
        check_executor(options.executor)
    if options.checkpoint is not None:
        file = Path(options.checkpoint)
        if file.is_dir() or not file.parent.is_dir():
            reason = "this is a folder" if file.is_dir() else f"there is no folder {file.parent}"
            raise InputError(f"{file}: no checkpoint can be saved here: {reason}")
    elif options.recheck:
        raise InputError("--recheck goes with --checkpoint")
    split = Execution(
        options.executor or executor,
        options.checkpoint,
        options.shard,
        options.recheck,
        options.recheck_seed,
        joined=options.joined,
        question=_question(options, placements),
        announce=_announce,
    )
    return None if split == Execution() else split


def split_of_count(
    options: argparse.Namespace, counts: bool = True, **placements: Placement | None
) -> Execution | None:
    """Return how the tasks of a count are run.

    Without options they are run by processes on all cores, if something is counted at all.
    """
    by_default = default_executor() if counts and options.threads is None else None
    return given_split(options, by_default, **placements)


def uses_split(options: argparse.Namespace) -> bool:
    """Return whether an option of work in tasks is given."""
    chosen = options.executor, options.checkpoint, options.shard
    return any(each is not None for each in chosen) or bool(options.recheck)


def _question(
    options: argparse.Namespace, placements: Mapping[str, Placement | None]
) -> tuple[str, ...]:
    """Return the words of a question that a checkpoint can keep; none if it has others."""
    try:
        codes = {name: format_code(each) for name, each in placements.items() if each is not None}
    except InputError:  # too long
        return ()
    is_compare = options.verb == "compare"
    boards = options.instances if is_compare else []
    if options.verb not in SPLIT_VERBS or (is_compare and options.engine):
        return ()
    if boards != [FIRST] and not all(map(BOARD.fullmatch, boards)):
        return ()
    return tuple(_words(options, boards, codes))


def _words(
    options: argparse.Namespace, boards: Sequence[str], codes: Mapping[str, str]
) -> Iterator[str]:
    """Yield the words of a question; `codes`: of the placements that its files hold."""
    yield options.verb
    if options.verb == "count" and options.what is not None:
        yield str(options.what)
    yield from boards
    if "file" in codes:
        yield codes["file"]
    is_compare = options.verb == "compare"
    for name in (*QUESTION, *FLAGS, *CODES, *(OF_COMPARE if is_compare else ())):
        value, word = getattr(options, name, None), name.replace("_", "-")
        if value is None or value is False or value in ([], ()):
            continue
        if name in FLAGS:
            yield f"--{word}"
        elif name in CODES:
            yield f"--{word}={codes[name]}"
        elif name == "blocked":
            yield f"--blocked={';'.join(','.join(map(str, cell)) for cell in value)}"
        else:
            text = ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
            yield f"--{word}={text}"


def asked(words: Sequence[object], file: Path) -> list[str]:
    """Return the words of a question from a checkpoint, checked: nothing of a file is run.

    Raises InputError if they are no question of nqviz.
    """
    texts = [word for word in words if isinstance(word, str)]
    for place, word in enumerate(texts):
        is_right = word in SPLIT_VERBS if place == 0 else _is_right(texts[0], place, word)
        if not is_right:
            raise InputError(f"{file}: the checkpoint asks nothing that can be asked again")
    if len(texts) != len(words) or len(texts) < 2:
        raise InputError(f"{file}: the checkpoint does not keep its question")
    return texts


def _is_right(verb: str, place: int, word: str) -> bool:
    """Return whether a word after the verb is one of a question, and names no file."""
    if word.startswith("-"):
        name, is_option, value = word.removeprefix("--").partition("=")
        name = name.replace("-", "_")
        if not is_option:
            return name in FLAGS
        form = _CODE if name in CODES else _VALUE
        return name in (*QUESTION, *CODES, *OF_COMPARE) and form.fullmatch(value) is not None
    if verb == "compare":
        return BOARD.fullmatch(word) is not None or (place == 1 and word == FIRST)
    form = _CODE if verb == "complete" else _VALUE
    return place == 1 and form.fullmatch(word) is not None


def _announce(line: str) -> None:
    sys.stderr.write(f"nqviz: {line}\n")
