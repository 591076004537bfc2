"""Compares what the program prints and writes with what was recorded, by the script hashes."""

from programs import HERE, run


def test_hashes(program):
    run(HERE / "hashes", program.path)
