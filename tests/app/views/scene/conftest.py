"""Scenes are drawn where they are what is tested."""

import pytest


@pytest.fixture(autouse=True)
def undrawn_scenes(drawn_scenes: None) -> None:
    """Draw them."""
