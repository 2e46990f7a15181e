"""The sign of the program, and the icons of the window (Lucide, with their licence)."""
