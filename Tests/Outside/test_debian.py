"""Builds this package with Debian 13's own Swift, in a Debian that all clones share (see debian/run)."""

import pytest

from programs import HERE, run


@pytest.mark.debian
def test_debian(is_long):
    """A build, the main job of the README and the signature of the bench, and with --long all tests there."""
    done = run(HERE / "debian/run", *([] if is_long else ["--build"]), timeout=7200)
    print(done.output)
    if "skipped: " in done.output:
        pytest.skip(done.output.splitlines()[-1])
