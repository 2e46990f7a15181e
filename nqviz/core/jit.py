"""Kernels of searches: compiled when nqviz is built, or by numba when they are called.

Where a kernel is not in the library of nqviz, numba compiles it and keeps
it on disk. Both are found by what the kernel was made from (kernel_identity).
"""

from __future__ import annotations

import importlib
import platform
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from .installing import is_bundle
from .kernel_identity import fingerprint, kind, signature, symbol

_compiling: list[Callable[[], object]] = []
"""Called, and forgotten, before numba compiles for the first time."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def before_compiling(tell: Callable[[], object]) -> None:
    """Call a function once when numba is about to compile, which takes seconds."""
    _compiling.append(tell)


def compiled(function: _Function) -> _Function:
    """Run a function of arrays and numbers as native code.

    The GIL is released while it runs. Compiled code that nqviz does not have is made at the
    first call and kept on disk, so only the first run on a machine compiles; call the function
    once with small arguments where a click must not wait. Where the folder of kept code cannot be
    read or written, every start of nqviz compiles.
    """
    return cast(_Function, _Kernel(function))


class _Kernel:
    """A function that imports numba only when it must be compiled.

    The import takes half a second, and many starts of nqviz need no kernel.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._entries: dict[Hashable, Callable[..., object]] = {}

    def __call__(self, *arguments: object) -> object:
        kinds = tuple(map(kind, arguments))
        entry = self._entries.get(kinds)
        if entry is None:
            entry = self._entries[kinds] = self._built(arguments) or self._native
        return entry(*arguments)

    def _built(self, arguments: tuple[object, ...]) -> Callable[..., object] | None:
        """Return the code for such arguments that came with nqviz."""
        came, types = library(), signature(arguments)
        return getattr(came, symbol(self._function, types), None) if came and types else None

    @cached_property
    def _native(self) -> Any:
        import numba

        native = numba.njit(self._function, nogil=True)
        with suppress(RuntimeError):  # no folder can be written: it is compiled at each start
            native._cache = _disk_cache(self._function)
        return native

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
    index: Any = caching.IndexDataCacheFile

    class DiskCache(base):  # type: ignore[misc]
        _impl_class = _places_of_bundle() if is_bundle() else base._impl_class

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            # Numba would look at one source file only, not at what the kernel calls.
            made_from = fingerprint(function)
            named = self._impl.filename_base
            self._cache_file = index(self._cache_path, named, made_from)

        def load_overload(self, *arguments: Any) -> Any:
            try:
                kept = super().load_overload(*arguments)
            except Exception:  # noqa: BLE001 - unreadable or damaged: it is compiled again
                kept = None
                with suppress(Exception):
                    self.flush()
            while kept is None and _compiling:
                _compiling.pop()()
            return kept

        def save_overload(self, *arguments: Any) -> None:
            with suppress(Exception):  # a full disk, or a folder that cannot be written by now
                super().save_overload(*arguments)

    return DiskCache(function)


def _places_of_bundle() -> Any:
    """Return where numba keeps the kernels of a bundle, whichever folder it is started in."""
    from numba.core import caching, config

    base: Any = caching.UserWideCacheLocator
    rules: Any = caching.CompileResultCacheImpl
    settings: Any = config

    class Place(base):  # type: ignore[misc]
        def __init__(self, function: Any, file: str) -> None:
            # The files have relative names, which numba would take from the working directory.
            super().__init__(function, str(Path(sys.executable).parent / file))

        def get_cache_path(self) -> str:
            usual: str = super().get_cache_path()
            given = settings.CACHE_DIR
            return str(Path(given, Path(usual).name)) if given else usual

    class Places(rules):  # type: ignore[misc]
        _locator_classes = (Place,)

    return Places


def cache_folder() -> Path | None:
    """Return the folder with the compiled kernels of this package; None if none can be written."""
    try:
        return Path(_disk_cache(instruction).cache_path)
    except RuntimeError:
        return None


def instruction(generate: Callable[..., object]) -> Any:
    """Return an intrinsic that kernels can call for one instruction of the processor.

    `generate`: the argument of `numba.extending.intrinsic`; called when a kernel is compiled.
    """
    return _Instruction(generate)


class _Instruction:
    """An intrinsic that imports numba when a kernel is compiled."""

    def __init__(self, generate: Callable[..., object]) -> None:
        self._generate = generate

    @property
    def __wrapped__(self) -> Callable[..., object]:
        """The function that decides the code of the instruction."""
        return self._generate

    @cached_property
    def _numba_type_(self) -> Any:
        """The numba type of a function that a kernel calls."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        known = intrinsic(self._generate)
        types = cpu_target.typing_context
        types.refresh()
        return types.resolve_value_type(known)


NEEDED = {"sse4_2", "ssse3", "popcnt", "cx16"}
"""The instructions of x86-64-v2, as Linux calls them: every processor made since 2011 has them."""


@cache
def library() -> ModuleType | None:
    """Load the library; None if nqviz was built without one, or for newer processors."""
    if not _runs_here():
        return None
    try:
        return importlib.import_module(f"{__package__}._kernels")
    except ImportError:
        return None


def _runs_here() -> bool:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return True
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return False
    return set(next((line.split() for line in lines if line.startswith("flags")), [])) >= NEEDED
