"""The certificates of upper bounds that ship with nqviz, by name: shape and bound."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from nqviz.core.errors import InputError

SUFFIX = ".proof"


@lru_cache(maxsize=1)
def proof_names() -> tuple[str, ...]:
    """Return the names of all certificates, such as ``7x7x7x7-145``, sorted."""
    files = resources.files("nqviz_resources.proofs").iterdir()
    return tuple(
        sorted(file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX))
    )


def proof_data(name: str) -> bytes:
    """Return the file of a certificate.

    Raises InputError if there is none of this name.
    """
    if name not in proof_names():
        raise InputError(
            f"no certificate {name!r} ships with nqviz; choose one of {', '.join(proof_names())}"
        )
    return (resources.files("nqviz_resources.proofs") / f"{name}{SUFFIX}").read_bytes()
