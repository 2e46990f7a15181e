"""The lessons that ship with nqviz, one file each, as the guide tells their authors."""
