"""One way to compile a search kernel: by numba, cached on disk, with the GIL released."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numba

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile a function of arrays and numbers to native code at its first call.

    The GIL is released while it runs. The compiled code is kept on disk, so that only the very
    first run on a machine waits for the compiler; call it once with small arguments where a click
    must not wait.
    """
    kernel: _Function = numba.njit(function, cache=True, nogil=True)
    return kernel
