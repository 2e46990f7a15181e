"""Work that splits: tasks worked at in slices, on any executor, kept in a checkpoint file.

A task is a function's arguments, small and picklable; its work is done in slices of a moment each,
and what a slice gives is enough to go on from, anywhere. So a stop is heeded at once, progress is
seen within a task, and what a lost worker or a killed program costs is a slice.
"""

from .checkpoint import Checkpoint
from .execution import Execution, TaskRunner, Work
from .executors import WorkersLost, check_executor, default_executor
from .task_state import Arrays, TaskState

__all__ = [
    "Arrays",
    "Checkpoint",
    "Execution",
    "TaskRunner",
    "TaskState",
    "Work",
    "WorkersLost",
    "check_executor",
    "default_executor",
]
