"""Runs the tests of the pictures: checks.py [--short] PROGRAM [NAME ...]. See Tests/Pictures/run."""

import concurrent.futures
import multiprocessing
import os
import queue
import shutil
import sys
import tempfile
import time
import traceback

import drawn
import checks_colors
import checks_layout
import checks_markup
from viewing import Failure, NotSupported, Viewer, browsers, watch_signals

TESTS = [*checks_markup.TESTS, *checks_layout.TESTS, *checks_colors.TESTS]

# The tools that some tests need in addition to a browser.
NEEDS = {"xml": "xmllint", "breaks": "pdftotext"}


def chosen(names, is_short):
    """The pairs of a picture and a test whose names contain all of `names`; a name can be several texts separated
    by |. If `is_short`, a quarter of them."""
    return [(picture, test) for row, picture in enumerate(drawn.PICTURES) for column, test in enumerate(TESTS)
            if not is_short or (row + column) % 4 == 0
            if not names or all(any(part in f"{picture.name}: {test.__name__}" for part in name.split("|"))
                             for name in names)]


def result(view, picture, test):
    """Runs a test; returns passed, failed, skipped or none, and a note."""
    if picture.skipped:
        return "skipped", picture.skipped
    need = NEEDS.get(test.__name__)
    if need and not shutil.which(need):
        return "skipped", f"no {need}"
    try:
        return "passed", test(view, picture)
    except NotSupported as reason:
        # The test does not apply to this picture or browser.
        return "none", str(reason)
    except Failure as failure:
        return "failed", str(failure)
    except Exception:
        return "failed", traceback.format_exc()


def watch(name, share, shares, work, results):
    """Runs a share of the tests in a browser; puts the results into a queue, and None at the end."""
    watch_signals()
    try:
        view = Viewer(name)
        try:
            for picture, test in work[share::shares]:
                before = time.monotonic()
                outcome, note = result(view, picture, test)
                line = f"{name}: {picture.name}: {test.__name__}"
                results.put((outcome, line, note, time.monotonic() - before))
        finally:
            view.close()
    except Exception:
        results.put(("failed", f"{name} itself", traceback.format_exc(), 0))
    finally:
        results.put(None)


def make(program, folder, pictures):
    """Makes the pictures; returns the names and errors of those that could not be made."""
    maker, failed = drawn.Maker(program, folder), []

    def one(picture):
        try:
            maker.make(picture)
        except Exception as error:
            picture.skipped = "it could not be made"
            failed.append((picture.name, error))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(one, pictures))
    return failed


def main(program, names, is_short):
    watch_signals()
    begin = time.monotonic()
    count = {"passed": 0, "failed": 0, "skipped": 0, "none": 0}
    failed, reasons = [], {}
    wanted = (os.environ.get("BROWSERS") or " ".join(browsers.BROWSERS)).split()
    work = chosen(names, is_short)

    def tell(outcome, line, note, seconds=0.0):
        count[outcome] += 1
        if outcome == "failed":
            failed.append(line)
            print(f"FAILED  {line} ({seconds:.1f} s)\n    {note}", flush=True)
        elif outcome == "skipped":
            reasons[note] = reasons.get(note, 0) + 1
        elif outcome == "passed":
            print(f"passed  {line}{f': {note}' if note else ''} ({seconds:.1f} s)", flush=True)

    with tempfile.TemporaryDirectory(prefix="zombies-pictures-") as folder:
        pictures = [picture for picture in drawn.PICTURES if any(picture is one for one, _ in work)]
        for name, error in make(program, folder, pictures):
            tell("failed", f"{name} is made", error)
        context = multiprocessing.get_context("spawn")
        results, watchers = context.Queue(), []
        for name, reason in browsers.available().items():
            if name not in wanted:
                continue
            if reason:
                tell("skipped", f"all of {name}", reason)
                continue
            watchers.append(context.Process(target=watch, args=(name, 0, 1, work, results), daemon=True))
            watchers[-1].start()
        running = len(watchers)
        while running:
            try:
                told = results.get(timeout=5)
            except queue.Empty:
                if any(one.is_alive() for one in watchers):
                    continue
                tell("failed", "a browser's process ended early", "")
                break
            if told is None:
                running -= 1
            else:
                tell(*told)
    for line in failed:
        print(f"failed: {line}")
    why = "; ".join(f"{number} because {reason}" for reason, number in reasons.items())
    print(f"Tests/Pictures: {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"
          f"{f' ({why})' if why else ''}, in {time.monotonic() - begin:.0f} s")
    return 1 if failed or not count["passed"] else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    is_short = words[0] == "--short"
    sys.exit(main(words[is_short], words[is_short + 1:], is_short))
