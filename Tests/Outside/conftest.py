"""The options of Tests/Outside/run, what all tests share, and which tests can run on this machine."""

import collections
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE / "page"), str(HERE / "pictures")]
pytest.register_assert_rewrite("programs", "reading")

import programs  # noqa: E402

# They use the installed package: test_python.py runs them.
collect_ignore = ["python"]

# What a test with a mark needs.
NEEDS = {
    "cluster": (("slurmctld", "slurmd", "munged", "sbatch", "parallel"), ()),
    "compiler": (("cc", "c++"), ()),
    "frictionless": ((), ("frictionless",)),
    "gymnasium": ((), ("gymnasium", "numpy")),
    "pandas": ((), ("pandas", "scipy")),
    "sanitizer": (("swift",), ()),
    "storm": ((), ("stormpy",)),
    "strace": (("strace",), ()),
    "swift": (("swift",), ()),
    "wasm": (("node", "swift"), ()),
}


def pytest_addoption(parser):
    parser.addoption("--program", default=programs.ROOT / ".build/release/zombies", help="the program to test")
    parser.addoption("--native", help="the page's game as a native program, which Tests/Outside/page/native.py builds")
    parser.addoption("--library", help="the folder of a library for C of the same sources")
    parser.addoption("--installed", action="store_true", help="a test whose tool is missing fails")
    parser.addoption("--long", action="store_true", help="the longer forms too")
    parser.addoption("--seed", type=int, default=1, help="the seed of tests that choose at random (default: 1)")


def pytest_configure(config):
    programs.is_all_installed = config.getoption("--installed")
    sys.dont_write_bytecode = True


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_runtest_setup(item):
    for mark in item.iter_markers():
        tools, libraries = NEEDS.get(mark.name, ((), ()))
        for tool in tools:
            programs.tool(tool)
        for library in libraries:
            programs.library(library)


def pytest_terminal_summary(terminalreporter):
    """Counts the skipped tests by their reasons."""
    reasons = collections.Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", []))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"skipped: {count} test{'s' * (count > 1)}: {reason}")


@pytest.fixture(scope="session")
def is_long(request):
    """Whether the longer forms are wanted."""
    return request.config.getoption("--long")


@pytest.fixture(scope="session")
def seed(request):
    return request.config.getoption("--seed")


@pytest.fixture(scope="session")
def program(request, tmp_path_factory):
    """The program under test."""
    path = os.path.abspath(request.config.getoption("--program"))
    if not os.access(path, os.X_OK):
        pytest.exit(f"no program at {path}: build it with swift build -c release", 64)
    return programs.Program(path, tmp_path_factory.mktemp("program"))


@pytest.fixture(scope="session")
def native(request):
    """The page's game as a native program: the one of --native, or one built now."""
    path = request.config.getoption("--native")
    return path or programs.run(sys.executable, "-B", HERE / "page/native.py").output.strip()


@pytest.fixture(scope="session")
def c_library(request):
    """The folder of the library for C: that of --library, or one built now with the command of its article."""
    if path := request.config.getoption("--library"):
        return pathlib.Path(path)
    programs.tool("swift")
    programs.run("bash", "-euc", programs.block(programs.ARTICLE_OF_C, "build"), cwd=programs.ROOT)
    return programs.ROOT / ".build/c/release"


class Browsers:
    """The browsers of this process, which tests share."""

    def __init__(self):
        self.running = {}

    def get(self, name):
        """A browser, which is started if it is not running."""
        import browsers
        if name not in self.running:
            reason = browsers.available()[name]
            programs.need(reason is None, reason)
            self.running[name] = browsers.start(name)
        return self.running[name]

    def end(self, name):
        """Ends a browser. After a failure, it says nothing about the page, so the next test gets a new one."""
        if name in self.running:
            self.running.pop(name).close()


@pytest.fixture(scope="session")
def all_browsers():
    found = Browsers()
    yield found
    for name in list(found.running):
        found.end(name)


@pytest.fixture
def browser(request, all_browsers, browser_name):
    """The browser that the test names."""
    yield all_browsers.get(browser_name)
    if request.node.is_failed:
        all_browsers.end(browser_name)


@pytest.fixture(scope="session")
def site(program, tmp_path_factory):
    """Pages that the program writes."""
    import playing
    return playing.Site(program.path, tmp_path_factory.mktemp("site"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.is_failed = getattr(item, "is_failed", False) or report.failed
    return report
