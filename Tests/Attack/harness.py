"""Runs the program, reads folders, and counts failures."""

import collections
import concurrent.futures
import contextlib
import os
import random
import shutil
import signal
import stat
import subprocess
import threading
import time

MOST_SHOWN = 20

# The signals of a process that went wrong. Status 70 is a bug that the program has detected itself.
TRAPS = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE}

Result = collections.namedtuple("Result", "status out err seconds")


class Attack:
    """The program, the work folder and the seed, which all parts share."""

    def __init__(self, program, work, seed, short):
        self.work, self.seed, self.short = work, seed, short
        # A copy, so that a parallel build does not change the program.
        folder = os.path.join(work, "bin")
        os.mkdir(folder)
        self.program = os.path.join(folder, "zombies")
        shutil.copy2(program, self.program)
        self.environment = {
            "PATH": folder + ":" + os.environ.get("PATH", "/usr/bin:/bin"),
            "LC_ALL": "C", "HOME": work, "TMPDIR": work,
            # A backtrace would take seconds.
            "SWIFT_BACKTRACE": "enable=no",
        }
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        self._numbers = iter(range(1 << 62))
        self._lock = threading.Lock()

    def random(self, part, case):
        """The random numbers of a case."""
        return random.Random(f"{self.seed}/{part}/{case}")

    def count(self, whole, short):
        return short if self.short else whole

    def folder(self, files=None):
        """A new folder with files, given as names and bytes."""
        with self._lock:
            path = os.path.join(self.work, str(next(self._numbers)))
        os.mkdir(path)
        write(path, files or {})
        return path

    def made(self, lines, files=None):
        """The files that command lines make, after one another in a folder with files; all as names and bytes."""
        folder = self.folder(files)
        for words in lines:
            result = self.run(words, folder, timeout=120)
            assert result.status == 0, (words, result.err)
        return {name: file[2] for name, file in state(folder).items()}

    @contextlib.contextmanager
    def scratch(self, files=None):
        """A new folder with files, which is removed at the end."""
        path = self.folder(files)
        try:
            yield path
        finally:
            shutil.rmtree(path, onerror=make_removable)

    def run(self, words, folder, *, env=None, stdin=None, shell="", timeout=10):
        """Runs the program in a folder.

        With `shell`, a shell runs that text before it, such as 'ulimit -n 5;', or, if the text begins with '|', adds it
        after it, such as '| >out'. `stdin` is bytes or a file (default: none).
        """
        began = time.monotonic()
        process = self.start(words, folder, env=env, shell=shell,
            stdin=subprocess.PIPE if isinstance(stdin, bytes) else stdin)
        return self.finish(process, began, stdin if isinstance(stdin, bytes) else None, timeout)

    def finish(self, process, began, stdin=None, timeout=10):
        """Waits for a process that began at a time; its status is 124 if it takes too long."""
        try:
            out, err = process.communicate(stdin, timeout=timeout)
            status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            status = 124
        with _lock:
            _running.discard(process)
        return Result(status, out, err, time.monotonic() - began)

    def start(self, words, folder, *, env=None, stdin=None, shell="", pass_fds=(),
              stdout=subprocess.PIPE, stderr=subprocess.PIPE):
        """Starts the program in a folder."""
        environment = {**self.environment, **(env or {})}
        program = {"args": ["zombies", *words], "executable": self.program}
        if shell:
            before, _, behind = shell.partition("|")
            script = f'{before} exec zombies "$@" {behind}'
            program = {"args": ["bash", "-c", script, "zombies", *words]}
        process = subprocess.Popen(
            **program, cwd=folder, env=environment, pass_fds=pass_fds, stdout=stdout, stderr=stderr,
            stdin=subprocess.DEVNULL if stdin is None else stdin)
        with _lock:
            _running.add(process)
        return process

    def quietly(self, words, folder, **more):
        """Starts the program in a folder, without its output."""
        return self.start(words, folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)

    def each(self, report, count, case):
        """Calls case(number, random) for each number, a few at a time."""
        numbers = [n for n in range(count) if report.wants(n)]
        workers = 2 * (os.cpu_count() or 1)

        def one(number):
            case(number, self.random(report.part, number))

        pool = concurrent.futures.ThreadPoolExecutor(workers)
        try:
            for _ in pool.map(one, numbers):
                pass
        finally:
            pool.shutdown(cancel_futures=True)


