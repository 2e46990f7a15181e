"""The lessons that ship with the program, one file each; docs/lessons.md describes the format."""
