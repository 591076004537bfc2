"""Runs the tests of the page: tests.py PROGRAM [part of a test's name ...]. See Tests/Page/run."""

import os
import pathlib
import sys
import tempfile
import time
import traceback

import browsers
import tests_access
import tests_layout
import tests_links
import tests_places
import tests_play
import tests_progress
import tests_workshop
from page import Failure
from playing import SIZES, Play, Site

PARTS = [
    tests_play, tests_places, tests_workshop, tests_links, tests_progress, tests_layout, tests_access]


def chosen(parts, browser, names):
    """The tests for a browser, each with a size of its window."""
    sizes = (os.environ.get("SIZES") or " ".join(SIZES)).split()
    for test in [test for part in parts for test in part.TESTS]:
        if browser in test.browsers and (not names or any(name in test.name for name in names)):
            for size in test.sizes:
                if size in sizes:
                    yield test, size


def run(browser, test, size, site):
    """Runs a test on a page of its own; the reason why it failed, or None."""
    play = Play(browser, site, size)
    try:
        test.body(play)
        play.check()
    except Failure as failure:
        place = traceback.extract_tb(failure.__traceback__)
        lines = [f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in place
                 if os.path.basename(frame.filename).startswith("tests_")]
        return f"{failure} (at {', '.join(lines)})"
    except Exception:
        return traceback.format_exc()
    finally:
        play.close()


def main(program, names):
    failed, passed, begin = [], 0, time.monotonic()
    wanted = (os.environ.get("BROWSERS") or " ".join(browsers.BROWSERS)).split()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(program, pathlib.Path(folder))
        for name, reason in browsers.available().items():
            if name not in wanted:
                continue
            if reason:
                print(f"{name}: skipped: {reason}", flush=True)
                continue
            with browsers.start(name) as browser:
                browser.name = name
                for test, size in chosen(PARTS, name, names):
                    before = time.monotonic()
                    reason = run(browser, test, size, site)
                    line = f"{name}, {size}: {test.name}"
                    seconds = f"({time.monotonic() - before:.1f} s)"
                    if reason:
                        failed.append(line)
                        print(f"FAILED  {line} {seconds}\n    {reason}", flush=True)
                    else:
                        passed += 1
                        print(f"passed  {line} {seconds}", flush=True)
    print(f"{passed} passed, {len(failed)} failed, in {time.monotonic() - begin:.0f} s")
    for line in failed:
        print(f"failed: {line}")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
