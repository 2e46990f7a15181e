"""How long a test waits before it calls something late.

A test proves order, not speed: that an answer came while the work behind it was still going on.
Where only a clock can tell, the work would take minutes, and what ends it is given STALL seconds,
because a busy machine may stand still for some of them. How fast things are is measured by
tests/benchmarks.
"""

STALL = 15.0
