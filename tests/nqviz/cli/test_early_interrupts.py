"""An interrupt while the command line itself is imported ends it as later ones do."""

import json
import os
import sys
import textwrap

import pytest

from tests.process import run_process

START = textwrap.dedent("""
    import os, signal, sys

    def watch(event, given):
        if event == "import" and given[0] == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

    sys.argv[0] = sys.argv.pop(1)
    sys.addaudithook(watch)
    from nqviz.cli import main
    sys.exit(main(["maximum", "--n", "4", "--d", "2"]))
""")


def started(name, module, *more):
    command = [sys.executable, "-c", START, name, module, *more]
    return run_process(command)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot interrupt itself there")
@pytest.mark.parametrize("module", ["nqviz.cli.interrupting", "nqviz.cli.main"])
def test_the_program_ends_with_130_from_its_first_import_on(module):
    done = started(os.path.join("bin", "nqviz"), module)  # noqa: PTH118
    assert (done.returncode, done.stderr) == (130, "nqviz: interrupted\n")
    done = started(os.path.join("bin", "nqviz"), module, "--json")  # noqa: PTH118
    assert json.loads(done.stdout) == {"error": "interrupted"}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot interrupt itself there")
def test_a_program_that_imports_it_keeps_its_own_handling():
    done = started("notebook", "nqviz.cli.interrupting")
    assert "KeyboardInterrupt" in done.stderr
