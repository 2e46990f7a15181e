"""Three-dimensional pictures of boards, the same on the screen and in files.

`BoardScene` keeps a picture in any PyVista plotter; `save_scene` makes an image file without a
screen. No Qt here.
"""

from .board_scene import BoardScene
from .export import offscreen_plotter, save_scene
from .options import SceneOptions, default_scene
from .wrapped import Wrapped, can_wrap

__all__ = [
    "BoardScene",
    "SceneOptions",
    "Wrapped",
    "can_wrap",
    "default_scene",
    "offscreen_plotter",
    "save_scene",
]
