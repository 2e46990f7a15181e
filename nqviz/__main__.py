"""``python -m nqviz`` is the command ``nqviz``."""

import sys

from nqviz.cli import main

sys.exit(main())
