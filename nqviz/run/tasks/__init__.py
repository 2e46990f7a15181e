"""Work in tasks: run in short slices, on any executor, and saved in a checkpoint file.

A task is the arguments of a function, small and picklable. Its work is done in slices of a short
time each; the result of a slice is enough to continue in any process. So a stop takes effect at
once, progress is reported within a task, and a lost worker or a killed process costs one slice.
"""

from .abandoned import AbandonedFlag, is_abandoned
from .binding import list_hash
from .checkpoint import Checkpoint
from .execution import TaskRunner
from .executors import WorkersLost, check_executor, default_executor
from .section import Section
from .split import Execution, Growth, Planned, Recheck, ShardDone
from .task_state import START, Arrays, TaskState, held

__all__ = [
    "START",
    "AbandonedFlag",
    "Arrays",
    "Checkpoint",
    "Execution",
    "Growth",
    "Planned",
    "Recheck",
    "Section",
    "ShardDone",
    "TaskRunner",
    "TaskState",
    "WorkersLost",
    "check_executor",
    "default_executor",
    "held",
    "is_abandoned",
    "list_hash",
]
