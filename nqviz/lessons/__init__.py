"""Lessons: their files, the boards and animations of their steps, and the checks of tasks."""

from .checks import Seen, holds, unmet
from .frames import Frame, frames_of
from .markup import to_html
from .model import Lesson, Step
from .progress import LessonRecord, Progress, read_progress
from .proofreading import faulty_tasks
from .reader import lessons, linked_step, read_folder, read_lesson
from .replies import Reply
from .still import Still, still
from .tasks import Check, Task
from .teaching import demonstration, prepare, second_board
from .template import lesson_template

__all__ = [
    "Check",
    "Frame",
    "Lesson",
    "LessonRecord",
    "Progress",
    "Reply",
    "Seen",
    "Step",
    "Still",
    "Task",
    "demonstration",
    "faulty_tasks",
    "frames_of",
    "holds",
    "lesson_template",
    "lessons",
    "linked_step",
    "prepare",
    "read_folder",
    "read_lesson",
    "read_progress",
    "second_board",
    "still",
    "to_html",
    "unmet",
]
