"""Pages that matplotlib draws."""

import os
import subprocess
import sys


def test_a_home_that_cannot_be_written_is_nothing_to_warn_of(tmp_path):
    home = tmp_path / "home"
    home.touch()  # a file, in which nobody can write, root neither
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    for name in ("MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        environment.pop(name, None)
    code = "import nqviz.rendering.canvas.matplotlib_page, matplotlib; matplotlib.get_cachedir()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
