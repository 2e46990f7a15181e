"""Compile search kernels by numba, cached on disk, with the GIL released."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile a function of arrays and numbers to native code at its first call.

    The GIL is released while it runs. The compiled code is cached on disk, so only the first run
    on a machine compiles; call the function once with small arguments where a click must not wait.
    Where the cache cannot be read or written, every start of the program compiles.
    """
    return cast(_Function, _Kernel(function))


class _Kernel:
    """A function that imports numba when it is first called, not when it is defined.

    The import takes half a second, and many starts of the program need no kernel.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        update_wrapper(self, function)
        self._function = function

    @cached_property
    def _native(self) -> Any:
        import numba

        native = numba.njit(self._function, nogil=True)
        with suppress(RuntimeError):  # no folder can be written: it is compiled at each start
            native._cache = _disk_cache(self._function)
        return native

    def __call__(self, *arguments: object) -> object:
        return self._native(*arguments)

    def __reduce__(self) -> str:
        """Pickle by name, as a function does."""
        return self._function.__qualname__

    @property
    def _numba_type_(self) -> Any:
        """The numba type of a function that a kernel calls."""
        return self._native._numba_type_


def _disk_cache(function: Callable[..., object]) -> Any:
    """Return numba's cache of a function on disk, which is passed over where it fails."""
    from numba.core import caching

    base: Any = caching.FunctionCache

    class DiskCache(base):  # type: ignore[misc]
        def load_overload(self, *arguments: Any) -> Any:
            try:
                return super().load_overload(*arguments)
            except Exception:  # noqa: BLE001 - unreadable or damaged: it is compiled again
                with suppress(Exception):
                    self.flush()
                return None

        def save_overload(self, *arguments: Any) -> None:
            with suppress(Exception):  # a full disk, or a folder that cannot be written by now
                super().save_overload(*arguments)

    return DiskCache(function)


def instruction(generate: Callable[..., object]) -> Any:
    """Return an intrinsic that kernels can call for one instruction of the processor.

    Parameters
    ----------
    generate : callable
        The argument of `numba.extending.intrinsic`; called when a kernel is compiled.
    """
    return _Instruction(generate)


class _Instruction:
    """An intrinsic that imports numba when a kernel is compiled."""

    def __init__(self, generate: Callable[..., object]) -> None:
        self._generate = generate

    @cached_property
    def _numba_type_(self) -> Any:
        """The numba type of a function that a kernel calls."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        known = intrinsic(self._generate)
        types = cpu_target.typing_context
        types.refresh()
        return types.resolve_value_type(known)
