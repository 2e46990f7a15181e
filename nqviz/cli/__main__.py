"""``python -m nqviz.cli`` is the command ``nqviz``."""

import sys

from . import main

sys.exit(main())
