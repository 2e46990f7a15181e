"""The only interface to HiGHS: models from arrays, solves that can be stopped, and results.

A model is passed to HiGHS in one call; adding rows one at a time is ten times slower. HiGHS keeps
its worker threads for each calling thread and refuses a run with another number of them:
`own_scheduler` removes them, so that the next run may use another number of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias, cast

import highspy
import numpy as np
import numpy.typing as npt
from highspy import HighsModelStatus, cb

from nqviz.core import sparse as sp
from nqviz.core.board import IntArray
from nqviz.run.context import RunContext

Floats: TypeAlias = npt.NDArray[np.float64]
Standing: TypeAlias = npt.NDArray[np.int8]
"""0 at the lower side, 1 in the basis, 2 at the upper side, 3 free at zero, 4 at any side."""
Options: TypeAlias = Mapping[str, bool | int | float | str]


def search_options(seed: int, run: RunContext) -> Options:
    """Return the options of a search for integers within the limits of a run.

    A gap below 1 is closed: counts are integers. The caller returns at the time limit by itself;
    that of HiGHS makes it end soon after.
    """
    options: dict[str, bool | int | float | str] = {
        "threads": run.limit.threads,
        "random_seed": seed,
        "mip_rel_gap": 0.0,
        "mip_abs_gap": 0.99,
    }
    if run.remaining is not None:
        options["time_limit"] = run.remaining + 1.0
    if run.limit.nodes is not None:
        options["mip_max_nodes"] = run.limit.nodes
    return options


class ModelStatus(Enum):
    """How a solve ended."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    INTERRUPTED = "interrupted"
    LIMIT = "limit"
    """Of time, nodes or iterations."""
    FAILED = "failed"
    """Unbounded, or HiGHS gave up; `Model.message` says why."""


_STATUSES = {
    HighsModelStatus.kOptimal: ModelStatus.OPTIMAL,
    HighsModelStatus.kInfeasible: ModelStatus.INFEASIBLE,
    HighsModelStatus.kInterrupt: ModelStatus.INTERRUPTED,
    HighsModelStatus.kTimeLimit: ModelStatus.LIMIT,
    HighsModelStatus.kIterationLimit: ModelStatus.LIMIT,
    HighsModelStatus.kSolutionLimit: ModelStatus.LIMIT,
    HighsModelStatus.kMemoryLimit: ModelStatus.LIMIT,
}


_STANDS = [highspy.HighsBasisStatus(number) for number in range(5)]


class _Silent(highspy.Highs):  # its methods by name: for `super` mypy wants types of highspy
    """A solver without output: since version 1.16 the first one of a process shows a banner."""

    def __init__(self) -> None:
        highspy.Highs.__init__(self)

    def enableCallbacks(self) -> None:
        self.setOptionValue("output_flag", False)
        highspy.Highs.enableCallbacks(self)


@lru_cache
def highs_name() -> str:
    """Return HiGHS with its version."""
    return f"HiGHS {_Silent().version()}"


@contextmanager
def own_scheduler() -> Iterator[None]:
    """Run HiGHS with worker threads of its own, which end with the block.

    A solve with another number of threads than the last one in the same thread needs it.
    """
    highspy.Highs.resetGlobalScheduler(True)
    try:
        yield
    finally:
        highspy.Highs.resetGlobalScheduler(True)


