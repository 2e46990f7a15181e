"""The longer texts of the Compare page, which are translated where they are shown."""

from nqviz.core.language import tr_later

ABOUT = tr_later("Integer programs and engines on the same boards, one after another.")
FILES = tr_later(
    "Table (*.csv);;PNG image (*.png);;SVG drawing (*.svg);;PDF document (*.pdf);;TikZ (*.tex)"
)
BOARDS = tr_later(
    "Cubes as n,d with blanks between them: 5,3 6,3; and files of placements or instances"
)
BOUNDS = tr_later("Run the engines also where a bound that needs no search gives the answer")
PROGRAMS = tr_later(
    "Families of rows joined by +, programs parted by commas.\n{families}\n"
    "inf: one queen more than is known is asked for.\nwarm: the best known is the start."
)
ENGINES = tr_later(
    "Names parted by commas: {engines}; other solvers by a command line:\n"
    "command:cbc {{mps}} sec {{seconds}} solve solution {{sol}}"
)
PROFILE = tr_later("share of the boards that are solved within a factor of the fastest time")
SHOWN = tr_later(
    "The seconds of each run, or the share of boards solved within a factor of the fastest"
)
