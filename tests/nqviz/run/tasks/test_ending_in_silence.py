"""A program that ends at once, though it has workers, says nothing that it did not mean to say."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """\
import os

from nqviz.run.tasks import executors

if __name__ == "__main__":
    executors.HEAD_START = -1.0  # workers from the beginning
    pool = executors.WorkerPool("processes:1")
    pool.submit(os.getpid).result()
    os._exit(130)
"""


def test_what_cleans_up_behind_a_program_that_ended_does_so_in_silence(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
