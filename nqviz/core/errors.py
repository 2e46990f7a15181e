"""The errors of invalid input, and values in their messages."""

from __future__ import annotations

HEAD, TAIL = 400, 160
"""The characters that a longer message keeps of its beginning and its end."""


class InputError(ValueError):
    """Invalid input: the message states on one line what is wrong and where.

    The command line prints the message and exits with status 2; the window shows it and does not
    change the document. Line breaks become blanks, and a message longer than `HEAD` and `TAIL`
    together, as one with a long value in it, loses its middle.
    """

    def __init__(self, message: object = "") -> None:
        text = " ".join(str(message).split())
        if len(text) > HEAD + TAIL:
            text = f"{text[:HEAD]} ... {text[-TAIL:]}"
        super().__init__(text)


def shorten(value: object) -> str:
    """Return a value as text of one line and at most 30 characters, printable text as it is."""
    if isinstance(value, int) and abs(value) >= 10**30:  # thousands of digits are not converted
        return f"{'-' if value < 0 else ''}{_leading_digits(abs(value))}..."
    text = value if isinstance(value, str) and value.isprintable() else repr(value)
    return text if len(text) <= 30 else text[:27] + "..."


def quoted(value: object) -> str:
    """Return a value as `shorten` does, text in quotation marks."""
    return shorten(repr(value) if isinstance(value, str) else value)


def _leading_digits(value: int) -> int:
    """Return about the first nine digits of a large integer."""
    digits = value.bit_length() * 30103 // 100000
    return int(value // 10 ** max(0, digits - 8))
