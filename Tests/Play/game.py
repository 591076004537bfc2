"""A game in a pseudo-terminal of its own, and a model of what the terminal shows."""

import fcntl
import os
import re
import resource
import select
import signal
import struct
import termios
import time

import pyte

LIMIT = 300.0  # seconds for whatever is waited for: only for a game that hangs
STILL = 0.3  # seconds without output where the system does not tell more
DROPPED = 3.0  # seconds for which a game waits, with no key on the way, before one counts as dropped
KEYS = {
    "Up": b"\x1b[A", "Down": b"\x1b[B", "Right": b"\x1b[C", "Left": b"\x1b[D", "Return": b"\r",
    "Esc": b"\x1b", "Space": b" ", "Backspace": b"\x7f", "PageUp": b"\x1b[5~", "PageDown": b"\x1b[6~",
    "Ctrl-C": b"\x03", "Ctrl-D": b"\x04", "Ctrl-L": b"\x0c", "Ctrl-Z": b"\x1a", "Ctrl-\\": b"\x1c",
}
SIGNALLING = {b"\x03", b"\x1a", b"\x1c"}  # never read: the terminal turns them into signals


SQUARES = set("⬛⬜🟫🆘🚶🧟🚧🔦")


class Failure(Exception):
    """A step did not come about."""


