"""What a compiled kernel was made from: the code that decides it and the types of its arguments.

A kernel is compiled together with all that it calls and with the values of the globals that it
reads. Compiled code is used only where the fingerprint of all these is the same, so it is never
older than its source, in whichever way nqviz was installed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

Function = Callable[..., object]

_FLAGS = 0x501
"""NumPy's flags of an array that is C-contiguous, aligned and writeable."""
_READABLE = 0x101
_INT64 = range(-(1 << 63), 1 << 63)


def fingerprint(function: Function) -> str:
    """Return a hash of a function, of all functions that it calls and of all globals it reads."""
    digest = hashlib.sha256()
    waiting, seen = [function], {id(function)}
    while waiting:
        current = waiting.pop()
        for part in _parts(current):
            value = getattr(part, "__wrapped__", part)
            if not isinstance(value, FunctionType):
                digest.update(f"{_text(value)}\n".encode())
            elif id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)
    return digest.hexdigest()


def _parts(function: Any) -> Iterator[object]:
    """Yield what decides the compiled code of one function."""
    codes = [function.__code__]
    names = set()
    yield f"{function.__module__}.{function.__qualname__}"
    yield function.__defaults__
    for code in codes:
        yield code.co_code.hex()
        yield from (code.co_names, code.co_varnames, code.co_freevars)
        yield from (constant for constant in code.co_consts if not isinstance(constant, CodeType))
        names.update(code.co_names)
        codes.extend(constant for constant in code.co_consts if isinstance(constant, CodeType))
    # Classes of named tuples stand in annotations only, but the order of their fields is compiled.
    for annotation in function.__annotations__.values():
        names.update(re.findall(r"\w+", str(annotation)))
    yield from (function.__globals__[name] for name in sorted(names & function.__globals__.keys()))
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def _text(value: object) -> str:
    """Return a text that differs for values that compile differently."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    if isinstance(value, type):
        return f"{value.__qualname__}{getattr(value, '_fields', '')}"
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, frozenset):
        return str(sorted(map(repr, value)))
    plain = (str, bytes, int, float, complex, tuple, np.generic, type(None))
    return repr(value) if isinstance(value, plain) else type(value).__qualname__


def kind(value: object) -> Hashable:
    """Return what decides which compiled code takes a value; as fast as can be."""
    if type(value) is np.ndarray:
        return value.dtype, value.ndim, value.flags.num & _FLAGS
    if type(value) is int:
        return int if value in _INT64 else None
    if isinstance(value, tuple):
        return type(value), *map(kind, value)
    return (type(value),)


def signature(arguments: tuple[object, ...]) -> str:
    """Return the types of the arguments as a text: empty where only numba can tell them.

    `int64[2]` is an array of two axes, `readonly` one that may not be written, `module:Name(...)`
    a named tuple.
    """
    texts = [_type(value) for value in arguments]
    return ", ".join(texts) if all(texts) else ""


def _type(value: object) -> str:
    if isinstance(value, np.ndarray):
        flags = value.flags.num & _FLAGS
        if type(value) is not np.ndarray or flags & _READABLE != _READABLE or not _plain(value):
            return ""
        access = "" if flags == _FLAGS else "readonly "
        return f"{access}{value.dtype.name}[{value.ndim}]"
    if isinstance(value, np.generic):
        return value.dtype.name if _plain(value) else ""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = signature(value)
        return f"{type(value).__module__}:{type(value).__qualname__}({fields})" if fields else ""
    if type(value) is int:
        return "int64" if value in _INT64 else ""
    return "bool" if type(value) is bool else "float64" if type(value) is float else ""


def _plain(value: np.ndarray[Any, Any] | np.generic) -> bool:
    """Return whether the elements are numbers in the byte order of the processor."""
    return value.dtype.kind in "biuf" and value.dtype.isnative


def symbol(function: Function, types: str) -> str:
    """Return the name of a compiled kernel in a library: nothing else is ever found under it."""
    return "k" + hashlib.sha256(f"{fingerprint(function)} {types}".encode()).hexdigest()[:40]
