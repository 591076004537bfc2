"""Runs the tests of the tables: tests.py PROGRAM [NAME ...]. See Tests/Tables/run."""

import concurrent.futures
import os
import sys
import tempfile
import time
import traceback

import tests_census
import tests_levels
import tests_plays
import tests_schemas
from program import Failure, Program, Skipped

PARTS = [tests_schemas, tests_levels, tests_census, tests_plays]


def run(name, body, program):
    """Runs a test in a folder of its own; returns its name, its result and a note."""
    begin = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(dir=program.folder) as folder:
            note = body(folder)
        return name, "passed", f"{note or ''} ({time.monotonic() - begin:.1f} s)".strip()
    except Skipped as reason:
        return name, "skipped", str(reason)
    except Failure as failure:
        return name, "FAILED", str(failure)
    except Exception:
        return name, "FAILED", traceback.format_exc()


def main(path, names):
    counts, reasons, failed = {"passed": 0, "FAILED": 0, "skipped": 0}, [], []
    with tempfile.TemporaryDirectory(prefix="zombies-tables.") as folder:
        program = Program(path, folder)
        tests = [(f"{part.__name__.removeprefix('tests_')}: {name}", body)
                 for part in PARTS for name, body in part.tests(program)]
        tests = [test for test in tests if not names or any(name in test[0] for name in names)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, result, note in pool.map(lambda test: run(*test, program), tests):
                counts[result] += 1
                print(f"{result}: {name}" + (f": {note}" if note else ""), flush=True)
                if result == "skipped" and note not in reasons:
                    reasons.append(note)
                if result == "FAILED":
                    failed.append(name)
    for name in failed:
        print(f"failed: {name}")
    print(f"{counts['passed']} passed, {counts['FAILED']} failed, {counts['skipped']} skipped"
          + (f" ({'; '.join(reasons)})" if reasons else ""))
    return 1 if failed or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
