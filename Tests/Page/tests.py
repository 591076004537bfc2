"""Runs the tests of the page: tests.py PROGRAM [--short] [NAME ...]. See Tests/Page/run."""

import multiprocessing
import os
import pathlib
import queue
import sys
import tempfile
import time
import traceback

import browsers
import tests_access
import tests_browser
import tests_ear
import tests_layout
import tests_links
import tests_places
import tests_play
import tests_progress
import tests_workshop
from page import Failure, watch_signals
from playing import SIZES, Play, Site

PARTS = [
    tests_browser, tests_play, tests_places, tests_workshop, tests_links, tests_progress, tests_layout, tests_access,
    tests_ear]


# The number of processes per browser. Each runs its share of the tests.
SHARES = {"chromium": 2, "firefox": 1}


def chosen(browser, names, is_short):
    """The tests to run in a browser, each with a window size."""
    wanted = (os.environ.get("SIZES") or " ".join(SIZES)).split()
    found = []
    for number, test in enumerate(test for part in PARTS for test in part.TESTS):
        sizes = [size for size in test.sizes if size in wanted]
        if browser not in test.browsers or names and not any(name in test.name for name in names):
            continue
        # Firefox runs each test in one size, rotating through the sizes. With --short, Chromium does the same.
        if (browser == "firefox" or is_short) and len(sizes) > 1:
            sizes = [sizes[(number + list(SHARES).index(browser)) % len(sizes)]]
        found += [(test, size) for size in sizes]
    return found


def run(browser, test, size, site):
    """Runs a test on a new page; returns the reason why it failed, or None. Raises if the browser itself fails to
    open or close the page."""
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


def play(name, share, program, names, is_short, results):
    """Runs a share of the tests in a browser; puts the results into a queue, and None at the end."""
    watch_signals()
    browser = None

    def attempt(test, size):
        nonlocal browser
        try:
            if not browser:
                browser = browsers.start(name)
                browser.name = name
            return run(browser, test, size, site)
        except Exception:
            # After a browser has failed, its results say nothing about the page, so the next test gets a new browser.
            reason = traceback.format_exc()
            if browser:
                browser.close()
                browser = None
            return reason

    try:
        with tempfile.TemporaryDirectory() as folder:
            site = Site(program, pathlib.Path(folder))
            for test, size in chosen(name, names, is_short)[share::SHARES[name]]:
                before = time.monotonic()
                reason = attempt(test, size)
                # On a busy machine, a browser sometimes fails. A test counts as failed only if it fails again in one
                # of three repetitions. Otherwise it is reported as unsteady, with the reason.
                again = next(filter(None, (attempt(test, size) for _ in range(3))), None) if reason else None
                line = f"{name}, {size}: {test.name}"
                results.put((line, reason if again else None, time.monotonic() - before))
                if reason and not again:
                    results.put((f"unsteady: {line}", reason, None))
    except Exception:
        results.put((f"{name} itself", traceback.format_exc(), 0))
    finally:
        if browser:
            browser.close()
        results.put(None)


def main(program, names):
    watch_signals()
    is_short = names[:1] == ["--short"]
    names = names[1:] if is_short else names
    failed, unsteady, passed, begin = [], [], 0, time.monotonic()
    wanted = (os.environ.get("BROWSERS") or " ".join(browsers.BROWSERS)).split()
    # Several browsers run at the same time, each in its own process.
    context = multiprocessing.get_context("spawn")
    results, players = context.Queue(), []
    for name in browsers.usable(wanted):
        for share in range(SHARES[name]):
            players.append(context.Process(
                target=play, args=(name, share, program, names, is_short, results), daemon=True))
            players[-1].start()
    playing = len(players)
    while playing:
        try:
            result = results.get(timeout=5)
        except queue.Empty:
            if any(player.is_alive() for player in players):
                continue
            failed.append("a browser's process ended early")
            break
        if result is None:
            playing -= 1
            continue
        line, reason, seconds = result
        if seconds is None:
            unsteady.append(f"{line}\n    {reason}")
        elif reason:
            # Printed here and again at the end, because .ci/run shows the last lines of a log.
            failed.append(f"{line}\n    {reason}")
            print(f"FAILED  {line} ({seconds:.1f} s)\n    {reason}", flush=True)
        else:
            passed += 1
            print(f"passed  {line} ({seconds:.1f} s)", flush=True)
    for player in players:
        player.join(timeout=30)
    for line in unsteady:
        print(line)
    for line in failed:
        print(f"failed: {line}")
    print(f"Tests/Page: {passed} passed, {len(failed)} failed, in {time.monotonic() - begin:.0f} s")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