class Model:
    """A linear or integer program: optimise objective x under lower <= matrix x <= upper.

    Parameters
    ----------
    matrix : csr_array or csc_array of shape (rows, columns)
    lower, upper : array of shape (rows,)
        The sides of the rows; -inf and inf for none.
    objective : array of shape (columns,)
    column_upper : array of shape (columns,), optional
        Upper bounds of the columns, 1 by default; the lower bounds are 0.
    is_integer : bool
        Whether all columns are integers.
    offset : float
        Added to the objective.
    options : mapping, optional
        Options of HiGHS. It is silent and uses one thread unless they say otherwise.
    is_over : callable, optional
        Whether the solve shall be interrupted; polled while HiGHS runs, and before it starts.
    on_solution : callable, optional
        Gets the objective and the values, shape (columns,), of each improving integer solution.
    on_bound : callable, optional
        Gets the dual bound and the number of nodes, often, while integers are branched on.
    suggest : callable, optional
        Returns a solution of another origin, shape (columns,), or None if there is no new one.

    Raises
    ------
    ValueError
        If HiGHS refuses an option or the model.

    Notes
    -----
    HiGHS holds the callbacks as long as the model exists, where Python's garbage collector does not
    see them: an object that owns a callback does not own the model, too.
    """

    def __init__(
        self,
        matrix: sp.csr_array | sp.csc_array,
        lower: npt.ArrayLike,
        upper: npt.ArrayLike,
        objective: npt.ArrayLike,
        *,
        column_upper: npt.ArrayLike | None = None,
        maximise: bool = False,
        is_integer: bool = False,
        offset: float = 0.0,
        options: Options | None = None,
        is_over: Callable[[], bool] | None = None,
        on_solution: Callable[[float, Floats], object] | None = None,
        on_bound: Callable[[float, int], object] | None = None,
        suggest: Callable[[], Floats | None] | None = None,
    ) -> None:
        self._highs = _Silent()
        self.set_options({"output_flag": False, "threads": 1} | dict(options or {}))
        rows, columns = matrix.shape
        kind = highspy.HighsVarType.kInteger if is_integer else highspy.HighsVarType.kContinuous
        layout = highspy.MatrixFormat
        status = self._highs.passModel(
            columns,
            rows,
            matrix.nnz,
            int(layout.kColwise if matrix.format == "csc" else layout.kRowwise),
            int(highspy.ObjSense.kMaximize if maximise else highspy.ObjSense.kMinimize),
            offset,
            _floats(objective),
            np.zeros(columns),
            np.ones(columns) if column_upper is None else _floats(column_upper),
            _floats(lower),
            _floats(upper),
            *_entries(matrix),
            np.full(columns, int(kind), dtype=np.int32),
        )
        if status == highspy.HighsStatus.kError:
            raise ValueError(f"HiGHS refused a model of {rows:,} rows and {columns:,} columns")
        self._callbacks = _Callbacks(is_over, on_solution, on_bound, suggest)
        self._highs.setCallback(self._callbacks, None)
        for event in self._callbacks.events(is_integer):
            self._highs.startCallback(event)

    # Changes -------------------------------------------------------------------------------------

    def add_rows(self, matrix: sp.csr_array, lower: npt.ArrayLike, upper: npt.ArrayLike) -> None:
        """Add rows with sides of shape (rows,); the next solve starts from the last basis."""
        starts, indices, values = _entries(matrix)
        self._highs.addRows(
            matrix.shape[0],
            _floats(lower),
            _floats(upper),
            matrix.nnz,
            starts[:-1],
            indices,
            values,
        )

    def add_columns(self, matrix: sp.csc_array) -> None:
        """Add columns from 0 to infinity that are not in the objective."""
        count = matrix.shape[1]
        nothing = np.zeros(count)
        self._highs.addCols(
            count, nothing, nothing, np.full(count, np.inf), matrix.nnz, *_entries(matrix)
        )

    def set_bounds(self, columns: IntArray, lower: npt.ArrayLike, upper: npt.ArrayLike) -> None:
        """Set the bounds, shape (k,), of k columns; a single number holds for all of them."""
        shape = columns.shape
        self._highs.changeColsBounds(
            len(columns),
            columns.astype(np.int32),
            np.array(np.broadcast_to(_floats(lower), shape)),
            np.array(np.broadcast_to(_floats(upper), shape)),
        )

    def set_objective(self, columns: IntArray, values: npt.ArrayLike) -> None:
        """Set the objective, shape (k,), of k columns."""
        self._highs.changeColsCost(len(columns), columns.astype(np.int32), _floats(values))

    def set_start(self, values: npt.ArrayLike) -> None:
        """Set the solution to start from, shape (columns,)."""
        start = _floats(values)
        self._highs.setSolution(len(start), np.arange(len(start), dtype=np.int32), start)

    def set_basis(self, columns: Standing, rows: Standing) -> None:
        """Set the basis to start from, as in `basis`; HiGHS mends what makes it none."""
        basis = highspy.HighsBasis()
        basis.valid = basis.alien = True
        basis.col_status = [_STANDS[each] for each in columns.tolist()]
        basis.row_status = [_STANDS[each] for each in rows.tolist()]
        self._highs.setBasis(basis)

    def set_options(self, options: Options) -> None:
        """Set some options of HiGHS for the solves from now on."""
        for name, value in options.items():
            if self._highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
                raise ValueError(f"HiGHS does not take {name} = {value}")

    # Solves --------------------------------------------------------------------------------------

    def solve(self) -> ModelStatus:
        """Solve from the last basis or the start.

        Raises
        ------
        Exception
            Whatever a callback raised; HiGHS is interrupted then.
        """
        if self._callbacks.is_over():
            return ModelStatus.INTERRUPTED
        self._highs.run()
        if self._callbacks.error is not None:
            raise self._callbacks.error
        return _STATUSES.get(self._highs.getModelStatus(), ModelStatus.FAILED)

    @property
    def message(self) -> str:
        """How the last solve ended, in HiGHS's words."""
        return str(self._highs.modelStatusToString(self._highs.getModelStatus()))

    @property
    def objective(self) -> float:
        """The objective of the last solution."""
        return float(self._highs.getInfo().objective_function_value)

    @property
    def bound(self) -> float:
        """The dual bound of the last integer solve; infinite without one."""
        return float(self._highs.getInfo().mip_dual_bound)

    @property
    def nodes(self) -> int:
        """Nodes of the last integer solve."""
        return max(0, int(self._highs.getInfo().mip_node_count))

    @property
    def values(self) -> Floats:
        """The last solution, shape (columns,)."""
        return np.array(self._highs.getSolution().col_value)

    @property
    def row_duals(self) -> Floats:
        """The duals of the rows, shape (rows,); empty where HiGHS has none."""
        return np.array(self._highs.getSolution().row_dual)

    @property
    def basis(self) -> tuple[Standing, Standing] | None:
        """How the columns, shape (columns,), and the rows, shape (rows,), stand in the basis."""
        basis = self._highs.getBasis()
        if not basis.valid:
            return None
        sides = (basis.col_status, basis.row_status)
        columns, rows = (np.array([int(each) for each in side], np.int8) for side in sides)
        return columns, rows

    def dual_ray(self) -> Floats | None:
        """Return the ray that shows that the model is infeasible, shape (rows,), or None."""
        # The stubs of highspy lack this method.
        _status, exists, ray = cast(Any, self._highs).getDualRay()
        return np.array(ray) if exists else None


