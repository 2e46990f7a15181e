"""The Board drawer: the board, its given queens, and placements to fill it with."""
