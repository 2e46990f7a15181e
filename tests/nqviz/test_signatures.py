"""What signatures and docstrings have in common: the position of contexts, shapes, errors."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ARRAYS = re.compile(r"\b(\w+Array|npt\.NDArray|Words|Pixels|Floats|Permutations|csr_array)\b")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in (ROOT / folder).rglob("*.py")]


def arguments(function: ast.FunctionDef) -> list[ast.arg]:
    """Return the positional arguments, and after them those by keyword."""
    every = function.args
    return [*every.posonlyargs, *every.args, *every.kwonlyargs]


def misplaced(module: ast.Module) -> list[str]:
    """Return the functions whose context is not the last positional argument, by the name run."""
    found = []
    for each in ast.walk(module):
        if isinstance(each, ast.FunctionDef):
            contexts = [
                argument
                for argument in arguments(each)
                if argument.annotation is not None
                and ast.unparse(argument.annotation).removesuffix(" | None") == "RunContext"
            ]
            last = [*each.args.posonlyargs, *each.args.args][-1:]
            if contexts and (contexts != last or contexts[0].arg not in ("run", "_run")):
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
def test_another_position_of_a_context_is_found(arguments: str) -> None:
    assert misplaced(ast.parse(f"def f({arguments}): pass")) == ["f"]
    assert not misplaced(ast.parse("def f(n, run: RunContext | None = None, *, seed=0): pass"))


def test_a_context_is_the_last_positional_argument_everywhere() -> None:
    users = [path for path in files("app", "nqviz") if "RunContext" in path.read_text("utf-8")]
    assert len(users) > 90
    assert not {str(path): names for path in users if (names := misplaced(tree(path)))}


def public(body: list[ast.stmt], about: str = "") -> Iterator[tuple[ast.FunctionDef, str]]:
    """Yield the public functions of modules and classes, with their docstrings."""
    for each in body:
        if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
            yield from public(each.body, ast.get_docstring(each) or "")
        elif isinstance(each, ast.FunctionDef) and each.name == "__init__":
            yield each, about
        elif isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            yield each, ast.get_docstring(each) or ""


def test_public_functions_with_arrays_say_their_shapes() -> None:
    silent = []
    for path in files("nqviz"):
        for each, text in public(tree(path).body):
            annotations = [each.returns, *(argument.annotation for argument in arguments(each))]
            written = [ast.unparse(annotation) for annotation in annotations if annotation]
            has_arrays = any(ARRAYS.search(one) and "Callable" not in one for one in written)
            if has_arrays and "shape" not in text.lower():
                silent.append(f"{path.relative_to(ROOT)}: {each.name}")
    assert not silent


def test_public_functions_name_the_errors_that_they_raise() -> None:
    silent = []
    for path in files("nqviz"):
        if "cli" in path.parts or "frames" in path.stem:  # what they raise is said once for all
            continue
        for each, text in public(tree(path).body):
            raises = any(
                isinstance(one, ast.Raise) and "InputError" in ast.unparse(one)
                for one in ast.walk(each)
            )
            if raises and not re.search(r"[Rr]aise|InputError|[Rr]efuse|errors|see `", text):
                silent.append(f"{path.relative_to(ROOT)}: {each.name}")
    assert not silent
