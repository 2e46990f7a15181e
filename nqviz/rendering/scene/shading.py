"""How bodies are lit: as by VTK's own shaders, with half of the operations for each pixel.

Without a graphics card the lighting of queens takes more time than anything else in a picture.
What it draws differs from VTK's by rounding.
"""

from __future__ import annotations

from vtkmodules.vtkRenderingCore import vtkActor

SPECULAR_POWER = 28.0
"""How small highlights are; `_LIGHT` multiplies, since a power takes long."""

# For the three lights of `look.light`, white and at the camera. One number of each vector belongs
# to each of them.
_LIGHT = """
  vec3 towards = vec3(
    dot(normalVCVSOutput, lightDirectionVC0),
    dot(normalVCVSOutput, lightDirectionVC1),
    dot(normalVCVSOutput, lightDirectionVC2));
  vec3 along = vec3(
    dot(eye, lightDirectionVC0), dot(eye, lightDirectionVC1), dot(eye, lightDirectionVC2));
  vec3 lit = max(-towards, 0.0);
  vec3 shine = max(along - 2.0 * dot(normalVCVSOutput, eye) * towards, 0.0);
  vec3 shine4 = shine * shine * shine * shine;
  vec3 shine8 = shine4 * shine4;
  vec3 shine28 = sign(lit) * shine8 * shine8 * shine8 * shine4;
  vec3 lights = vec3(lightColor0.r, lightColor1.r, lightColor2.r);
  gl_FragData[0] = vec4(
    ambientColor + dot(lit, lights) * diffuseColor
      + dot(shine28, lights) * specularIntensity * specularColorUniform,
    opacity);
"""

_EYE = "  vec3 eye = normalize(-vertexVC.xyz);\n"

# A ray meets the sphere before the plane through its centre, on which OpenGL draws it.
_SPHERE = f"""
{_EYE}
  vec3 back = cameraParallel != 0 ? vec3(0.0, 0.0, 1.0) : eye;
  vec3 place = vertexVC.xyz - centerVCVSOutput;
  float behind = dot(place, back);
  float square = behind * behind - dot(place, place) + radiusVCVSOutput * radiusVCVSOutput;
  if (square < 0.0) {{ discard; }}
  place += (sqrt(square) - behind) * back;
  vec3 normalVCVSOutput = place / radiusVCVSOutput;
  vertexVC.xyz = place + centerVCVSOutput;
  vec4 drawn = VCDCMatrix * vertexVC;
  gl_FragDepth = (drawn.z / drawn.w + 1.0) / 2.0;
"""

# Repeated shapes are moved and enlarged, and never turned: of the matrices of each one, VTK reads
# seven columns for every point, and these two lines read three.
_PLACE = "  vec4 vertex = vec4(GCMCMatrix[0][0] * vertexMC.xyz + GCMCMatrix[3].xyz, 1.0);\n"
_NORMAL = "  normalVCVSOutput = normalMatrix * (glyphNormalMatrix[0][0] * normalMC);\n"


def light_quickly(actor: vtkActor, *, is_sphere: bool) -> None:
    """Light an actor whose points have normals, or one of sphere impostors, by fewer operations.

    Its lights are those of `look.light`.
    """
    shader = actor.GetShaderProperty()
    light = _LIGHT if is_sphere else _EYE + _LIGHT
    shader.AddFragmentShaderReplacement("//VTK::Light::Impl", True, light, False)
    if is_sphere:
        shader.AddFragmentShaderReplacement("//VTK::Depth::Impl", True, _SPHERE, False)
    else:
        shader.AddVertexShaderReplacement("//VTK::Glyph::Impl", True, _PLACE, False)
        shader.AddVertexShaderReplacement("//VTK::Normal::Impl", True, _NORMAL, False)
