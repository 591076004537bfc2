"""Games that are killed at random moments, and games on a disk that becomes full.

Everything that a game has shown as done must be there afterwards: each won level is in the progress, each round is a
complete row of the record, and each saved level is in the list of the workshop. A killed game must not leave anything
that stops the next game, nor a file that cannot be read.

On a full disk, the game must continue, and say once what is not saved. When there is space again, the next change must
save everything. If there is no space until the end, the status must be 74, and everything that was shown before must
be there.

In every second case, the full disk is a limit on the size of files (RLIMIT_FSIZE), which is set and lifted while the
game runs. In the other cases, it is a small tmpfs filled by a file next to the game's, or again the limit if no tmpfs
can be mounted.
"""

import os
import re
import resource
import select
import signal
import subprocess
import time

from harness import say_status

LEVELS = 16
CODES = [f"S{number}P" for number in range(1, LEVELS + 1)]
WORLDS = "; world: One\n; unlock: stars 0\n" + "".join(f"{code}\n" for code in CODES)
WORDS = ["play", "--worlds", "worlds", "--record", "r", "--progress", "p", "--players", "Ann"]
SIGNALS = [signal.SIGKILL] * 8 + [signal.SIGTERM, signal.SIGHUP]
HEADER = ("trial,round,policy,level,outcome,moves,path,seconds,first_move_seconds,undos,hints,life,"
          "catching_distance,chase,zombie_speed,hearing_distance")


def lines(random, first, count):
    """The lines of a player who wins some levels, and saves some others in the workshop."""
    typed = []
    for number in range(first, first + count):
        typed += ["worlds", "enter", f"play {number % LEVELS + 1}", f"left {number % LEVELS + 2}", "next"]
        if random.random() < 0.4:
            typed += ["workshop", f"paste {random.choice(CODES)[:-1]}P+lit", f"name Level {number}", "keep"]
    return typed


