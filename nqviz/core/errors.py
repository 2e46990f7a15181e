"""The error of invalid input."""


class InputError(ValueError):
    """Invalid input: the message states on one line what is wrong and where.

    The command line prints the message and exits with status 2; the window shows it and does not
    change the document.
    """
