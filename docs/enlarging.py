"""Let a click on a picture of the guide show it alone, in its full size: on a phone it is small."""

import re
from typing import Any

_PICTURE = re.compile(r'<img [^>]*src="([^"]+)"[^>]*>')


def on_page_content(text: str, **_: Any) -> str:
    """Make a link of every picture on a page."""
    return _PICTURE.sub(r'<a href="\1">\g<0></a>', text)
