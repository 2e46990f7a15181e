"""The lessons that ship with the program, one file each; docs/guide/extend/lesson.md describes the format."""
