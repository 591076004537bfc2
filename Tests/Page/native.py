"""The same game as a native program (Tests/Page/Native), with which the page's module is compared."""

import os
import runpy
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def zombies():
    """Builds the program that writes the page, and returns its path. PROGRAM=FILE takes another."""
    if os.environ.get("PROGRAM"):
        return os.environ["PROGRAM"]
    command = ["swift", "build", "-c", "release", "--product", "zombies", "--package-path", ROOT]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit("zombies cannot be built")
    folder = subprocess.check_output(command + ["--show-bin-path"], text=True).strip()
    return os.path.join(folder, "zombies")


def page_module():
    """Unpacks the module that stands in PageModule.swift, and returns its path."""
    make = runpy.run_path(os.path.join(HERE, "make"))
    packed = make["packed_in"](os.path.join(make["FOLDER"], "PageModule.swift"))
    path = os.path.join(ROOT, ".build/page-there.wasm")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(make["unpack"](packed))
    return path


def deciding_module():
    """Builds what is timed (Native/Sources/native/Deciding.swift) as a module, and returns its path."""
    folder = os.path.join(ROOT, ".build/wasm")
    path = os.path.join(folder, "deciding.wasm")
    sources = ["Tests/WebAssembly/Exports/Host.swift", "Tests/Page/Native/Sources/native/Deciding.swift"]
    command = [os.path.join(ROOT, "Tests/WebAssembly/build"), path]
    os.makedirs(folder, exist_ok=True)
    subprocess.run(
        command + [os.path.join(ROOT, source) for source in sources], check=True, stdout=sys.stderr)
    return path


def missing():
    """Why the two cannot be compared here; None if they can."""
    if not shutil.which("node"):
        return "no node, which runs WebAssembly"
    return None if shutil.which("swift") else "no swift, which builds the native program"


def build():
    """Builds the program, and returns its path. NATIVE=FILE takes one that is built already."""
    if os.environ.get("NATIVE"):
        return os.environ["NATIVE"]
    command = [
        "swift", "build", "-c", "release", "--product", "native",
        "--package-path", os.path.join(HERE, "Native"),
        "--scratch-path", os.path.join(ROOT, ".build/page-native")]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit("the native program cannot be built")
    folder = subprocess.check_output(command + ["--show-bin-path"], text=True).strip()
    return os.path.join(folder, "native")
