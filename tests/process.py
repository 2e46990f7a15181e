"""Programs that tests start."""

import subprocess
from collections.abc import Sequence
from typing import Any


def run_process(command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and keep what it prints and its exit status."""
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)
