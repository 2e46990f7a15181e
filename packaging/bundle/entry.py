"""The one executable of the bundle: nqviz, or nqviz-explorer by the name that it was called by."""

import os
import sys
from multiprocessing import freeze_support
from pathlib import Path

OF_THE_LOADER = ("LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH")


def clean_surroundings() -> None:
    """Undo what the loader changed, which harms other processes and the next start."""
    # Commands that are not ours (ffmpeg, xdg-open) must load their own libraries. This process has
    # read the variables at its start, and our own children set them again.
    for name in OF_THE_LOADER:
        before = os.environ.pop(f"{name}_ORIG", None)
        given = os.environ.pop(name, None)
        if before or (given and getattr(sys, "_MEIPASS", "") not in given):
            os.environ[name] = before or given or ""
    # The loader gives Matplotlib an empty folder at each start: all fonts would be read again.
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "nqviz-explorer" / "matplotlib"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    os.environ["MPLCONFIGDIR"] = str(folder)


if __name__ == "__main__":
    if sys.platform == "linux":
        clean_surroundings()
    freeze_support()  # processes of engines and the resource tracker begin their work here
    if Path(sys.argv[0]).name.startswith("nqviz-explorer"):
        from nqviz_app.main import main
    else:
        from nqviz.cli import main
    sys.exit(main())
