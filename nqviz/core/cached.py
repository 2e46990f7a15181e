"""Cached properties whose first computation holds no lock.

`functools.cached_property` of Python 3.11 holds one lock for all instances of a class while it
computes: a property of one board would wait for that of another board in another thread.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property"]

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801 - used as a decorator
        """A property that is computed once for each instance.

        Two threads that ask at once may both compute it; both get the value that was kept first.
        """

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            """Return the value of an instance."""
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname in values:
                return values[self.attrname]
            return values.setdefault(self.attrname, self.func(instance))
