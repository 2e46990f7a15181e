"""The order in which Tab goes through the window: as things lie, not as they were made.

Qt's own order is the one in which controls were made, and it leads into panels that lie behind
others, where nobody sees the focus. Controls come and go, so the order is found at every Tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QSplitter, QWidget


def move_focus(window: QWidget, parts: Iterable[QWidget | None], forward: bool) -> bool:
    """Move the focus to the next or the previous control of a window; return whether it moved.

    `parts`: the parts of the window in their order; each is gone through as it is laid out.
    """
    everything = [each for part in parts if part is not None for each in in_layout(part)]
    current = window.focusWidget()
    # A control that was hidden while it had the focus hands it to what lies next to it.
    start = everything.index(current) if current in everything else -1
    after = everything[start + 1 :] + everything[: start + 1]
    controls = [each for each in after if each is not current and _can_focus(each)]
    if not controls:
        return False
    target = controls[0 if forward else -1]
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    target.setFocus(reason)
    _bring_into_sight(target)
    return True


def focus_first(*parts: QWidget | None) -> None:
    """Set the focus on the first control of some parts that accepts it."""
    each = (control for part in parts if part is not None for control in in_layout(part))
    first = next(filter(_can_focus, each), None)
    if first is not None:
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)


def in_layout(widget: QWidget) -> Iterator[QWidget]:
    """Yield what is in a widget, and itself, in the order of its layouts.

    What lies over it without a layout is in its attribute `overlays_in_order`. What places its
    parts itself is gone through line by line.
    """
    yield widget
    if isinstance(widget, QScrollArea):
        inside = [widget.widget()]
    elif isinstance(widget, QSplitter):
        inside = [widget.widget(i) for i in range(widget.count())]
    else:
        layout = widget.layout()
        inside = list(_widgets(layout)) if layout is not None else []
        inside += getattr(widget, "overlays_in_order", ())
        if layout is None and not inside and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            inside = list(_lines(widget))
    for child in inside:
        if child is not None:
            yield from in_layout(child)


def _lines(widget: QWidget) -> list[QWidget]:
    """Return the parts of a widget from the top to the bottom, and from the left to the right."""
    options = Qt.FindChildOption.FindDirectChildrenOnly
    parts = [each for each in widget.findChildren(QWidget, options=options) if not each.isWindow()]
    return sorted(parts, key=lambda each: (each.y(), each.x()))


def _widgets(layout: QLayout) -> Iterator[QWidget]:
    for i in range(layout.count()):
        item = layout.itemAt(i)
        if item is None:
            continue
        inner, widget = item.layout(), item.widget()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _widgets(inner)


def _can_focus(widget: QWidget) -> bool:
    reaches = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return reaches and widget.isVisible() and widget.isEnabled()


def _bring_into_sight(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def shows_focus(widget: QWidget) -> bool:
    """Return whether a widget that paints itself outlines itself, as it has the focus.

    It does once keys have moved the focus in its window: who uses the mouse alone sees no outline
    where nqviz set the focus.
    """
    by_keys = Qt.WidgetAttribute.WA_KeyboardFocusChange
    return widget.hasFocus() and widget.window().testAttribute(by_keys)
