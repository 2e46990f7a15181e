"""A depth cue: what is far away fades into the background, in the graphics card."""

from __future__ import annotations

from vtkmodules.vtkRenderingCore import vtkActor, vtkRenderer

from nqviz.view.arrangement import FloatArray
from nqviz.view.palette import Theme, rgb

from .camera import Camera

STRENGTH = 0.72
"""How much of the background the farthest cell takes on."""

# The distance from the camera is worked out from the depth of a pixel: lens holds 1 for a parallel
# projection, the near and the far plane; span holds where fading begins and ends, and how strong
# it is.
_FADE = """
  float fadeDepth = gl_FragCoord.z * 2.0 - 1.0;
  float fadeWay = fadeLens.x > 0.5
    ? fadeLens.y + (fadeDepth + 1.0) / 2.0 * (fadeLens.z - fadeLens.y)
    : 2.0 * fadeLens.y * fadeLens.z
      / (fadeLens.z + fadeLens.y - fadeDepth * (fadeLens.z - fadeLens.y));
  float fadeShare = clamp((fadeWay - fadeSpan.x) / (fadeSpan.y - fadeSpan.x), 0.0, 1.0);
  gl_FragData[0].rgb = mix(gl_FragData[0].rgb, fadeTone, fadeShare * fadeSpan.z);
  //VTK::TCoord::Impl
"""


class Fog:
    """Fades the actors of renderers; shaders are compiled at the first use."""

    def __init__(self) -> None:
        self._is_ready = False

    def show(
        self,
        renderers: list[vtkRenderer],
        camera: Camera,
        bounds: tuple[FloatArray, FloatArray],
        theme: Theme,
        wanted: bool,
    ) -> None:
        """Fade from the nearest to the farthest corner of the current camera, or not at all.

        `bounds`: two corners of shape (3,).
        """
        if not wanted and not self._is_ready:
            return
        low, high = bounds
        depth = float((high - low) @ abs(camera.direction)) / 2
        middle = camera.distance + float((camera.focus - (low + high) / 2) @ camera.direction)
        near, far = renderers[0].GetActiveCamera().GetClippingRange()
        values = {
            "fadeLens": [float(camera.is_parallel), near, far],
            "fadeSpan": [middle - depth, middle + depth, STRENGTH if wanted else 0.0],
            "fadeTone": [value / 255 for value in rgb(theme.background)],
        }
        for renderer in renderers:
            actors = renderer.GetActors()
            for place in range(actors.GetNumberOfItems()):
                actor = actors.GetItemAsObject(place)
                if isinstance(actor, vtkActor):
                    self._set(actor, values)
        self._is_ready = True

    def _set(self, actor: vtkActor, values: dict[str, list[float]]) -> None:
        shader = actor.GetShaderProperty()
        uniforms = shader.GetFragmentCustomUniforms()
        for name, value in values.items():
            uniforms.SetUniform3f(name, value)
        if not self._is_ready:
            shader.AddFragmentShaderReplacement("//VTK::TCoord::Impl", True, _FADE, False)
