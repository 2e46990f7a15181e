"""Compile the kernels of the library ahead of time, into one object file.

    python packaging/compile_kernels.py OUTPUT.o PACKAGES

PACKAGES is the folder with nqviz and nqviz_resources. setup.py calls this when it builds a wheel.
The types are those of kernel_signatures.json. A kernel has the name that nqviz.core.kernel_identity
makes of its code and types, so that no other one is found under it. The code is for x86-64-v2, or
for a plain processor of another kind: code for x86-64-v3 is 1 to 6 per cent faster, and would
double the time of the build.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import re
import sys
import warnings
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

SIGNATURES = Path(__file__).with_name("kernel_signatures.json")
LIBRARY = "nqviz.core._kernels"
"""The import name of the library."""
PROCESSOR = "x86-64-v2" if platform.machine().lower() in {"x86_64", "amd64"} else "generic"


def linking() -> dict[str, Any]:
    """Return how setuptools links an object file to a library that needs no numba."""
    warnings.simplefilter("ignore")

    import nqviz.core.jit

    parts = (
        _numba("pycc")
        .CC(LIBRARY.rpartition(".")[2], source_module=nqviz.core.jit)
        .distutils_extension()
    )
    kept = ("sources", "define_macros", "include_dirs", "extra_compile_args", "extra_link_args")
    return {key: getattr(parts, key) for key in kept}


def _numba(name: str) -> Any:
    """Return a module of numba, which describes no types."""
    return importlib.import_module(f"numba.{name}")


def find(name: str) -> Any:
    """Return what a name such as `package.module:Class` stands for."""
    module, _, path = name.partition(":")
    return reduce(getattr, path.split("."), importlib.import_module(module))


def read_types(text: str) -> list[Any]:
    """Return numba's types for a signature of nqviz.core.kernel_identity."""
    types = _numba("core.types")
    found: list[Any] = []
    at = 0
    while at < len(text):
        named = re.compile(r"([\w.]+:[\w.]+)\(").match(text, at)
        if named:
            end = text.index(")", at)
            fields, made = read_types(text[named.end() : end]), find(named[1])
            alike = len(set(fields)) == 1
            found.append(
                types.NamedUniTuple(fields[0], len(fields), made)
                if alike
                else types.NamedTuple(fields, made)
            )
            at = end + 1
        else:
            plain = re.compile(r"(readonly )?(\w+)(?:\[(\d+)\])?").match(text, at)
            if plain is None:
                raise ValueError(f"{text[at:]}: no types")
            read_only, name, axes = plain.groups()
            kind = types.boolean if name == "bool" else getattr(types, name)
            array = axes and types.Array(kind, int(axes), "C", readonly=bool(read_only))
            found.append(array or kind)
            at = plain.end()
        at += len(", ") if text.startswith(", ", at) else 0
    return found


def recorded() -> Iterator[tuple[str, str]]:
    """Yield the name of each recorded kernel with each of its signatures."""
    for name, signatures in json.loads(SIGNATURES.read_text(encoding="utf-8")).items():
        for text in signatures:
            yield name, text


def recorded_symbols() -> list[str]:
    """Return the symbols of the recorded kernels, as their code is now."""
    from nqviz.core.kernel_identity import symbol

    return [symbol(find(name)._function, text) for name, text in recorded()]


def main(output: Path, packages: Path) -> None:
    """Write the object file of all recorded kernels of the packages in a folder."""
    os.environ["NUMBA_CPU_NAME"] = PROCESSOR
    os.environ["NUMBA_CPU_FEATURES"] = ""
    sys.path.insert(0, str(packages.absolute()))
    warnings.simplefilter("ignore")  # numba.pycc will have a successor some day
    names = ("caching", "errors", "typing")
    caching, errors, typing = (_numba(f"core.{name}") for name in names)
    compiler = _numba("pycc.compiler")
    caching.CacheImpl._locator_classes = []  # code that was kept can not be linked again

    from nqviz.core.kernel_identity import symbol

    plain_flags = compiler.Flags

    def without_gil() -> Any:
        flags = plain_flags()
        flags.release_gil = True
        return flags

    compiler.Flags = without_gil
    name = LIBRARY.rpartition(".")[2]
    entries = []
    for kernel_name, text in recorded():
        try:
            kernel, taken = find(kernel_name), tuple(read_types(text))
            kernel._native.compile(taken)
        except (ImportError, AttributeError, TypeError, errors.NumbaError) as error:
            # It has changed since it was recorded, and is compiled when it is called.
            print(f"{kernel_name}({text}): not compiled, {error}", file=sys.stderr)
            continue
        function = kernel._function
        returned = kernel._native.overloads[taken].signature.return_type
        signature = typing.signature(returned, *taken)
        entries.append(compiler.ExportEntry(symbol(function, text), signature, function))
    made = compiler.ModuleCompiler(
        sorted(entries, key=lambda entry: entry.symbol), name, True, cpu_name=PROCESSOR
    )
    made.external_init_function = f"pycc_init_{name}"
    made.write_native_object(str(output), wrap=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
