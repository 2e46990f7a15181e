"""``python -m nqviz.cli`` is the command ``nqviz``."""

import sys

from .entry import main

sys.exit(main())
