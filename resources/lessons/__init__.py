"""The lessons that ship with the program, one file each, as the guide tells their authors."""
