"""Every function that takes a `RunContext` takes it as `run`, after all that is not a keyword."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def offences(source: str) -> list[str]:
    """Return the names of the functions that take a context in another position or by a name."""
    found = []
    for each in functions(source):
        positional = [*each.args.posonlyargs, *each.args.args]
        contexts = [
            argument
            for argument in [*positional, *each.args.kwonlyargs]
            if argument.annotation is not None
            and ast.unparse(argument.annotation).removesuffix(" | None") == "RunContext"
        ]
        if contexts and (contexts != positional[-1:] or contexts[0].arg not in ("run", "_run")):
            found.append(each.name)
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        "n, run: RunContext, seed=0",
        "*, run: RunContext",
        "n, watch: RunContext | None = None",
        "run: RunContext, n",
    ],
)
def test_another_position_is_an_offence(arguments: str) -> None:
    assert offences(f"def f({arguments}): pass") == ["f"]
    assert not offences("def f(n, run: RunContext | None = None, *, seed=0): pass")


def test_the_context_is_the_last_positional_argument_everywhere() -> None:
    files = [path for folder in ("app", "nqviz") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 400
    found = {
        str(path.relative_to(ROOT)): names
        for path in files
        if (names := offences(path.read_text(encoding="utf-8")))
    }
    assert not found
