"""What shells and manuals need of the command line, made from its parsers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nqviz import __version__

from .parser import EXAMPLES, VERBS, Parser, verb_parser


@dataclass(frozen=True)
class Option:
    """An option of a verb, as a shell completes it."""

    names: tuple[str, ...]
    about: str
    choices: tuple[str, ...]
    """The words that may follow; empty where any may, or none."""
    takes_word: bool


def options_of(verb: str) -> list[Option]:
    """Return the options of a verb, in their order."""
    return [
        Option(
            tuple(action.option_strings),
            _about(action),
            tuple(map(str, action.choices or ())),
            action.nargs != 0,
        )
        for action in verb_parser(verb)._actions
        if action.option_strings
    ]


def _about(action: argparse.Action) -> str:
    return " ".join((action.help or "").replace("%%", "%").split())


def _words_of(verb: str) -> tuple[str, ...]:
    """Return the words that may be the first argument of a verb, where these are a few."""
    for action in verb_parser(verb)._actions:
        if not action.option_strings and action.choices:
            return tuple(map(str, action.choices))
    return ()


# Completion ----------------------------------------------------------------------------------


def bash_completion() -> str:
    """Return a script that completes the command line in bash."""
    cases = []
    for verb in VERBS:
        options = options_of(verb)
        names = " ".join(name for each in options for name in each.names)
        chosen = "".join(
            f"      {'|'.join(each.names)}) words={_quoted(each.choices)} ;;\n"
            for each in options
            if each.choices
        )
        inner = f'    case "$before" in\n{chosen}    esac\n' if chosen else ""
        first = _words_of(verb)
        words = f"    options={_quoted([names])}\n    first={_quoted(first)}\n"
        cases.append(f"  {verb})\n{words}{inner}    ;;\n")
    return (
        "# Completes nqviz in bash; made by nqviz completion bash.\n"
        "_nqviz() {\n"
        '  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"\n'
        "  local options= first= words=\n"
        "  COMPREPLY=()\n"
        '  if [ $COMP_CWORD -eq 1 ] || [ $COMP_CWORD -eq 2 -a "$before" = help ]; then\n'
        f'    COMPREPLY=($(compgen -W "{" ".join(VERBS)} help --help --version" -- "$current"))\n'
        "    return\n"
        "  fi\n"
        '  case "${COMP_WORDS[1]}" in\n' + "".join(cases) + "  esac\n"
        '  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))\n'
        '  elif [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))\n'
        '  else COMPREPLY=($(compgen -W "$first" -- "$current") $(compgen -f -- "$current"))\n'
        "  fi\n"
        "}\n"
        "complete -o filenames -F _nqviz nqviz\n"
    )


def zsh_completion() -> str:
    """Return a script that completes the command line in zsh."""
    verbs = "\n".join(f"    {_single(f'{verb}:{about}')}" for verb, about in VERBS.items())
    cases = []
    for verb in VERBS:
        lines = [f"      {_single(_zsh_option(each))} \\" for each in options_of(verb)]
        words = _words_of(verb)
        first = f"1:word:({' '.join(words)})" if words else "*:file:_files"
        arguments = "\n".join([*lines, f"      {_single(first)} ;;"])
        cases.append(f"    {verb})\n      _arguments \\\n{arguments}")
    return (
        "#compdef nqviz\n# Completes nqviz in zsh; made by nqviz completion zsh.\n"
        f"_nqviz() {{\n  local -a verbs\n  verbs=(\n{verbs}\n"
        "    'help:show the help of a verb'\n  )\n"
        "  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
        "  local verb=$words[2]\n  shift words; (( CURRENT-- ))\n"
        "  case $verb in\n    help) _describe verb verbs ;;\n" + "\n".join(cases) + "\n  esac\n}\n"
        'if [ "$funcstack[1]" = _nqviz ]; then _nqviz "$@"; else compdef _nqviz nqviz; fi\n'
    )


def _zsh_option(option: Option) -> str:
    about = re.sub(r"([\[\]:])", r"\\\1", option.about)
    value = ""
    if option.takes_word:
        value = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
    return f"{option.names[-1]}[{about}]{value}"


def fish_completion() -> str:
    """Return a script that completes the command line in fish."""
    lines = ["# Completes nqviz in fish; made by nqviz completion fish."]
    for verb, about in VERBS.items():
        start = "complete -c nqviz -n __fish_use_subcommand"
        lines.append(f"{start} -f -a {verb} -d {_fish(about)}")
    for verb in VERBS:
        begin = f"complete -c nqviz -n '__fish_seen_subcommand_from {verb}'"
        if words := _words_of(verb):
            lines.append(f"{begin} -a {_fish(' '.join(words))}")
        for each in options_of(verb):
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in each.names
            )
            value = f" -x -a {_fish(' '.join(each.choices))}" if each.choices else ""
            value = value or (" -r" if each.takes_word else "")
            lines.append(f"{begin} {names}{value} -d {_fish(each.about)}")
    return "\n".join(lines) + "\n"


def _quoted(words: Iterable[str]) -> str:
    return _single(" ".join(words))


def _single(text: str) -> str:
    """Return a text in single quotes, for bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


COMPLETIONS = {"bash": bash_completion, "zsh": zsh_completion, "fish": fish_completion}

# The manual ----------------------------------------------------------------------------------


def manual_page(verb: str | None = None) -> str:
    """Return the page of a verb, or of the whole command, for the command man."""
    title = "NQVIZ" if verb is None else f"NQVIZ-{verb.upper()}"
    name = "nqviz" if verb is None else f"nqviz-{verb}"
    about = "queens on boards of any dimension" if verb is None else VERBS[verb]
    lines = [
        f'.TH {title} 1 "" "nqviz {__version__}" "User Commands"',
        ".SH NAME",
        f"{name} \\- {_roff(about)}",
        *(_whole() if verb is None else _verb(verb_parser(verb))),
    ]
    examples = EXAMPLES.get(verb or "", ())
    if examples:
        lines += [".SH EXAMPLES", ".nf", *map(_roff, examples), ".fi"]
    if verb is not None:
        lines += [".SH SEE ALSO", ".BR nqviz (1)"]
    return "\n".join(lines) + "\n"


def _whole() -> Iterator[str]:
    yield from (".SH SYNOPSIS", ".B nqviz", ".I VERB", "[options]", ".SH VERBS")
    for verb, about in VERBS.items():
        yield from (".TP", f".B {verb}", _roff(about))
    yield ".SH EXIT STATUS"
    for status, about in (
        ("0", "done"),
        ("1", "the answer is no"),
        ("2", "bad input"),
        ("3", "ended by a limit before an answer"),
        ("4", "an error in nqviz itself, with a report"),
        ("130", "interrupted"),
    ):
        yield from (".TP", f".B {status}", about)


def _verb(parser: Parser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    yield from (".SH SYNOPSIS", _roff(usage))
    for group in parser._action_groups:
        if not group._group_actions:
            continue
        yield f".SH {_roff((group.title or '').upper())}"
        for action in group._group_actions:
            names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            value = "" if action.nargs == 0 or not action.option_strings else _value(action)
            yield from (".TP", f".B {_roff(names + value)}", _roff(_about(action)))


def _value(action: argparse.Action) -> str:
    if action.choices and action.metavar is None:
        return f" {{{','.join(map(str, action.choices))}}}"
    return f" {action.metavar or action.dest.upper()}"


def _roff(text: str) -> str:
    """Return text for roff: hyphens and backslashes as they are, no request at the beginning."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped
