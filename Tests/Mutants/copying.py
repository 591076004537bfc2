"""A copy of the package in which places have two forms, chosen by the environment variable ZOMBIES_MUTANT."""

import shutil
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# A variable that is initialized with a constant is read without a lock. All threads read the same value from the
# environment, so it does not matter which of them writes it.
SWITCH = """\
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

nonisolated(unsafe) public var chosenMutant = -1

@inlinable @inline(__always)
public func isMutant(_ number: Int) -> Bool {
  chosenMutant == number || chosenMutant < 0 && readMutant() == number
}

@inline(never)
public func readMutant() -> Int {
  chosenMutant = getenv("ZOMBIES_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
  return chosenMutant
}
"""


def write_copy(package, mutants):
    """Brings the copy of the package up to date; returns the lines of each mutant in its file."""
    ignored = shutil.ignore_patterns(".git", ".build", "__pycache__", "*.csv.part")
    by_file = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.path].append(mutant)
    places = {}
    if not package.exists():
        shutil.copytree(ROOT, package, ignore=ignored)
        (package / "Sources/ZombiesCore/Mutant.swift").write_text(SWITCH)
    for path in (ROOT / "Sources").rglob("*.swift"):
        path = path.relative_to(ROOT)
        text = path_text = (ROOT / path).read_bytes()
        inside = sorted(by_file.get(path, []), key=lambda one: one.begin)
        for mutant in reversed(inside):
            form = mutant.form.replace("SWITCH", f"isMutant({mutant.number})").encode()
            text = text[:mutant.begin] + form + text[mutant.end:]
        head = b"import ZombiesCore\n" if inside and "ZombiesCore" not in path.parts else b""
        # Forms with several lines move the mutants after them.
        moved = head.count(b"\n")
        for mutant in inside:
            form = mutant.form.encode()
            first = mutant.line + moved
            places[mutant] = range(first, first + form.count(b"\n") + 1)
            moved += form.count(b"\n") - path_text[mutant.begin:mutant.end].count(b"\n")
        if (package / path).read_bytes() != head + text:
            (package / path).write_bytes(head + text)
    return places
