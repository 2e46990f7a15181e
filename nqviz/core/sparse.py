"""SciPy's sparse matrices, imported at first use: many starts of nqviz need none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scipy.sparse import (
        coo_array,
        csc_array,
        csr_array,
        diags_array,
        eye_array,
        hstack,
        kron,
        triu,
        vstack,
    )

    __all__ = [
        "coo_array",
        "csc_array",
        "csr_array",
        "diags_array",
        "eye_array",
        "hstack",
        "kron",
        "triu",
        "vstack",
    ]
else:

    def __getattr__(name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import scipy.sparse

        thing = globals()[name] = getattr(scipy.sparse, name)
        return thing
