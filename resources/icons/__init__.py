"""The sign of the program, for windows and for the menus of desktops."""
