"""The same game as a native program (Tests/Page/Native), with which the page's module is compared."""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


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
        "swift", "build", "-c", "release", "--product", "native", "--package-path", os.path.join(HERE, "Native"),
        "--scratch-path", os.path.join(ROOT, ".build/page-native")]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit("the native program cannot be built")
    folder = subprocess.check_output(command + ["--show-bin-path"], text=True).strip()
    return os.path.join(folder, "native")
