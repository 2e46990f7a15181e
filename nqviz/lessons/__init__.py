"""Lessons: their files, the boards and animations of their steps, and the checks of tasks."""

from .checks import Seen, holds, unmet
from .frames import Frame, frames_of
from .links import linked_step
from .markup import to_html
from .model import BoardState, Check, Lesson, Step, StepView, Task
from .proofreading import faulty_tasks
from .reader import LessonShelf, lessons, parse_lesson, read_folder, read_lesson
from .still import Still, still
from .teaching import demonstration, prepare
from .template import lesson_template

__all__ = [
    "BoardState",
    "Check",
    "Frame",
    "Lesson",
    "LessonShelf",
    "Seen",
    "Step",
    "StepView",
    "Still",
    "Task",
    "demonstration",
    "faulty_tasks",
    "frames_of",
    "holds",
    "lesson_template",
    "lessons",
    "linked_step",
    "parse_lesson",
    "prepare",
    "read_folder",
    "read_lesson",
    "still",
    "to_html",
    "unmet",
]
