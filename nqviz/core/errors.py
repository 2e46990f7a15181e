"""The one kind of error that a person's input can cause."""


class InputError(ValueError):
    """Bad input: the message is one line that says what is wrong and where.

    The command line prints the message and exits with status 2; the window shows it and leaves
    the document as it was.
    """
