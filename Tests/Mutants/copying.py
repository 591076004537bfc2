"""A copy of the package in which places have two forms, chosen by the environment variable ZOMBIES_MUTANT."""

import subprocess
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


def write_copy(package, mutants, end_of_manifest=""):
    """Brings a copy of the package up to date; returns the lines of each mutant in its file.

    Files that stay the same are not written, so that they are not compiled again.
    """
    by_file = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.path].append(mutant)
    files = {Path("Sources/ZombiesText/Mutant.swift"): SWITCH.encode()}
    places = {}
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"], check=True,
        stdout=subprocess.PIPE, text=True).stdout
    for path in map(Path, listed.splitlines()):
        # A file that is deleted but not yet committed is listed too.
        if (ROOT / path).is_file():
            files[path] = (ROOT / path).read_bytes()
    for path, inside in by_file.items():
        inside.sort(key=lambda one: one.begin)
        text = old = files[path]
        for mutant in reversed(inside):
            form = mutant.form.replace("SWITCH", f"isMutant({mutant.number})").encode()
            text = text[:mutant.begin] + form + text[mutant.end:]
        head = b"" if "ZombiesText" in path.parts else b"import ZombiesText\n"
        files[path] = head + text
        # Forms with several lines move the mutants after them.
        moved = head.count(b"\n")
        for mutant in inside:
            form = mutant.form.encode()
            first = mutant.line + moved
            places[mutant] = range(first, first + form.count(b"\n") + 1)
            moved += form.count(b"\n") - old[mutant.begin:mutant.end].count(b"\n")
    files[Path("Package.swift")] += end_of_manifest.encode()
    for path in [one for one in package.rglob("*") if one.is_file()] if package.exists() else []:
        if path.relative_to(package) not in files:
            path.unlink()
    for path, text in files.items():
        copy = package / path
        if not copy.is_file() or copy.read_bytes() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text)
            copy.chmod((ROOT / path).stat().st_mode if (ROOT / path).exists() else 0o644)
    return places
