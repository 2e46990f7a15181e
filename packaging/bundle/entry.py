"""The one executable of the bundle: nqviz, or nqviz-explorer by the name that it was called by."""

import os
import sys
from multiprocessing import freeze_support
from pathlib import Path


def restore_library_path() -> None:
    """Undo what the loader changed, so that other commands load the libraries of the system.

    This process has read the variable at its start, and its own children set it again.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    given = os.environ.pop("LD_LIBRARY_PATH", None)
    if before or (given and getattr(sys, "_MEIPASS", "") not in given):
        os.environ["LD_LIBRARY_PATH"] = before or given or ""


if __name__ == "__main__":
    if sys.platform == "linux":
        restore_library_path()
    freeze_support()  # processes of engines and the resource tracker begin their work here
    if Path(sys.argv[0]).name.startswith("nqviz-explorer"):
        from nqviz_app.main import main
    else:
        from nqviz.cli import main
    sys.exit(main())
