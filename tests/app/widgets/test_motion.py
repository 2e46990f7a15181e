"""Movements: none where motion is reduced."""

from nqviz_app.widgets import motion


def test_the_choice_is_kept_and_heeded(make_window, monkeypatch):
    monkeypatch.delenv("NQVIZ_REDUCED_MOTION")
    window = make_window()
    window.services.preferences.change(reduced_motion=True)
    assert motion.duration(motion.CAMERA) == 0
    window.services.preferences.change(reduced_motion=False)
    assert motion.duration(motion.CAMERA) == 200
