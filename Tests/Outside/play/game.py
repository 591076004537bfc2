"""Runs a game in its own pseudo-terminal, with a model of what the terminal shows."""

import fcntl
import os
import re
import resource
import select
import signal
import struct
import termios
import time

from screen import Screen

LIMIT = 60.0  # the most seconds to wait for a game that does not compute, and of a processor for one that does
STILL = 0.3  # the seconds without output to wait for if the system does not report more
MARK = b"\x1b[?7777h"  # a control sequence without an effect, which the driver sends to the terminal itself
DROPPED = 3.0  # the seconds that a game waits, with no key left to read, before a key counts as dropped
KEYS = {
    "Up": b"\x1b[A", "Down": b"\x1b[B", "Right": b"\x1b[C", "Left": b"\x1b[D", "Return": b"\r",
    "Esc": b"\x1b", "Space": b" ", "Backspace": b"\x7f", "PageUp": b"\x1b[5~", "PageDown": b"\x1b[6~",
    "Ctrl-C": b"\x03", "Ctrl-D": b"\x04", "Ctrl-L": b"\x0c", "Ctrl-Z": b"\x1a", "Ctrl-\\": b"\x1c",
}
SIGNALLING = {b"\x03", b"\x1a", b"\x1c"}  # the game never reads these: the terminal turns them into signals


SQUARES = set("⬛⬜🟫🆘🚶🧟🚧🔦")


class Failure(Exception):
    """A step failed."""


class Model:
    """What a terminal shows, and its modes."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.main, self.other = self.new(), None
        self.pictures, self.paste, self.tail = [], False, b""
        self.marks = 0  # how many marks have arrived

    def new(self):
        return Screen(self.columns, self.rows)

    @property
    def screen(self):
        return self.other or self.main

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        # The screen behind the game's screen keeps its lines, as in terminals that wrap lines again.
        if self.other:
            self.other.resize(columns, rows)

    def feed(self, data):
        """Processes bytes sent to the terminal. An incomplete control sequence waits for the rest."""
        data = self.tail + data
        start = data.rfind(b"\x1b", max(0, len(data) - 16))
        complete = re.match(rb"\x1b(\[[0-?]*[ -/]*[@-~]|[^\[])", data[start:]) if start >= 0 else True
        data, self.tail = (data, b"") if complete else (data[:start], data[start:])
        for part in re.split(rb"(\x1b\[\?(?:1049|2004|2026|7777)[hl])", data):
            if part == b"\x1b[?1049h":
                self.other = self.other or self.new()
            elif part == b"\x1b[?1049l":
                if self.other:
                    # Modes are the terminal's, not the screen's.
                    for mode in ("wraps", "is_hidden", "look"):
                        setattr(self.main, mode, getattr(self.other, mode))
                self.other = None
            elif part == MARK:
                self.marks += 1
            elif part.startswith(b"\x1b[?2004"):
                self.paste = part.endswith(b"h")
            elif part == b"\x1b[?2026l":
                self.pictures.append(self.lines())
            elif not part.startswith(b"\x1b[?2026"):
                # The variation selector for emoji has no width.
                self.screen.feed(part.replace(b"\xef\xb8\x8f", b""))

    def lines(self):
        """The rows that are not empty, with numbers, and the cursor if it is visible."""
        lines = []
        for number, text in enumerate(self.screen.lines()):
            if text:
                lines.append(f"{number + 1:3}|{text}")
        if not self.screen.is_hidden:
            lines.append(f"   cursor on row {self.screen.y + 1}, column {self.screen.x + 1}")
        return lines

    def text(self):
        return "\n".join(self.screen.lines())

    def state(self):
        """Everything in the terminal's state that a shell does not expect."""
        wrong = []
        if self.other:
            wrong.append("the game's screen is still there")
        if self.screen.is_hidden:
            wrong.append("the cursor is hidden")
        if self.paste:
            wrong.append("pastes are marked")
        if not self.main.wraps:
            wrong.append("lines do not wrap")
        if self.main.look:
            wrong.append("a look is left on")
        return wrong

    def cells(self, rows, columns):
        """Checks that the squares of a room are in the right columns, three for each square."""
        screen, wrong, found = self.screen, [], []
        left = (self.columns - 3 * columns) // 2
        places = [left + 3 * column for column in range(columns)]
        for row in range(self.rows):
            squares = [x for x in range(self.columns) if screen.cells[row][x][:1] in SQUARES]
            if squares == places:
                found.append(row)
            elif squares:
                wrong.append(f"row {row + 1} has squares in columns {[x + 1 for x in squares]}")
        if not found or found != list(range(found[0], found[0] + rows)):
            wrong.append(f"the room is in rows {[row + 1 for row in found]}")
        return wrong or [f"each of {rows} x {columns} squares is in its columns, from column {left + 1}"]


