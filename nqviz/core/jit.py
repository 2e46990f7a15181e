"""One way to compile a search kernel: by numba, cached on disk, with the GIL released."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile a function of arrays and numbers to native code at its first call.

    The GIL is released while it runs. The compiled code is kept on disk, so that only the very
    first run on a machine waits for the compiler; call it once with small arguments where a click
    must not wait.
    """
    return cast(_Function, _Kernel(function))


class _Kernel:
    """A function that brings the compiler along when it is called, and not when it is defined.

    Half a second passes until numba is there, which many a start does without.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        update_wrapper(self, function)
        self._function = function

    @cached_property
    def _native(self) -> Any:
        import numba

        return numba.njit(self._function, cache=True, nogil=True)

    def __call__(self, *arguments: object) -> object:
        return self._native(*arguments)

    def __reduce__(self) -> str:
        """Travel to another process as a function does, by its name."""
        return self._function.__qualname__

    @property
    def _numba_type_(self) -> Any:
        """What numba asks of a function that a kernel calls."""
        return self._native._numba_type_


def instruction(generate: Callable[..., object]) -> Any:
    """Let kernels call what one instruction of the processor does.

    Parameters
    ----------
    generate : callable
        What `numba.extending.intrinsic` takes; it is called when a kernel is compiled.
    """
    return _Instruction(generate)


class _Instruction:
    """An intrinsic of numba that brings it along when a kernel is compiled."""

    def __init__(self, generate: Callable[..., object]) -> None:
        self._generate = generate

    @cached_property
    def _numba_type_(self) -> Any:
        """What numba asks of a function that a kernel calls."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        known = intrinsic(self._generate)
        types = cpu_target.typing_context
        types.refresh()
        return types.resolve_value_type(known)
