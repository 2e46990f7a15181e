"""Run benchmarks by name, or all of them: ``python -m tests.benchmarks [NAME ...]``.

Those with a window need a display, for example ``xvfb-run -a python -m tests.benchmarks click``.
"""

import subprocess
import sys
from importlib import import_module

from .report import say

BENCHMARKS = (
    "start",
    "first_use",
    "click",
    "hover",
    "drawer",
    "gap",
    "memory",
    "frames",
    "attacks",
    "constructions",
    "counts",
    "tasks",
    "programs",
    "solve",
    "resolve",
    "proofs",
    "beautiful",
    "lessons",
    "first",
    "exports",
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        say(f"unknown: {', '.join(unknown)}; choose of {', '.join(BENCHMARKS)}")
        return 2
    if len(names) == 1:
        import_module(f".{names[0]}", __package__).main()
        return 0
    # Each in a process of its own: memory and caches of one are not those of the next.
    commands = ([sys.executable, "-m", "tests.benchmarks", name] for name in names or BENCHMARKS)
    return max(subprocess.run(command, check=False).returncode for command in commands)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
