"""Makes another package from the README's examples of the library, and runs its tests and its program.

The package lies next to a copy of this package that has another name, so the path in its manifest is changed, as the
README says. Its program is the README's player, followed by dependent/main.swift.
"""

import pytest

from programs import HERE, ROOT, block, run

# The names of targets are unique among all packages of a build, and the package has a target with our program's name.
TARGETS = """  targets: [
    .target(name: "zombies"),
    .executableTarget(
      name: "Players", dependencies: ["zombies", .product(name: "ZombiesKit", package: "zombies")]),"""


@pytest.mark.swift
def test_another_package(tmp_path):
    def part(name):
        return block("README.md", f"another package: {name}")

    def write(name, text):
        path = tmp_path / "MyGame" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    (tmp_path / "toolkit").mkdir()
    run("bash", "-c", f"git ls-files -z | tar --null -T - -c | tar -C '{tmp_path}/toolkit' -x", cwd=ROOT)
    manifest = part("manifest").replace('"../zombies"', '"../toolkit"')
    assert '"../toolkit"' in manifest
    write("Package.swift", manifest)
    write("Tests/LevelTests/LevelTests.swift", part("tests"))
    run("swift", "test", cwd=tmp_path / "MyGame")

    write("Package.swift", manifest.replace("  targets: [", TARGETS, 1))
    write("Sources/zombies/Name.swift", 'let name = "zombies"\n')
    write("Sources/Players/main.swift", part("player") + (HERE / "dependent/main.swift").read_text())
    run("swift", "build", "--product", "Players", cwd=tmp_path / "MyGame")
    # A debug build, because the tests have already built its library.
    printed = run("swift", "run", "--skip-build", "Players", "5000", cwd=tmp_path / "MyGame").output
    print(printed)
    assert printed.startswith(part("output"))
