"""Interrupts that wait for nothing: another one, and those of what leaves nothing half done."""

import json
import sys
import textwrap
from contextlib import nullcontext

import pytest

from nqviz.cli import output
from tests.patience import STALL
from tests.process import run_process

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot interrupt itself there"
)

DEAF = textwrap.dedent("""
    import os, signal, sys, threading

    import nqviz.rendering.export.steps
    import nqviz.problems
    from nqviz import Placement
    from nqviz.cli import main

    def interrupt():
        os.kill(os.getpid(), signal.SIGINT)

    def maximum(board, run, **more):
        interrupt()
        run.stop.wait()  # it is asked to stop, and does not
        interrupt()
        threading.Event().wait()

    def solving_steps(start, run):
        interrupt()
        run.stop.wait()
        os._exit(1)  # it should not have been asked

    def is_valid(placement):
        interrupt()
        threading.Event().wait()

    Placement.is_valid = is_valid
    nqviz.problems.maximum = maximum
    nqviz.rendering.export.steps.solving_steps = solving_steps
    sys.exit(main(sys.argv[1:]))
""")


def run_deaf(*words):
    """Run a verb whose work interrupts the process and never ends."""
    return run_process([sys.executable, "-c", DEAF, *words])


def test_another_interrupt_ends_work_that_does_not_stop():
    done = run_deaf("maximum", "--n", "5", "--d", "3")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "nqviz: interrupted\n")


def test_with_json_there_is_one_object_then():
    done = run_deaf("maximum", "--n", "5", "--d", "3", "--json")
    assert (done.returncode, done.stderr) == (130, "nqviz: interrupted\n")
    assert json.loads(done.stdout) == {"error": "interrupted"}


def test_an_interrupted_search_for_a_film_is_not_waited_for(tmp_path):
    out = tmp_path / "a.gif"
    done = run_deaf("render", "--n", "3", "--d", "2", "--film", "solve", "-o", str(out))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "nqviz: interrupted\n")
    assert not out.exists()


def test_an_interrupted_look_for_attacks_is_not_waited_for(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("2 4 1 3\n")
    done = run_deaf("verify", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "nqviz: interrupted\n")


LATE = textwrap.dedent("""
    import os, signal, sys, threading, time

    from nqviz.cli import main

    def interrupt_late():
        threading.main_thread().join()  # now it waits for this thread
        while True:  # an interrupt at the very moment at which it begins to is not heeded
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)

    threading.Thread(target=interrupt_late).start()
    sys.exit(main())
""")


def test_an_interrupt_while_the_program_ends_leaves_the_answer_alone():
    words = ["bounds", "--n", "3", "--d", "2", "--json"]
    done = run_process([sys.executable, "-c", LATE, *words])
    assert (done.returncode, done.stderr) == (130, "")
    assert json.loads(done.stdout)["shape"] == [3, 3]


WHILE_WRITING = textwrap.dedent("""
    import os, signal, sys, threading

    from nqviz.cli import main

    class Slow:
        def write(self, text):
            os.write(1, text.encode())
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait()

        def flush(self):
            pass

    sys.stdout = Slow()
    sys.exit(main(sys.argv[1:]))
""")


def test_an_interrupt_while_attacks_are_written_adds_no_other_object(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("1 2 3 4\n")
    done = run_process([sys.executable, "-c", WHILE_WRITING, "verify", str(path), "--json"])
    assert (done.returncode, done.stderr) == (130, "nqviz: interrupted\n")
    assert json.loads(done.stdout)["valid"] is False


def test_work_stops_where_somebody_else_heeds_the_interrupt(monkeypatch):
    heard = []

    def interrupt(_news):
        raise KeyboardInterrupt

    monkeypatch.setattr(output, "_progress_bar", lambda: nullcontext(interrupt))
    with pytest.raises(KeyboardInterrupt):
        output.Console().work(lambda run: (run.progress(None), heard.append(run.stop.wait(STALL))))
    assert heard == [True]
