"""Read lesson files; errors are reported on one line with file, line and reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from nqviz.core.errors import InputError, quoted
from nqviz.core.language import ENGLISH, LANGUAGES, language
from nqviz.formats.folder import read_each
from nqviz.rendering.canvas.formula import check_formula
from nqviz.run.budgets import LESSON_BYTES
from nqviz.run.context import RunContext
from nqviz.run.files import read_short

from .markup import formulas, pictures
from .model import FORMAT, VERSION, Lesson, Step
from .pictures import read_pictures
from .teaching import prepare

SUFFIXES = (".yaml", ".yml")
MAX_DEPTH = 20
MAX_DIGITS = 100

_CODE = re.compile(r"[a-z]{2}")
_KEYS = {"of"}
"""The keys of lessons that look like codes of languages."""
_LINK = re.compile(r"lesson:([^#]*)(?:#([0-9]{1,3}))?")

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class LessonShelf:
    """The lessons of a folder, and one line for each invalid file."""

    lessons: tuple[Lesson, ...] = ()
    problems: tuple[str, ...] = ()


def lessons() -> tuple[Lesson, ...]:
    """Return the lessons that ship with nqviz, in their order and the language of texts."""
    return _shipped(language())


@lru_cache(maxsize=len(LANGUAGES))
def _shipped(code: str) -> tuple[Lesson, ...]:
    files = resources.files("nqviz_resources") / "lessons"
    named = sorted((file.name, file) for file in files.iterdir() if file.name.endswith(SUFFIXES[0]))
    return tuple(
        parse_lesson(file.read_text("utf-8"), name, folder=files, try_steps=False, code=code)
        for name, file in named
    )


def read_folder(folder: str | Path, run: RunContext | None = None) -> LessonShelf:
    """Return the lessons of a folder; an invalid file adds one line to `problems`.

    `run`: to stop before the next file.
    """

    def read(path: Path) -> tuple[Lesson, ...]:
        return () if run is not None and run.ended() else (read_lesson(path),)

    found, problems = read_each(folder, SUFFIXES, read)
    return LessonShelf(tuple(found), problems)


def read_lesson(path: str | Path) -> Lesson:
    """Read one lesson file; raise InputError if it cannot be read or is not a lesson."""
    path = Path(path)
    text = read_short(path, LESSON_BYTES, "lesson")
    return parse_lesson(text, str(path), folder=path.parent)


def parse_lesson(
    text: str,
    name: str,
    *,
    folder: Path | Traversable | None = None,
    try_steps: bool = True,
    code: str | None = None,
) -> Lesson:
    """Return the lesson in a text, and check every step of it in all languages.

    Parameters
    ----------
    text : str
        YAML as `docs/guide/extend/lesson.md` describes it.
    name : str
        The name of the file, for messages and as the name of the lesson.
    folder : Path or Traversable, optional
        Where its pictures lie; without it, a lesson with a picture is refused.
    try_steps : bool
        Whether to prepare each step and draw its formulas, which finds errors such as cells off
        the board.
    code : str, optional
        The language of its texts, where it has more than one; that of all texts without it.

    Raises
    ------
    InputError
        If it is not a lesson: one line with the name, the line, the step and the reason.
    """
    if len(text) > LESSON_BYTES:
        raise InputError(f"{name}: more than {LESSON_BYTES // 1024} KB are no lesson")
    node, data = _load(text, name)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f"{name}, line 1: no lesson: 'format: {FORMAT}' is missing")
    if isinstance(data.get("version"), int) and data["version"] > VERSION:
        line, _path = _follow(node, ["version"])
        raise InputError(
            f"{name}, line {line}: version {data['version']} is newer than this version of nqviz;"
            f" it reads version {VERSION}"
        )
    wanted = code or language()
    others = languages_of(data) - {wanted} if try_steps else set()
    for each in sorted(others):
        _lesson(data, node, name, each, folder, try_steps=try_steps)
    return _lesson(data, node, name, wanted, folder, try_steps=try_steps)


def _lesson(
    data: object,
    node: Any,
    name: str,
    code: str,
    folder: Path | Traversable | None,
    *,
    try_steps: bool,
) -> Lesson:
    """Return a lesson in one of its languages."""
    try:
        lesson = Lesson.model_validate(in_language(data, code))
    except ValidationError as error:
        raise InputError(f"{name}, {_explain(error, node)}") from None
    lesson = lesson.model_copy(update={"name": Path(name).stem[:100]})
    shown: dict[str, bytes] = {}
    for number, step in enumerate(lesson.steps):
        try:
            shown |= _pictures(step, folder)
            if try_steps:
                prepare(lesson, number)
                for tex in formulas(step.texts):
                    check_formula(tex)
        except InputError as error:
            line, _path = _follow(node, ["steps", number])
            where = f"{name}, line {line}, step {number + 1}"
            raise InputError(f"{where}: {_one_line(error)}") from None
    return lesson.model_copy(update={"pictures": shown})


def _pictures(step: Step, folder: Path | Traversable | None) -> dict[str, bytes]:
    names = set(pictures(step.texts))
    if names and folder is None:
        raise InputError("a lesson without a folder has no pictures")
    return {} if folder is None else read_pictures(folder, names)


# YAML -----------------------------------------------------------------------------------------


def _load(text: str, name: str) -> tuple[Any, object]:
    """Parse YAML; reject aliases, deep nesting and duplicate keys."""
    try:
        _check_events(text, name)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                raise InputError(f"{name}, line 1: the file is empty")
            _check_keys(node, name)
            return node, loader.construct_document(node)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = text.count("\n", 0, getattr(error, "position", 0)) if mark is None else mark.line
        raise InputError(f"{name}, line {line + 1}: {_one_line(_reason(error))}") from None
    except (ValueError, TypeError, OverflowError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{name}: {_one_line(error)}") from None


def _reason(error: yaml.YAMLError) -> str:
    """Return the reason of a YAML error, and its first line if that is another one."""
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML"
    if problem.startswith("mapping values"):
        return "a second colon; a text with a colon in it is written after |"
    mark, begun = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    if mark is None or begun is None or mark.line == begun.line:
        return str(problem)
    return f"{problem}; see also line {begun.line + 1}"


def _check_events(text: str, name: str) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        where = f"{name}, line {event.start_mark.line + 1}"
        if isinstance(event, yaml.AliasEvent):
            raise InputError(f"{where}: aliases are not for lessons")
        if getattr(event, "tag", None):
            raise InputError(f"{where}: a word with ! before it is quoted")
        opens = isinstance(event, yaml.CollectionStartEvent)
        depth += opens - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise InputError(f"{where}: too deeply nested")


def _check_keys(node: Any, name: str) -> None:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _check_keys(item, name)
    elif isinstance(node, yaml.ScalarNode):
        if node.tag.endswith((":int", ":float")) and len(node.value) > MAX_DIGITS:
            raise InputError(f"{name}, line {node.start_mark.line + 1}: the number is too long")
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode) or not key.value:
                raise InputError(f"{name}, line {line}: a key is a word")
            if key.value in seen:
                raise InputError(f"{name}, line {line}: {_one_line(key.value)!r} stands twice")
            seen.add(key.value)
            _check_keys(value, name)


# Messages -------------------------------------------------------------------------------------


def _explain(error: ValidationError, node: Any) -> str:
    """Return the message of the error with the longest path."""
    unknown = "extra_forbidden"  # reported before missing keys: it may be a misspelt key
    first = max(
        error.errors(include_url=False),
        key=lambda each: (len(each["loc"]), each["type"] == unknown),
    )
    line, path = _follow(node, first["loc"])
    path = path[:-1] if first["type"] == unknown else path
    words = [f"line {line}"]
    if len(path) > 1 and path[0] == "steps":
        words.append(f"step {int(path[1]) + 1}")
        path = path[2:]
    if path:
        keys = (str(part + 1) if isinstance(part, int) else str(part) for part in path)
        words.append(" ".join(keys)[:80])
    reasons = {"missing": "{} is missing", unknown: "{} is not a key here"}
    last = repr(str(first["loc"][-1])) if first["loc"] else ""
    message = reasons.get(first["type"], "").format(last)
    message = message or first["msg"].removeprefix("Value error, ")
    return ", ".join(words) + ": " + _one_line(message[:1].lower() + message[1:])


def _follow(node: Any, path: Sequence[int | str]) -> tuple[int, list[int | str]]:
    """Follow a path as far as possible; return the line there and the part that was followed."""
    line, gone = node.start_mark.line + 1, []
    for part in path:
        found = None
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == str(part):
                    line, found = key.start_mark.line + 1, value
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            found = node.value[part]
            line = found.start_mark.line + 1
        if found is None:
            continue  # the name of a union member, or a missing key
        node = found
        gone.append(part)
    return line, gone


def _one_line(text: object) -> str:
    return " ".join(str(text).split())[:300]


def linked_step(link: str | Path) -> tuple[Lesson, int]:
    """Return the lesson of a link, and its step, counted from 0.

    `link`: ``lesson:NAME`` or ``lesson:NAME#STEP``. The name is that of the file without its
    ending; the number before it may be left out. Steps count from 1.
    Raises InputError if there is no such lesson, or no such step of it.
    """
    found = _LINK.fullmatch(str(link))
    if found is None:
        raise InputError(f"{quoted(str(link))}: a link is lesson:NAME or lesson:NAME#STEP")
    names = {each.name.partition("-")[2]: each for each in lessons()}
    lesson = names.get(found[1]) or {each.name: each for each in lessons()}.get(found[1])
    if lesson is None:
        raise InputError(f"no lesson {quoted(found[1])}; there are {', '.join(names)}")
    step = int(found[2] or 1)
    if not 1 <= step <= len(lesson.steps):
        raise InputError(f"the lesson has steps 1 to {len(lesson.steps)}, not {step}")
    return lesson, step - 1


# Languages -------------------------------------------------------------------------------------


def in_language(data: object, code: str) -> object:
    """Return the data of a lesson with its texts in a language.

    A text without it is in English, or else in the first of its languages.
    """
    if isinstance(data, list):
        return [in_language(item, code) for item in data]
    if not isinstance(data, dict):
        return data
    if _is_by_language(data):
        return data.get(code, data.get(ENGLISH, next(iter(data.values()))))
    return {key: in_language(value, code) for key, value in data.items()}


def languages_of(data: object) -> set[str]:
    """Return the codes of all languages of the data of a lesson; none where texts have one."""
    if isinstance(data, list):
        return set().union(*map(languages_of, data))
    if not isinstance(data, dict):
        return set()
    if _is_by_language(data):
        return set(data)
    return set().union(*map(languages_of, data.values()))


def _is_by_language(data: dict[object, object]) -> bool:
    """Return whether a mapping is a text by language: it has codes as keys, and texts."""
    return bool(data) and all(
        isinstance(key, str)
        and _CODE.fullmatch(key)
        and key not in _KEYS
        and isinstance(value, str | list)
        for key, value in data.items()
    )
