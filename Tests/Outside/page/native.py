#!/usr/bin/env python3
"""Builds the native program (Native) that plays the same game, to compare with the page's module.

Tests/Outside/page/native.py prints its path."""

import glob
import os
import runpy
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
NATIVE = os.path.join(HERE, "Native")
# The libraries in the page's module.
STAGES = ["Text", "Core", "Solver", "Generator", "Policies", "Grading", "Game", "Page"]


def page_module():
    """Unpacks the module in PageParts.swift, and returns its path."""
    make = runpy.run_path(os.path.join(HERE, "make"))
    with open(make["PARTS"], encoding="utf-8") as file:
        packed = make["read_back"](make["digits_in"](file.read()))
    path = os.path.join(ROOT, ".build/page-there.wasm")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(make["joined"](make["unpack"](packed)))
    return path


def build():
    """Links the native program with the objects of a release build, and returns its path."""
    command = ["swift", "build", "-c", "release", "--package-path", ROOT]
    if subprocess.run(command + ["--target", "ZombiesPage"], stdout=sys.stderr).returncode:
        sys.exit("the page's session cannot be built")
    folder = subprocess.check_output(command + ["--show-bin-path"], text=True).strip()
    objects = [file for stage in STAGES for file in glob.glob(os.path.join(folder, f"Zombies{stage}.build/*.o"))]
    program = os.path.join(folder, "page-native")
    command = ["swiftc", "-O", "-wmo", "-swift-version", "6", "-module-name", "native", "-o", program]
    command += ["-I", os.path.join(folder, "Modules")] + glob.glob(os.path.join(NATIVE, "*.swift")) + objects
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit("the native program cannot be built")
    return program


if __name__ == "__main__":
    print(build())