class Game:
    """A text game, which is sent line by line. The next line is sent after the answer to the last."""

    def __init__(self, attack, folder, ending=None):
        self.process = attack.start(WORDS, folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        self.ending, self.text, self.errors = ending, "", b""

    def type(self, typed):
        """Types lines until all are answered or the game has ended. Kills the game at the moment in `ending`."""
        for line in typed:
            before = len(self.text)
            try:
                self.process.stdin.write(line.encode() + b"\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                break
            while f"\n> {line}\n" not in self.text[max(0, before - 1):]:
                if not self.read():
                    return False
        return True

    def read(self):
        wait = 20 if self.ending is None else max(0, self.ending[0] - time.monotonic())
        if select.select([self.process.stdout], [], [], wait)[0]:
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            # A character that is split between reads is lost, which does not matter here.
            self.text += data.decode("utf-8", "replace")
            return bool(data)
        if self.ending is None:
            self.process.kill()
            self.text += "\n(no answer for 20 seconds)\n"
        else:
            self.process.send_signal(self.ending[1])
            self.ending = None
        return True

    def end(self):
        """Ends the input, waits for the end, and returns the status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        while self.read():
            pass
        self.errors = self.process.stderr.read()
        self.process.stdout.close()
        return self.process.wait()


def shown(text):
    """The levels that a game has shown as won, and as saved, in order."""
    won, kept, code, on_bench = [], [], None, None
    for line in text.split("\n"):
        if found := re.match(r"One, level (\d+)", line):
            code = CODES[int(found[1]) - 1]
        elif found := re.match(r"> paste (\S+)$", line):
            on_bench = found[1]
        elif line == "You won!":
            won.append(code)
        elif line.startswith("Saved. ") and on_bench:
            kept.append(on_bench)
    return won, kept


def read(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def judge(attack, folder, won, kept, fall):
    """Checks that everything that was shown is saved. `won` is in the order of the rounds, over all games."""
    progress, record, levels = (read(folder, name) for name in ("p", "r", "p.workshop"))
    for code in won:
        if f"\nlevel {code} open win" not in progress:
            fall("a level that was shown as won is not in the progress", code)
    for code in kept:
        if f"\n{code}\n" not in levels:
            fall("a level that was shown as saved is not in the list", code)
    rows = record.split("\n")
    if record and (rows[0] != HEADER or rows[-1] != ""):
        fall("the record does not consist of complete rows", repr(record[-80:]))
    cells = [row.split(",") for row in rows[1:-1]]
    wrong = [row for number, row in enumerate(cells)
             if len(row) != 16 or row[0] != str(number) or row[2:5:2] != ["Ann", "won"] or len(row[6]) != int(row[5])]
    if wrong:
        fall("a row of the record does not match the round", repr(wrong[0]))
    played = [row[3] for row in cells if len(row) == 16]
    # The record may also contain a round whose end was not shown.
    place = 0
    for code in won:
        if code not in played[place:]:
            fall("a round that was shown as won is not in the record", code)
            break
        place = played.index(code, place) + 1
    result = attack.run(["play", "--progress", "p", "--record", "r"], folder, stdin=b"workshop\nkept\nquit\n")
    if result.status != 0 or b"not saved" in result.out:
        fall(f"the next game ends with {say_status(result.status)}", repr(result.err[-200:]))
    left = sorted(set(os.listdir(folder)) - {"worlds", "p", "r", "p.workshop"})
    if left:
        fall("files are left over", ", ".join(left))


# Cases with a full disk have numbers below this one, and cases with kills have numbers from this one on.
FIRST_KILL = 1000


def run(attack, report):
    seconds = []
    for turn in range(3):
        with attack.scratch({"worlds": WORLDS.encode()}) as folder:
            began = time.monotonic()
            game = Game(attack, folder)
            game.type(lines(attack.random(report.part, "whole"), 0, LEVELS))
            if game.end() != 0:
                report.fall(turn, "an undisturbed game fails", " ".join(WORDS), game.text[-300:])
                return
            seconds.append(time.monotonic() - began)
    for number in range(attack.count(100, 10)):
        if report.wants(number):
            filled(attack, report, number)
    wanted, done, number = attack.count(200, 16), 0, FIRST_KILL
    # A kill may come too late. Further cases replace it.
    while done < wanted and number < FIRST_KILL + 10 * wanted:
        if report.wants(number):
            done += killed(attack, report, number, min(seconds))
        number += 1


def killed(attack, report, number, seconds):
    """Kills one to three games in the same folder, one after the other; returns how many were killed in time."""
    random = attack.random(report.part, number)

    def fall(kind, detail=""):
        report.fall(number, f"killed: {kind}", " ".join(WORDS), detail)

    with attack.scratch({"worlds": WORLDS.encode()}) as folder:
        won, kept, kills = [], [], 0
        for _ in range(random.choice([1, 1, 2, 3])):
            number_of_signal = random.choice(SIGNALS)
            game = Game(attack, folder, (time.monotonic() + seconds * random.random(), number_of_signal))
            game.type(lines(random, random.randrange(LEVELS), LEVELS))
            status = game.end()
            if status not in (0, -number_of_signal):
                fall(f"{say_status(status)}", repr(game.errors[-200:]))
            here = shown(game.text)
            won, kept = won + here[0], kept + here[1]
            report.count("games killed" if status else "kills that came too late")
            kills += status != 0
        report.count("levels shown as won", len(won))
        report.count("levels shown as saved", len(kept))
        judge(attack, folder, won, kept, fall)
        return kills


class Limit:
    """A limit on the size of files that is set while the game runs."""

    def __init__(self, folder):
        self.folder = folder

    def fill(self, random, game):
        sizes = [len(read(self.folder, name)) for name in ("p", "r", "p.workshop")]
        resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                         (random.choice([0, *sizes, random.randrange(max(sizes) + 100)]), resource.RLIM_INFINITY))

    def free(self, game):
        resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def remove(self):
        pass


class Disk:
    """A small tmpfs over the folder, filled by a file."""

    def __init__(self, folder):
        self.folder, self.ballast = folder, os.path.join(folder, "ballast")
        worlds = read(folder, "worlds")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "zombies-attack", folder], check=True,
                       stderr=subprocess.DEVNULL)
        with open(os.path.join(folder, "worlds"), "w", encoding="utf-8") as file:
            file.write(worlds)

    def fill(self, random, game):
        with open(self.ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
            # Sometimes some space is left.
            file.truncate(max(0, file.tell() - 4096 * random.choice([0, 0, 1, 2])))

    def free(self, game):
        os.remove(self.ballast)

    def remove(self):
        if os.path.exists(self.ballast):
            os.remove(self.ballast)
        subprocess.run(["umount", "-l", self.folder], check=False)


def filled(attack, report, number):
    """A game whose disk becomes full, and has space again in two of three cases."""
    random = attack.random(report.part, number)

    def fall(kind, detail=""):
        report.fall(number, f"full disk: {kind}", " ".join(WORDS), detail)

    with attack.scratch({"worlds": WORLDS.encode()}) as folder:
        disk = Limit(folder)
        if number % 2 and os.geteuid() == 0:
            try:
                disk = Disk(folder)
            except (OSError, subprocess.CalledProcessError):
                report.note("no tmpfs can be mounted; limits on the size of files replaced it")
        report.count("full tmpfs" if isinstance(disk, Disk) else "full by limit")
        try:
            game = Game(attack, folder)
            first, count = random.randrange(LEVELS), random.randrange(1, 6)
            game.type(lines(random, first, count))
            disk.fill(random, game)
            game.type(lines(random, first + count, random.randrange(2, 8)))
            frees = random.random() < 0.67
            if frees:
                disk.free(game)
                game.type(lines(random, first + count, 1))
            status = game.end()
            said = game.text.count(" is not saved: ")
            again = game.text.count(" is saved again.")
            won, kept = shown(game.text if frees else game.text.split(" is not saved: ")[0].rpartition("\n> ")[0])
            report.count("levels shown as won", len(won))
            report.count("reported as not saved", min(1, said))
            if "(no answer" in game.text or not game.text.rstrip().endswith("counted."):
                fall("the game did not go on to its end", repr(game.text[-300:]))
            for what in "Your progress", "The record of rounds", "The list of saved levels":
                # If there is space for one file but not for another, the message may appear once more.
                if game.text.count(f"{what} is not saved: ") > game.text.count(f"{what} is saved again.") + 1:
                    fall(f"'{what} is not saved' appears too often")
            if frees and (status != 0 or said != again):
                fall(f"{say_status(status)} after there was space again", repr(game.errors[-200:]))
            if not frees and said > again and (status != 74 or b"Error: cannot " not in game.errors):
                fall(f"{say_status(status)} without space until the end", repr(game.errors[-200:]))
            if not frees:
                disk.free(game) if isinstance(disk, Disk) else None
            judge(attack, folder, won, kept, fall)
        finally:
            disk.remove()
