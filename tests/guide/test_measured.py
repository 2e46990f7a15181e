"""The page of measured figures keeps the parts that are not renewed."""

from tests.benchmarks import page


def test_the_page_is_what_its_parts_give():
    text = page.PAGE.read_text(encoding="utf-8")
    parts = page.parts_of(text)
    assert set(parts) <= set(page.ON_PAGE.values())
    assert page.page_of(parts) == text


def test_a_part_that_is_renewed_leaves_the_others(monkeypatch, tmp_path):
    before = page.parts_of(page.PAGE.read_text(encoding="utf-8"))
    monkeypatch.setattr(page, "PAGE", tmp_path / "measured.md")
    page.PAGE.write_text(page.page_of(before), encoding="utf-8")
    monkeypatch.setattr(page, "measured", lambda name: f"figures of {name}")
    assert page.main(["nothing"]) == 2
    assert page.main(["click"]) == 0
    after = page.parts_of(page.PAGE.read_text(encoding="utf-8"))
    changed = [title for title in before if after[title] != before[title]]
    assert changed == ["A click in the window"]
    assert "figures of click" in after[changed[0]]


def test_a_benchmark_that_fails_leaves_the_page(monkeypatch, tmp_path):
    def fails(name):
        raise RuntimeError(f"{name} ended with 1")

    monkeypatch.setattr(page, "PAGE", tmp_path / "measured.md")
    page.PAGE.write_text("as it was", encoding="utf-8")
    monkeypatch.setattr(page, "measured", fails)
    assert page.main([]) == 1
    assert page.PAGE.read_text(encoding="utf-8") == "as it was"
