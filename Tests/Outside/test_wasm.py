"""Builds the stages below the simulator as a WebAssembly module, and compares its answers with those of the program.

Both must draw, read, solve, grade and play levels alike.
"""

import os
import pathlib

import pytest

from programs import HERE, ROOT, run, tool

pytestmark = pytest.mark.wasm
FOLDER = ROOT / ".build/wasm"


@pytest.fixture(scope="module")
def module():
    """The module, built with the toolchain's own tools."""
    bin = pathlib.Path(os.path.realpath(tool("swiftc"))).parent
    for name in "wasm-ld", "clang", "../lib/swift/embedded/wasm32-unknown-none-wasm":
        if not (bin / name).exists():
            pytest.skip(f"this toolchain has no {name}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    run(HERE / "wasm/build", FOLDER / "answers.wasm", *sorted((HERE / "wasm/Exports").glob("*.swift")))
    return FOLDER / "answers.wasm"


def test_answers(program, module):
    run("node", HERE / "wasm/answers.mjs", module, program.path)


@pytest.mark.long
def test_built_twice(module, tmp_path):
    """The same bytes, built from scratch. (page/make --check does the same for the page's module.)"""
    again = FOLDER / "again.wasm"
    run(HERE / "wasm/build", "--parts", tmp_path, again, *sorted((HERE / "wasm/Exports").glob("*.swift")))
    assert again.read_bytes() == module.read_bytes()