class Report:
    """The cases that a part has tried, and its failures."""

    def __init__(self, part, seed, wanted):
        self.part, self.seed, self._wanted = part, seed, wanted
        self.tried = collections.Counter()
        self.falls = []
        self.notes = []
        self._lock = threading.Lock()

    def wants(self, case):
        return self._wanted is None or case in self._wanted

    @property
    def wants_all(self):
        return self._wanted is None

    def count(self, what, number=1):
        with self._lock:
            self.tried[what] += number

    def fall(self, case, kind, line, detail=""):
        """Records a failure: its kind, of which there should be few, and the command line that repeats it."""
        with self._lock:
            self.falls.append((case, kind, line, detail))

    def note(self, text):
        """Records something that is not a failure, but worth knowing."""
        with self._lock:
            self.notes.append(text)

    def print(self, seconds):
        tried = ", ".join(f"{number:,} {what}" for what, number in self.tried.items())
        print(f"== {self.part}: {tried}; {len(self.falls)} failed ({seconds:.0f} s)")
        kinds = collections.defaultdict(list)
        for case, kind, line, detail in self.falls:
            kinds[kind].append((len(line), line, case, detail))
        # The shortest command line of each kind, the most frequent kinds first.
        left = MOST_SHOWN
        for kind, falls in sorted(kinds.items(), key=lambda item: -len(item[1])):
            falls.sort(key=lambda fall: fall[0])
            print(f"  {len(falls):5d} × {kind}")
            for _, line, case, detail in falls[:1 if left > 0 else 0]:
                left -= 1
                print(f"          {line}")
                if detail:
                    print(f"          {detail}")
                print(f"          Tests/Attack/run --seed {self.seed} --only {self.part}/{case}")
        for text in sorted(self.notes)[:MOST_SHOWN]:
            print(f"  note: {text}")
        if len(self.notes) > MOST_SHOWN:
            print(f"  note: and {len(self.notes) - MOST_SHOWN:,} more")
        print(flush=True)


def parts(words, count, kind):
    """Command lines that write the parts of a batch, sweep or census as 1.KIND, 2.KIND and so on. If the kind is
    `tally`, their rounds are 1.csv, 2.csv and so on."""
    for part in range(1, count + 1):
        rounds = ["--rounds-csv", f"{part}.csv", "--squares-csv", "/dev/null"] if kind == "tally" else []
        yield [*words, "--shard", f"{part}/{count}", "-o", "/dev/null", "--tally", f"{part}.{kind}", *rounds]


# Running processes, which are killed if the attack is interrupted.
_running = set()
_lock = threading.Lock()


def end_all():
    with _lock:
        for process in _running:
            if process.poll() is None:
                process.kill()


def write(folder, files):
    """Writes files, given as names and bytes. A name may contain folders, and may be bytes."""
    for name, content in files.items():
        path = os.path.join(os.fsencode(folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


def make_removable(function, path, _):
    """Removes a file or folder without permissions, which some tests make."""
    os.chmod(os.path.dirname(path), 0o700)
    os.chmod(path, 0o700)
    function(path)


def state(folder):
    """The contents of a folder, by name: type, permissions, and bytes or target."""
    found = {}
    pending = [b""]
    while pending:
        inside = pending.pop()
        for entry in os.scandir(os.path.join(os.fsencode(folder), inside)):
            name = os.path.join(inside, entry.name)
            status = entry.stat(follow_symlinks=False)
            kind, content = stat.S_IFMT(status.st_mode), b""
            if stat.S_ISLNK(kind):
                content = os.readlink(entry.path)
            elif stat.S_ISDIR(kind):
                pending.append(name)
            elif stat.S_ISREG(kind):
                with open(entry.path, "rb") as file:
                    content = file.read()
            found[os.fsdecode(name)] = (kind, stat.S_IMODE(status.st_mode), content)
    return found


def content(files, name):
    """The bytes of a file in a state, or None if it does not exist."""
    return files[name][2] if name in files else None


def died_of(status):
    """The signal that killed a process, or None if it exited."""
    if status < 0:
        return signal.Signals(-status)
    return None


def trapped(status):
    return status == 70 or died_of(status) in TRAPS


def say_status(status):
    number = died_of(status)
    return number.name if number else f"status {status}"


def errors(result):
    """Whether the program has reported an error."""
    return any(line.startswith(b"Error: ") for line in result.err.split(b"\n"))


def control_characters(text):
    """The characters in a message that would control a terminal."""
    return [c for c in text.decode("utf-8", "replace") if c != "\n" and (c < " " or "\x7f" <= c < "\xa0")]


def quoted(word):
    """A word, quoted for bash."""
    word = os.fsencode(word)
    if word and all(c in b"%+,-./:=@_#" or chr(c).isalnum() and c < 128 for c in word) \
            and word[0] != ord("#"):
        return word.decode()
    if len(word) > 300 and len(set(word)) == 1:
        return f"\"$(head -c {len(word)} /dev/zero | tr '\\0' {quoted(word[:1])})\""
    if all(0x20 <= c < 0x7F for c in word):
        return "'" + word.decode().replace("'", "'\\''") + "'"
    return "$'" + "".join(
        chr(c) if 0x20 <= c < 0x7F and c not in b"'\\" else f"\\x{c:02x}" for c in word) + "'"


def line(words, *, env=None, shell="", then=""):
    """A command line for a shell."""
    before, _, behind = shell.partition("|")
    variables = [f"{name}={quoted(value)}" for name, value in (env or {}).items()]
    text = " ".join([*variables, "zombies", *map(quoted, words)])
    text = " ".join(part for part in (before, text, behind.strip(), then) if part)
    return f"({text})" if before else text
