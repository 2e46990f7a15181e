"""Pages that matplotlib draws."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.process import run_process


def test_a_home_that_cannot_be_written_is_nothing_to_warn_of(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()  # a file, in which nobody can write, root neither
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    for name in ("MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        environment.pop(name, None)
    code = "import nqviz.rendering.canvas.matplotlib_page, matplotlib; matplotlib.get_cachedir()"
    command = [sys.executable, "-c", code]
    done = run_process(command, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


FONTS = """
import json, sys
from nqviz.run.processes import allow_processes
if "program" in sys.argv:
    allow_processes()
import nqviz.rendering.canvas.matplotlib_page
import matplotlib
from matplotlib.font_manager import findSystemFonts, fontManager
files = [font.fname for font in fontManager.ttflist]
own = matplotlib.get_data_path()
others = [file for file in files if not file.startswith(own)]
print(json.dumps([len(files), others, findSystemFonts(), matplotlib.get_cachedir()]))
"""


def fonts(tmp_path: Path, *words: str, **more: str) -> tuple[int, list[str], list[str], Path]:
    """Return how many fonts are listed in a new home, which are not Matplotlib's, and where."""
    homes = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(tmp_path))
    environment = {**os.environ, **homes, **more}
    for name in {"MPLCONFIGDIR", "MPL_IGNORE_SYSTEM_FONTS", "XDG_CACHE_HOME"} - {*more}:
        environment.pop(name, None)
    command = [sys.executable, "-c", FONTS, *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    count, others, found, folder = json.loads(done.stdout)
    return count, others, found, Path(folder)


def test_a_program_lists_no_fonts_of_the_system(tmp_path: Path) -> None:
    """A drawing needs none, and the list of other programs stays as it is."""
    count, others, found, folder = fonts(tmp_path, "program")
    assert count > 10
    assert (others, found) == ([], [])
    assert "nqviz" in folder.parts
    assert any(folder.glob("fontlist*"))


def test_a_library_leaves_the_fonts_and_their_folder_alone(tmp_path: Path) -> None:
    count, others, found, folder = fonts(tmp_path)
    assert (count > 10, "nqviz" in folder.parts) == (True, False)
    assert bool(others) == bool(found)
    assert fonts(tmp_path, "program", MPLCONFIGDIR=str(tmp_path / "mine"))[3] == tmp_path / "mine"
