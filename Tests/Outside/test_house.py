"""Everything in Tests is run by .ci/run, so that nothing rots, and each recorded text says what confirmed it."""

from fnmatch import fnmatch

from programs import HERE, ROOT


def test_everything_is_run():
    steps = (ROOT / ".ci/run").read_text()
    targets = (ROOT / "Package.swift").read_text()
    for folder in (path.name for path in (ROOT / "Tests").iterdir() if path.is_dir()):
        if folder.startswith("Zombies"):
            assert f'name: "{folder}"' in targets, f"Tests/{folder} is no target of Package.swift"
        else:
            assert f"Tests/{folder}/" in steps, f"no step of .ci/run runs Tests/{folder}"
    for file in HERE.glob("test_*.py"):
        assert file.name in steps, f"no step of .ci/run runs Tests/Outside/{file.name}"


def test_recorded_texts_have_sources():
    rows = [line.split(": ", 1) for line in (ROOT / "Tests/recorded.txt").read_text().splitlines()
            if line and not line.startswith(";")]
    used = set()
    for folder in ("Golden", "Cases", "Examples"):
        for file in (ROOT / "Tests").rglob(f"{folder}/**/*.*"):
            name = str(file.relative_to(ROOT))
            pattern = next((pattern for pattern, _ in rows if fnmatch(name, pattern)), None)
            assert pattern, f"Tests/recorded.txt does not say what confirmed {name}"
            used.add(pattern)
    assert used == {pattern for pattern, _ in rows}
