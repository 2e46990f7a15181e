from tests.app.hands import open_panel


def test_x(make_window, qtbot):
    window = make_window()
    window.resize(1366, 768)
    open_panel(window, "lessons")
    p = window.lessons_panel
    from nqviz.lessons import lessons

    names = [l.name for l in lessons()] if callable(lessons) else list(lessons)
    p.list.choose(names.index("03-backtracking"))
    qtbot.wait(400)
    for b in [x for x in dir(p.run) if not x.startswith("_")]:
        pass
    print([x for x in dir(p.run) if not x.startswith("_")][-60:])
    window.grab().save("/tmp/h20-lesson.png")
