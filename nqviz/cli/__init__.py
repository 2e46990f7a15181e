"""The command line: one verb each for building, checking, solving, counting and drawing.

Exit status: 0 done; 1 the answer is no; 2 bad input; 3 ended by a limit before an answer; 130
interrupted.
"""

from .entry import main

__all__ = ["main"]
