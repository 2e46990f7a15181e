"""Images, drawings, animations and 3D models of what is seen."""
