"""Placements that the pictures show."""

from threading import Event

from nqviz import Board, Placement
from nqviz import constructions as families
from nqviz.constructions.from_catalogue import best_record, load_record
from nqviz.core.notation import parse_squares
from nqviz.run.context import RunContext


def certificate(name: str) -> Placement:
    return load_record(name).placement


def regular(n: int, d: int) -> Placement:
    return families.regular(Board.cube(n, d))


def best(n: int, d: int) -> Placement:
    found = best_record(Board.cube(n, d))
    return empty(n, d) if found is None else found


def classical(n: int) -> Placement:
    board = Board.cube(n, 2)
    family = families.FAMILIES["classical"]
    return family.construct(board, {}, RunContext(progress=lambda _p: None, stop=Event())).placement


def empty(n: int, d: int) -> Placement:
    return Placement(Board.cube(n, d))


def two_queens() -> Placement:
    board = Board.cube(8, 2)
    return Placement.from_indices(board, parse_squares("b4,d5", board))


def torus() -> Placement:
    cells = enumerate([1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12], start=1)
    return Placement.from_coordinates(Board.cube(12, 2, torus=True), list(cells))


def torus_cube() -> Placement:
    cells = [(1, 1, 3), (6, 6, 3), (2, 5, 1), (3, 6, 6), (4, 2, 2), (4, 2, 5)]
    return Placement.from_coordinates(Board.cube(6, 3, torus=True), cells)


def attacked() -> Placement:
    cells = [(1, 1, 1), (2, 4, 6), (3, 3, 3), (5, 2, 7), (7, 7, 1), (8, 8, 8), (4, 1, 6)]
    return Placement.from_coordinates(Board.cube(8, 3), cells)
