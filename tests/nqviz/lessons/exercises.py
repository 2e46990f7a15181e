"""A lesson with an exercise of each kind, for tests."""

EXERCISES = """\
format: nqviz-lesson
version: 1
title: Exercises
about: One of each kind.
minutes: 5
steps:
  - title: Choice
    text: One option is right.
    state: {board: [4, 4], queens: [[1, 1]]}
    task:
      say: How many cells does the queen attack?
      check: {choice: {of: ["8", "9", "10"], right: [2]}}
      hint: [It has three lines., Each has three other cells.]
  - title: Choices
    text: Two options are right.
    task:
      say: Which cells are free?
      check: {choice: {of: ["(2, 3)", "(2, 2)", "(3, 2)"], right: [1, 3]}}
  - title: Order
    text: From the smallest to the largest.
    task:
      say: Put the numbers in order.
      check: {order: ["one", "two", "three", "four"]}
  - title: Free cells
    text: Mark them.
    state: {board: [4, 4], queens: [[1, 1]]}
    task:
      say: Mark all free cells.
      check: {free_cells: true}
  - title: Domination
    text: Few queens reach every cell.
    state: {board: [5, 5]}
    task:
      say: Attack or occupy every cell with at most three queens.
      check: {dominating: true, at_most: 3}
      show: {place: [[1, 1], [2, 4], [4, 3]]}
  - title: Symmetry
    text: Half a turn.
    state: {board: [4, 4]}
    task:
      say: Place four queens that half a turn carries to themselves.
      check: {non_attacking: 4, symmetric: [-1, -2]}
      show: {place: [[1, 2], [2, 4], [3, 1], [4, 3]]}
  - title: Equal
    text: Up to symmetry.
    state: {board: [4, 4]}
    task:
      say: Place two queens as in the text.
      check: {equal_to: [[1, 1], [2, 3]]}
  - title: Goal
    text: Explore.
    state: {board: [5, 5]}
    task:
      say: Find a board on which two queens leave at least 3 cells free.
      explore: true
      check: {goal: [{of: queens, at_least: 2, at_most: 2}, {of: free cells, at_least: 3}]}
      show: {place: [[1, 1], [1, 2]]}
  - title: Predict
    text: Then look.
    state: {board: [4, 4], queens: [[1, 1]], cursor: [1, 1]}
    frames: {generator: classes}
    task:
      say: How many cells are on its lines?
      predict: true
      check: {answer: 9}
"""

MARKUP = r"""format: nqviz-lesson
version: 1
title: Markup
about: All kinds of markup.
minutes: 2
steps:
  - title: A formula, a picture
    text: |
      A queen in the corner takes $(2^d - 1)(n - 1) + 1$ cells, that is
      $\frac{3^d - 1}{2}$ lines; and it costs 5$ or $6.

      $x_1 + x_2 \equiv c \; (\mathrm{mod}\; n)$

      ![A coloured square](square.png)

      - One item with $x^2$ in it, and more words that make the line long enough to be wrapped
        once or twice.
      - Two items, a &lt; b.
    state:
      board: [8, 8]
      permutation: [1, 5, 8, 6, 3, 7, 2, 4]
      highlight: [[1, 1]]
    view: {free: true}
    task:
      say: How many $n^2$ are there, see [this](lesson:klarner#4)?
      check: {answer: 64}
      hint: It is $8 \cdot 8$.
      done: Yes, $8^2 = 64$.
  - title: Two boards
    text: Left and right.
    state:
      board: [4, 4, 4]
      queens: [[1, 1, 1], [2, 2, 3]]
    view: {scene: false}
    beside:
      state:
        board: [6, 6]
        permutation: [2, 4, 6, 1, 3, 5]
      say: The same one, mirrored
    frames:
      - highlight: [[1, 1, 1]]
        say: The frame of $x^2$.
  - title: Scene beside a board
    text: Left and right.
    view: {eye: corner}
    beside:
      state:
        board: [5, 5, 5]
        queens: [[1, 2, 3]]
"""
"""A lesson with formulas, a picture, a hidden scene and second boards."""
