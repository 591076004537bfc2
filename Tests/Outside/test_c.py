"""Tests the C interface with programs in C: those of its article, and those in the folder c.

players plays rounds, states saves and restores them, forks forks beside threads that use the library, stop stops calls
that take minutes, and fuzz makes calls with anything.
"""

import re

import pytest

from programs import ARTICLE_OF_C, HERE, ROOT, block, compiled, run, tool

pytestmark = pytest.mark.compiler
FAMILIES = ["classic", "block", "flashlight", "6x6z2b3f1", "8x8z3b8f1", "1x12"]


def link(library):
    """The options to compile with the library in a folder."""
    return ["-I", ROOT / "Sources/ZombiesC", "-L", library, f"-Wl,-rpath,{library}", "-lZombiesC", "-lpthread"]


@pytest.fixture(scope="module")
def programs(c_library, tmp_path_factory):
    """Compiles the programs of the folder c, and returns their folder."""
    folder = tmp_path_factory.mktemp("programs")
    for name in "players", "states", "forks", "stop", "fuzz":
        compiled(HERE / f"c/{name}.c", folder / name, *link(c_library))
    return folder


def test_depends_only_on_the_systems_libraries(c_library):
    names = [line.split()[0] for line in run("ldd", c_library / "libZombiesC.so").output.splitlines()]
    allowed = r"(linux-vdso|libc|libm|libpthread|libdl|libstdc\+\+|libgcc_s)\.so.*|.*ld-linux.*"
    assert [name for name in names if not re.fullmatch(allowed, name)] == []


@pytest.mark.parametrize("standard", ["c99", "c11", "c++17"])
def test_header(c_library, tmp_path, standard):
    source = tmp_path / ("header.cpp" if "+" in standard else "header.c")
    source.write_text('#include "zombies.h"\n'
                      "int main(void) { return zombies_abi_version() != ZOMBIES_ABI_VERSION; }\n")
    run(compiled(source, tmp_path / "header", "-pedantic", *link(c_library), standard=standard,
                 compiler="c++" if "+" in standard else "cc"))


def test_article(c_library, tmp_path):
    """The program of the article and the pictures of its observations."""
    (tmp_path / "example.c").write_text(block(ARTICLE_OF_C, "example"))
    options = ["-pedantic", *link(c_library)]
    example = compiled(tmp_path / "example.c", tmp_path / "example", *options, standard="c99")
    assert run(example).output == block(ARTICLE_OF_C, "output")
    picture = compiled(HERE / "c/picture.c", tmp_path / "picture", *options, standard="c99")
    for words, name in [("S4/4Z/2F2/3#1/4P U 3", "dark"), ("S4/4Z/2F2/3#1/4P LLU 3", "lit"),
                        ("optimum 0", "optimum"), ("oracle 2", "oracle")]:
        assert run(picture, *words.split()).output == block(ARTICLE_OF_C, name), words


@pytest.mark.parametrize("hearing", [0, 2])
@pytest.mark.parametrize("family", FAMILIES)
def test_players(program, programs, tmp_path, family, hearing):
    """Plays edge and beeline over the interface, in slots and threads, and compares the rounds with the program's."""
    batch = ["--family", family, "--levels", "any", "--seed", "9", "--hearing-distance", hearing]
    settings = f"family={family} levels=any seed=9 hearing-distance={hearing} slots="
    for policy in "edge", "beeline":
        program("simulate", *batch, "--policy", policy, "--rounds", "1000", "--rounds-csv", tmp_path / "csv", "--quiet")
        expected = (tmp_path / "csv").read_text().splitlines()[1:]
        for slots in 1, 7, 256:
            for threads in 1, 7:
                found = run(programs / "players", settings + str(slots), policy, "1000", threads).output.splitlines()
                found.sort(key=lambda line: int(line.split(",")[0]))
                assert found == expected, f"{slots} slots, {threads} threads"
    # Moves of random have no counterpart in the program, which replays them instead.
    for line in run(programs / "players", settings + "7", "random", "4", "1").output.splitlines():
        _, _, _, level, outcome, _, path = line.split(",")
        replay = program("replay", level, "--moves", path).output
        assert outcome == "out-of-moves" or re.search(rf"^move.*; {outcome}", replay, re.MULTILINE), line


@pytest.mark.parametrize("settings", [
    "family=classic slots=64 levels=any hearing-distance=2", "family=8x8z3b8f1 slots=64 levels=any",
    "family=1x12 slots=5 levels=any", "family=6x6z2b3f1 slots=33 autoreset=same-step",
    "family=9x9z4b9f1 slots=8 levels=any hearing-distance=3"])
def test_states(programs, settings):
    """Saves and restores states at 100,000 moments."""
    run(programs / "states", settings, "100000")


def test_forks(programs):
    """Forks 3,000 times, for at most 30 seconds."""
    run(programs / "forks", "30", "3000")


def test_stop(programs):
    """Stopped calls end within 0.2 seconds."""
    run(programs / "stop")


def test_fuzz(programs, is_long, seed):
    run(programs / "fuzz", "5000000" if is_long else "100000", seed)


@pytest.mark.parametrize("words", [
    ["states", "family=6x6z2b3f1 slots=7 levels=any hearing-distance=2", "2000"],
    ["states", "family=9x9z4b9f1 slots=3 levels=any", "200"],
    ["players", "family=flashlight levels=any slots=7", "edge", "200", "2"]], ids=" ".join)
def test_memory(programs, words):
    """No leak and no wrong access under valgrind."""
    run(tool("valgrind"), "--quiet", "--leak-check=full", "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite", "--error-exitcode=1", programs / words[0], *words[1:])


@pytest.mark.long
@pytest.mark.sanitizer
def test_fuzz_with_address_sanitizer(tmp_path, seed):
    scratch = ROOT / ".build/c-asan"
    run("swift", "build", "-c", "release", "-Xswiftc", "-static-stdlib", "--sanitize=address", "--product", "ZombiesC",
        "--scratch-path", scratch, cwd=ROOT)
    fuzz = compiled(HERE / "c/fuzz.c", tmp_path / "fuzz", "-fsanitize=address", *link(scratch / "release"))
    # The calls that led to an allocation are not kept: there would be gigabytes of them.
    run("env", "ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=64", fuzz, "1000000", seed)
