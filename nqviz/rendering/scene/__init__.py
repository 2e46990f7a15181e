"""Three-dimensional pictures of boards, the same on the screen and in files.

`BoardScene` keeps a picture in any PyVista plotter; `save_scene` makes an image file without a
screen. No Qt here. The import ends with an InputError where a library of the system is missing,
without which VTK would end the process.
"""

from nqviz.run.system_libraries import check_drawing

check_drawing()

from .animation import scene_frames
from .board_scene import BoardScene
from .camera import Camera
from .clouds import draws_in_software
from .export import png_bytes, save_scene
from .look import backdrop
from .model_image import solid_pixels
from .models import PrintCheck, check_print, save_solid
from .offscreen_renderer import (
    OffscreenRenderer,
    PixelBox,
    Pixels,
    begin_front,
    begin_picture,
    check_opengl,
    drawn_pixels,
    front_pixels,
    open_offscreen,
    part_from_below,
    smooth_front_pixels,
)
from .options import SceneOptions, scene_arrangement, scene_options, view_angles
from .queens import Finish

__all__ = [
    "BoardScene",
    "Camera",
    "Finish",
    "OffscreenRenderer",
    "PixelBox",
    "Pixels",
    "PrintCheck",
    "SceneOptions",
    "backdrop",
    "begin_front",
    "begin_picture",
    "check_opengl",
    "check_print",
    "drawn_pixels",
    "draws_in_software",
    "front_pixels",
    "open_offscreen",
    "part_from_below",
    "png_bytes",
    "save_scene",
    "save_solid",
    "scene_arrangement",
    "scene_frames",
    "scene_options",
    "smooth_front_pixels",
    "solid_pixels",
    "view_angles",
]
