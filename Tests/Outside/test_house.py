"""Everything in Tests is run by .ci/run, so that nothing rots."""

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