class Run:
    """A game in its own terminal, started like a shell starts it."""

    def __init__(self, program, words, variables, folder, columns, rows, ignored, limit):
        """With & as the last word, the game begins in the background."""
        self.model = Model(columns, rows)
        self.model.feed(b"$ zombies\r\n")
        self.last, self.closed = time.monotonic(), False
        self.master, slave = os.openpty()
        self.name = os.ttyname(slave)
        self.set_size(columns, rows)
        self.before = termios.tcgetattr(self.master)
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        self.shell = os.fork()
        if self.shell == 0:
            try:
                # As long as a process has it open, the terminal is not closed.
                os.close(self.master)
                shell(program, words, variables, folder, slave, orders, answers, ignored, limit)
            finally:
                os._exit(70)
        for file in [slave, orders, answers]:
            os.close(file)
        self.process = int(self.answer().split()[1])
        self.ended, self.suspended = None, False

    def set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def answer(self):
        """The next line in which the shell reports on the game."""
        line = b""
        while not line.endswith(b"\n"):
            byte = os.read(self.answers, 1)
            if not byte:
                raise Failure("the shell is gone")
            line += byte
        return line.decode().strip()

    # MARK: Output of the game

    def read(self, seconds=0.0):
        """Reads output that arrives within some seconds; returns whether there was any."""
        if self.closed:
            time.sleep(seconds)
            return False
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            return False
        self.last = time.monotonic()
        self.model.feed(data)
        return True

    def wait(self, condition, what):
        """Reads until a condition holds."""
        limit, first = time.monotonic() + LIMIT, self.spent()
        last = first
        while not condition():
            if time.monotonic() > limit:
                # On a busy machine, a game that computes may get a small part of a processor.
                now = self.spent()
                if now < last + LIMIT / 30 or now > first + LIMIT:
                    raise Failure(
                        f"{what} did not appear, and the game used {now - first:.0f} s of a processor; "
                        "the screen is\n" + "\n".join(self.model.lines()))
                limit, last = time.monotonic() + LIMIT, now
            self.read(0.004)

    # MARK: The system's view of the game

    def proc(self, name):
        try:
            with open(f"/proc/{self.process}/{name}") as file:
                return file.read()
        except OSError:
            return ""

    def spent(self):
        """The seconds of a processor that the game has used; 0 if the system does not report it."""
        fields = self.proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0

    def count(self, name):
        """The number of bytes that the game has read or written; None if the system does not report it."""
        found = re.search(rf"^{name}: (\d+)", self.proc("io"), re.MULTILINE)
        return int(found[1]) if found else None

    def waits(self):
        """Whether the game waits for keys and nothing else; None if the system does not report it."""
        call = self.proc("syscall").split()
        if re.search(r"^(Sig|Shd)Pnd:\s*0*[1-9a-f]", self.proc("status"), re.MULTILINE):
            return False
        if not call:
            return None
        if call[0] in ("0", "63"):  # read, in a text game
            return call[1] == "0x0"
        if call[0] not in ("7", "73", "271") or call[3] == "0x0":
            return False
        # A short wait is for the next picture of a chase.
        return int(call[3], 16) == 250 if call[0] == "7" else None

    def queued(self):
        """Whether there are keys that the game has not read."""
        try:
            terminal = os.open(f"/proc/{self.process}/fd/0", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return False
        try:
            return struct.unpack("i", fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4))[0] > 0
        finally:
            os.close(terminal)

    def over(self):
        """Whether the shell has a report: the game has ended or is suspended."""
        return bool(select.select([self.answers], [], [], 0)[0])

    def mark(self):
        """Sends a mark behind all output of the game, and reads until it arrives."""
        marks = self.model.marks
        terminal = os.open(self.name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            place = 0
            while place < len(MARK):
                try:
                    place += os.write(terminal, MARK[place:])
                except BlockingIOError:
                    self.read(0.004)
        finally:
            os.close(terminal)
        self.wait(lambda: self.model.marks > marks or self.over(), "a mark")

    def settle(self):
        """Waits until the game has nothing more to do, and all its output has been read."""

        def settled():
            if self.over():
                return True
            waits = self.waits()
            if waits is False:
                return False
            counts = self.count("rchar"), self.count("wchar")
            if waits is None or None in counts:
                return time.monotonic() - self.last > STILL
            # Output takes a while to arrive, any time on a busy machine, but arrives in order.
            self.mark()
            return self.waits() is True and (self.count("rchar"), self.count("wchar")) == counts

        self.wait(settled, "a screen that is still")
        while self.read(0.0):
            pass

    # MARK: Input

    def send(self, data):
        """Sends all bytes."""
        place = 0
        while place < len(data):
            if select.select([], [self.master], [], 0.01)[1]:
                place += os.write(self.master, data[place:place + 1024])
            self.read()

    def press(self, data):
        """Sends bytes, and waits until the game has read and processed them."""
        before, length = self.count("rchar"), len(data)
        if termios.tcgetattr(self.master)[3] & termios.ICANON:
            # The terminal keeps a line until it is complete.
            length = 1 if data[-1] in b"\r\n\x04" else 0
        self.send(data)
        if data in SIGNALLING:
            return
        busy = time.monotonic()

        def taken():
            nonlocal busy
            now = self.count("rchar")
            if self.over() or now is None or now >= before + length:
                return True
            # Dropped keys are never counted as read: the game waits although no key is left.
            if self.waits() is not True or self.queued():
                busy = time.monotonic()
            return time.monotonic() - busy > DROPPED

        self.wait(taken, "that a key is read")
        self.settle()

    def draws(self, act):
        """Does something that makes the game draw everything again, and waits until it has."""
        count = len(self.model.pictures)
        act()
        self.wait(lambda: len(self.model.pictures) > count or self.over(), "a picture")
        self.settle()

    def close(self):
        os.close(self.master)
        self.closed = True

    def terminal(self):
        """How the terminal differs from its state before the game."""
        wrong = self.model.state()
        if not self.closed and termios.tcgetattr(self.master) != self.before:
            wrong.append("its settings have changed")
        return "the terminal is as it was" if not wrong else "; ".join(wrong)

    def finish(self):
        """Waits for the end of the game, and returns how it ended."""
        if self.ended is None:
            self.wait(self.over, "the end")
            self.ended = self.answer()
            # The shell ends too, and then the terminal closes.
            while not self.closed and self.read(LIMIT):
                pass
        return self.ended

    def kill(self):
        """Ends the game, and waits for its shell."""
        if self.ended is None:
            try:
                os.kill(self.process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.close(self.orders)
        os.close(self.answers)
        if not self.closed:
            os.close(self.master)
        os.waitpid(self.shell, 0)


def shell(program, words, variables, folder, slave, orders, answers, ignored, limit):
    """The leader of the terminal's session. Starts the game, and reports on it."""
    own = termios.tcgetattr(slave)
    is_foreground = words[-1:] != ["&"]
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in [signal.SIGTTOU, signal.SIGTTIN, signal.SIGINT, signal.SIGCONT]:
        signal.signal(number, signal.SIG_IGN)
    game = os.fork()
    if game == 0:
        os.setpgid(0, 0)
        if is_foreground:
            os.tcsetpgrp(slave, os.getpid())
        for number in range(1, signal.NSIG):
            try:
                signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
            except (OSError, ValueError):
                pass
        os.chdir(folder)
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        # The game must neither write to its input nor read from its output.
        for file, mode in enumerate([os.O_RDONLY, os.O_WRONLY, os.O_WRONLY]):
            os.dup2(os.open(os.ttyname(slave), mode), file)
        os.closerange(3, 64)
        os.execve(program, ["zombies"] + (words if is_foreground else words[:-1]), variables)
    # When the terminal is closed, a shell tells the game, which may have noticed by itself.
    def pass_on(*_):
        try:
            os.killpg(game, signal.SIGHUP)
        except ProcessLookupError:
            pass

    signal.signal(signal.SIGHUP, pass_on)
    os.write(answers, f"process {game}\n".encode())
    while True:
        _, status = os.waitpid(game, os.WUNTRACED)
        if os.WIFSTOPPED(status):
            # The shell has the terminal again.
            os.tcsetpgrp(slave, os.getpid())
            name = signal.Signals(os.WSTOPSIG(status)).name
            os.write(answers, f"suspended by {name}\n".encode())
            order = os.read(orders, 1)
            if not order:
                os._exit(0)
            # As bash does, the shell has set the terminal as it needs it.
            termios.tcsetattr(slave, termios.TCSANOW, own)
            if order == b"f":
                os.tcsetpgrp(slave, game)
            os.killpg(game, signal.SIGCONT)
        elif os.WIFSIGNALED(status):
            os.write(answers, f"died of {signal.Signals(os.WTERMSIG(status)).name}\n".encode())
            os._exit(0)
        else:
            os.write(answers, f"exit {os.WEXITSTATUS(status)}\n".encode())
            os._exit(0)
