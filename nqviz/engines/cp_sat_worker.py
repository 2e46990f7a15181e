"""The process in which CP-SAT runs: a script of its own, run by its path.

It imports nothing of nqviz, because ortools and highspy bring the same library and must not meet
in one process. One JSON object on standard input is the program; standard output gets one JSON
object a line: ``incumbent`` (the columns that are 1), ``bound``, ``branches``, and at last ``end``.
When standard input ends, the search is stopped: so it never outlives the parent process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from typing import Any, TextIO

from ortools.sat.python import cp_model

REPEAT_SECONDS = 0.05
STOP_SECONDS = 0.3


class Search(cp_model.CpSolverSolutionCallback):
    """One search, and the news of it."""

    def __init__(self, question: dict[str, Any], out: TextIO) -> None:
        super().__init__()
        self.out = out
        self.lock = threading.Lock()
        self.model = cp_model.CpModel()
        self.columns = [self.model.new_bool_var("") for _ in range(question["columns"])]
        self._add_rows(question)
        total = cp_model.LinearExpr.sum(self.columns)
        if question["least"] is not None:
            self.model.add(total >= question["least"])
        if question["maximise"]:
            self.model.maximize(total)
        else:
            self.model.minimize(total)
        chosen = set(question["hint"])
        for column, variable in enumerate(self.columns if chosen else []):
            self.model.add_hint(variable, column in chosen)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = question["threads"]
        self.solver.parameters.random_seed = question["seed"]
        if question["seconds"] is not None:
            self.solver.parameters.max_time_in_seconds = question["seconds"]
        self.solver.best_bound_callback = lambda bound: self.report(bound=bound)

    def _add_rows(self, question: dict[str, Any]) -> None:
        starts, indices = question["starts"], question["indices"]
        bounds = zip(question["lower"], question["upper"], strict=True)
        for row, (lower, upper) in enumerate(bounds):
            cells = [self.columns[i] for i in indices[starts[row] : starts[row + 1]]]
            if lower <= 0 and upper == 1:
                self.model.add_at_most_one(cells)
            elif lower == 1 and upper is None:
                self.model.add_bool_or(cells)
            elif lower == upper == 1:
                self.model.add_exactly_one(cells)
            else:
                highest = len(cells) if upper is None else upper
                self.model.add_linear_constraint(cp_model.LinearExpr.sum(cells), lower, highest)

    def report(self, **news: object) -> None:
        """Write one line."""
        with self.lock:
            self.out.write(json.dumps(news) + "\n")
            self.out.flush()

    def on_solution_callback(self) -> None:
        """Report a better solution."""
        chosen = [i for i, variable in enumerate(self.columns) if self.boolean_value(variable)]
        self.report(incumbent=chosen, branches=self.num_branches)

    def run(self) -> None:
        """Search to the end."""
        status = self.solver.solve(self.model, self)
        self.report(
            end=self.solver.status_name(status),
            bound=self.solver.best_objective_bound,
            branches=self.solver.num_branches,
        )


def main() -> None:
    """Search as standard input asks, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles it, and ends this one
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no news
    search = Search(json.loads(sys.stdin.readline()), out)

    def stop_at_the_end() -> None:
        sys.stdin.read()
        ends = time.monotonic() + STOP_SECONDS
        while time.monotonic() < ends:  # a stop before the search has begun is lost
            search.solver.stop_search()
            time.sleep(REPEAT_SECONDS)
        os._exit(1)

    threading.Thread(target=stop_at_the_end, daemon=True).start()
    search.run()


if __name__ == "__main__":
    main()