class Model:
    """What a terminal shows, and the modes that it is in."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.main, self.other = self.new(), None
        self.pictures, self.looks, self.paste, self.tail = [], set(), False, b""

    def new(self):
        screen = pyte.Screen(self.columns, self.rows)
        return screen, pyte.ByteStream(screen)

    @property
    def screen(self):
        return (self.other or self.main)[0]

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        # The screen behind the game's keeps its lines, as it does in terminals that break them anew.
        if self.other:
            self.other[0].resize(rows, columns)

    def feed(self, data):
        """Takes what the terminal is sent; a control sequence that is not complete waits."""
        data = self.tail + data
        start = data.rfind(b"\x1b", max(0, len(data) - 16))
        complete = re.match(rb"\x1b(\[[0-?]*[ -/]*[@-~]|[^\[])", data[start:]) if start >= 0 else True
        data, self.tail = (data, b"") if complete else (data[:start], data[start:])
        for part in re.split(rb"(\x1b\[\?(?:1049|2004|2026)[hl])", data):
            if part == b"\x1b[?1049h":
                self.other = self.other or self.new()
            elif part == b"\x1b[?1049l":
                if self.other:
                    # Modes are the terminal's, not the screen's.
                    self.main[0].mode = set(self.other[0].mode)
                    self.main[0].cursor.hidden = self.other[0].cursor.hidden
                    self.main[0].cursor.attrs = self.other[0].cursor.attrs
                self.other = None
            elif part.startswith(b"\x1b[?2004"):
                self.paste = part.endswith(b"h")
            elif part == b"\x1b[?2026l":
                self.pictures.append(self.lines())
            elif not part.startswith(b"\x1b[?2026"):
                self.looks.update(re.findall(rb"\x1b\[([0-9;]+)m", part))
                # pyte would stop at the sign that asks for an emoji, which has no width.
                (self.other or self.main)[1].feed(part.replace(b"\xef\xb8\x8f", b""))

    def lines(self):
        """The rows that are not empty, numbered."""
        lines = []
        for number, text in enumerate(self.screen.display):
            if text.strip():
                lines.append(f"{number + 1:3}|{text.rstrip()}")
        if not self.screen.cursor.hidden:
            cursor = self.screen.cursor
            lines.append(f"   cursor on row {cursor.y + 1}, column {cursor.x + 1}")
        return lines

    def text(self):
        return "\n".join(row.rstrip() for row in self.screen.display)

    def state(self):
        """What is not as a shell expects it."""
        screen = self.main[0]
        wrong = []
        if self.other:
            wrong.append("the game's screen is still there")
        if self.screen.cursor.hidden:
            wrong.append("the cursor is hidden")
        if self.paste:
            wrong.append("pastes are marked")
        if pyte.modes.DECAWM not in screen.mode:
            wrong.append("lines do not wrap")
        if screen.cursor.attrs.fg != "default" or screen.cursor.attrs.bold or screen.cursor.attrs.reverse:
            wrong.append("a look is left on")
        return wrong

    def cells(self, rows, columns):
        """Whether the squares of a room stand where they should, three columns each."""
        screen, wrong, found = self.screen, [], []
        left = (self.columns - 3 * columns) // 2
        places = [left + 3 * column for column in range(columns)]
        for row in range(self.rows):
            squares = [x for x in range(self.columns) if screen.buffer[row][x].data[:1] in SQUARES]
            if squares == places:
                found.append(row)
            elif squares:
                wrong.append(f"row {row + 1} has squares in columns {[x + 1 for x in squares]}")
        if not found or found != list(range(found[0], found[0] + rows)):
            wrong.append(f"the room is in rows {[row + 1 for row in found]}")
        return wrong or [f"each of {rows} x {columns} squares is in its columns, from column {left + 1}"]


class Run:
    """A game in a terminal of its own, started as a shell starts it."""

    def __init__(self, program, words, variables, folder, columns, rows, ignored, limit):
        self.model = Model(columns, rows)
        self.model.feed(b"$ zombies\r\n")
        self.received, self.last, self.closed = 0, time.monotonic(), False
        self.elsewhere = 0  # the bytes that the game has written to files
        self.master, slave = os.openpty()
        self.set_size(columns, rows)
        self.before = termios.tcgetattr(self.master)
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        if os.fork() == 0:
            try:
                # While anybody has it, the terminal is not closed.
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
        """What the shell says of the game, in a line."""
        line = b""
        while not line.endswith(b"\n"):
            byte = os.read(self.answers, 1)
            if not byte:
                raise Failure("the shell is gone")
            line += byte
        return line.decode().strip()

    # What comes from the game.

    def read(self, seconds=0.0):
        """Reads what comes within some seconds; whether anything did."""
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
        self.received += len(data)
        self.last = time.monotonic()
        self.model.feed(data)
        return True

    def wait(self, condition, what):
        """Reads until a condition holds."""
        limit = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > limit:
                raise Failure(f"{what} did not come about; the screen is\n" + "\n".join(self.model.lines()))
            self.read(0.004)

    # What the system says of the game.

    def proc(self, name):
        try:
            with open(f"/proc/{self.process}/{name}") as file:
                return file.read()
        except OSError:
            return ""

    def count(self, name):
        """The bytes that the game has read or written; None where the system does not tell."""
        found = re.search(rf"^{name}: (\d+)", self.proc("io"), re.MULTILINE)
        return int(found[1]) if found else None

    def waits(self):
        """Whether the game waits for keys and nothing else; None where the system does not tell."""
        call = self.proc("syscall").split()
        if re.search(r"^(Sig|Shd)Pnd:\s*0*[1-9a-f]", self.proc("status"), re.MULTILINE):
            return False
        if not call:
            return None
        if call[0] in ("0", "63"):  # read, of a game by words
            return call[1] == "0x0"
        if call[0] not in ("7", "73", "271") or call[3] == "0x0":
            return False
        # A short wait is for the next picture of a chase.
        return int(call[3], 16) == 250 if call[0] == "7" else None

    def queued(self):
        """Whether keys are on their way to the game."""
        try:
            terminal = os.open(f"/proc/{self.process}/fd/0", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return False
        try:
            return struct.unpack("i", fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4))[0] > 0
        finally:
            os.close(terminal)

    def over(self):
        """Whether the shell has something to say: the game is over, or suspended."""
        return bool(select.select([self.answers], [], [], 0)[0])

    def settle(self):
        """Waits until the game has nothing more to do, and everything that it wrote is here."""
        still = 0

        def settled():
            nonlocal still
            if self.over():
                return True
            waits = self.waits()
            if waits is False:
                still = 0
                return False
            quiet = time.monotonic() - self.last
            written = self.count("wchar")
            if waits is None or written is None:
                return quiet > STILL
            if written - self.received > self.elsewhere:
                # What does not come to the terminal has gone to a file.
                if quiet > STILL:
                    self.elsewhere = written - self.received
                return False
            # Seen twice, with a look for output in between.
            still += 1
            return still > 2 and not self.model.tail

        self.wait(settled, "a screen that is still")
        while self.read(0.0):
            pass

    # What somebody does.

    def send(self, data):
        """Sends bytes, all of them."""
        place = 0
        while place < len(data):
            if select.select([], [self.master], [], 0.01)[1]:
                place += os.write(self.master, data[place:place + 1024])
            self.read()

    def press(self, data):
        """Sends bytes, and waits until they have been read and dealt with."""
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
            # What was dropped is never read: the game waits, though no key is left for it.
            if self.waits() is not True or self.queued():
                busy = time.monotonic()
            return time.monotonic() - busy > DROPPED

        self.wait(taken, "that a key is read")
        self.settle()

    def draws(self, act):
        """Does something that lets everything be drawn again, and waits for that."""
        count = len(self.model.pictures)
        act()
        self.wait(lambda: len(self.model.pictures) > count or self.over(), "a picture")
        self.settle()

    def close(self):
        os.close(self.master)
        self.closed = True

    def terminal(self):
        """How the terminal is, compared to how it was before the game."""
        wrong = self.model.state()
        if not self.closed and termios.tcgetattr(self.master) != self.before:
            wrong.append("its settings have changed")
        return "the terminal is as it was" if not wrong else "; ".join(wrong)

    def finish(self):
        """Waits for the end, and says how it was."""
        if self.ended is None:
            self.wait(self.over, "the end")
            self.ended = self.answer()
            # The shell ends too: what comes last is the end of the terminal.
            while not self.closed and self.read(LIMIT):
                pass
        return self.ended

    def kill(self):
        if self.ended is None:
            try:
                os.kill(self.process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.close(self.orders)
        os.close(self.answers)
        if not self.closed:
            os.close(self.master)


def shell(program, words, variables, folder, slave, orders, answers, ignored, limit):
    """The leader of the terminal's session: starts the game in the foreground, and tells of it."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in [signal.SIGTTOU, signal.SIGTTIN, signal.SIGINT, signal.SIGCONT]:
        signal.signal(number, signal.SIG_IGN)
    game = os.fork()
    if game == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(slave, os.getpid())
        for number in range(1, signal.NSIG):
            try:
                signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
            except (OSError, ValueError):
                pass
        os.chdir(folder)
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        for file in range(3):
            os.dup2(slave, file)
        os.closerange(3, 64)
        os.execve(program, ["zombies"] + words, variables)
    # A shell passes on that the terminal is closed, which the game may have noticed by itself.
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
            if not os.read(orders, 1):
                os._exit(0)
            os.tcsetpgrp(slave, game)
            os.killpg(game, signal.SIGCONT)
        elif os.WIFSIGNALED(status):
            os.write(answers, f"died of {signal.Signals(os.WTERMSIG(status)).name}\n".encode())
            os._exit(0)
        else:
            os.write(answers, f"exit {os.WEXITSTATUS(status)}\n".encode())
            os._exit(0)
