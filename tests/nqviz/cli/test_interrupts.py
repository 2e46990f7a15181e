"""An interrupt while modules are loaded: one line, the status 130, no crash of those modules."""

import os
import subprocess
import sys
import textwrap

import pytest

from tests.process import run_process

INTERRUPTED_AT = textwrap.dedent("""
    import os, signal, sys

    from nqviz.cli import main

    def watch(event, given):
        if event == "import" and given[0] == sys.argv[1]:  # as if Ctrl-C were pressed just then
            os.kill(os.getpid(), signal.SIGINT)

    sys.addaudithook(watch)
    sys.exit(main(["render", "--n", "4", "--d", "3", "-o", sys.argv[2]]))
""")


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot interrupt itself there")
@pytest.mark.parametrize(
    "module", ["numpy", "PIL", "nqviz.rendering.scene", "vtkmodules.vtkRenderingCore"]
)
def test_an_interrupt_while_modules_are_loaded_is_one_line(tmp_path, module):
    done = run_process([sys.executable, "-c", INTERRUPTED_AT, module, tmp_path / "a.png"])
    assert (done.returncode, done.stderr) == (130, "nqviz: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_the_package_loads_what_is_asked_for():
    import nqviz

    assert set(nqviz.__all__) <= set(dir(nqviz))
    assert all(getattr(nqviz, name) is not None for name in nqviz.__all__)
    with pytest.raises(AttributeError, match="no attribute 'queens'"):
        _ = nqviz.queens
    code = "import sys, nqviz.cli; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of processes")
def test_an_interrupt_of_a_terminal_reaches_no_process_that_draws(tmp_path):
    """It is sent to all processes at once, wherever they are: those just starting, too."""
    program = textwrap.dedent("""
        import os, signal, sys, time
        import multiprocessing.util

        start = multiprocessing.util.spawnv_passfds

        def spawn(*given):
            child = start(*given)
            os.kill(child, signal.SIGINT)
            return child

        multiprocessing.util.spawnv_passfds = spawn
        from nqviz.cli import main

        if __name__ == "__main__":
            sys.exit(main(sys.argv[1:]))
    """)
    (tmp_path / "program.py").write_text(program)
    line = ["render", "--n", "3", "--d", "2", "--view", "layers", "--film", "replay"]
    done = run_process(
        [sys.executable, tmp_path / "program.py", *line, "--size", "64x64", "--frames", "2"]
        + ["-o", tmp_path / "a.gif"]
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "a.gif").stat().st_size > 100
