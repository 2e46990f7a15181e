"""A program that ends at once, though it has workers, says nothing that it did not mean to say."""

import sys
from pathlib import Path

from tests.process import run_process

AT_ONCE = """\
import os

from nqviz.run.tasks import executors

if __name__ == "__main__":
    executors.HEAD_START = -1.0  # workers from the beginning
    pool = executors.WorkerPool("processes:1")
    pool.submit(os.getpid).result()
    os._exit(130)
"""


WHILE_STARTING = """\
import threading
import time

from nqviz.counting import count_maximum  # work with modules that take long to load
from nqviz.run.tasks.process_workers import ProcessWorkers


def main():
    workers = ProcessWorkers(1, None)
    time.sleep(0.1)
    workers.close()


if __name__ == "__main__":
    thread = threading.Thread(target=main, daemon=True)
    thread.start()
    thread.join()
"""


def ended(program: Path, text: str) -> tuple[int, str]:
    program.write_text(text)
    done = run_process([sys.executable, program])
    return done.returncode, done.stderr


def test_workers_that_are_still_starting_end_in_silence(tmp_path: Path) -> None:
    assert ended(tmp_path / "program.py", WHILE_STARTING) == (0, "")


def test_what_cleans_up_behind_a_program_that_ended_does_so_in_silence(tmp_path: Path) -> None:
    assert ended(tmp_path / "program.py", AT_ONCE) == (130, "")