class _Callbacks:
    """The callbacks of a model; an error in one interrupts HiGHS and is kept for `Model.solve`."""

    def __init__(
        self,
        is_over: Callable[[], bool] | None,
        on_solution: Callable[[float, Floats], object] | None,
        on_bound: Callable[[float, int], object] | None,
        suggest: Callable[[], Floats | None] | None,
    ) -> None:
        self._can_end = is_over is not None
        self.is_over = is_over or (lambda: False)
        self.on_solution = on_solution
        self.on_bound = on_bound
        self.suggest = suggest
        self.error: Exception | None = None
        # HiGHS calls back thousands of times a second: most models only poll `is_over`.
        self._polls_only = on_solution is None and on_bound is None and suggest is None

    def events(self, is_integer: bool) -> list[cb.HighsCallbackType]:
        """Return the events to listen to."""
        if not is_integer:
            interrupts = [cb.kCallbackSimplexInterrupt, cb.kCallbackIpmInterrupt]
            return interrupts if self._can_end else []
        events = [cb.kCallbackMipInterrupt]
        if self.on_solution is not None:
            events.append(cb.kCallbackMipSolution)
        if self.suggest is not None:
            events.append(cb.kCallbackMipUserSolution)
        return events

    def __call__(
        self,
        event: cb.HighsCallbackType,
        _message: str,
        news: cb.HighsCallbackOutput,
        answer: cb.HighsCallbackInput,
        _data: object,
    ) -> None:
        try:
            if not self._polls_only:
                self._handle(event, news, answer)
            elif self.is_over():
                answer.user_interrupt = True
        except Exception as error:  # noqa: BLE001 - it must not cross HiGHS
            self.error = error
            answer.user_interrupt = True

    def _handle(
        self,
        event: cb.HighsCallbackType,
        news: cb.HighsCallbackOutput,
        answer: cb.HighsCallbackInput,
    ) -> None:
        if event == cb.kCallbackMipSolution:
            if self.on_solution is not None:
                self.on_solution(news.objective_function_value, news.mip_solution)
        elif event == cb.kCallbackMipUserSolution:
            values = None if self.suggest is None else self.suggest()
            if values is not None:
                answer.setSolution(values)
        else:
            if event == cb.kCallbackMipInterrupt and self.on_bound is not None:
                self.on_bound(news.mip_dual_bound, max(0, int(news.mip_node_count)))
            if self.error is not None or self.is_over():
                answer.user_interrupt = True


def _floats(values: npt.ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _entries(
    matrix: sp.csr_array | sp.csc_array,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Floats]:
    """Return the starts, indices and values of a sparse matrix as HiGHS takes them."""
    return (
        matrix.indptr.astype(np.int32),
        matrix.indices.astype(np.int32),
        matrix.data.astype(np.float64),
    )
