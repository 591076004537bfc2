"""Short reads: every input through a pipe, byte by byte or in random pieces, sometimes with a pause.

The output and the status must be the same as with a file. A piece is written only after the program has read the one
before, so that its reads are short. Rounds to merge are read twice, so they must be files, and the status is 66
otherwise. ShortReadTests does this byte by byte on standard input; only here, inputs are named pipes and descriptors,
and the pieces have all lengths.
"""

import array
import fcntl
import os
import re
import termios
import time

from harness import content, line, parts, quoted, say_status, state, trapped

BATCH = ["simulate", "--family", "block", "--policy", "edge,random", "--rounds", "30"]
PICTURES = "🆘⬜️⬜️\n⬜️🧟⬜️\n⬜️⬜️🚶‍♂️\n\n; a comment\nS..\r\n.#.\r\n..P\r\n; lit\r\n\n".encode()
BAD = b"S4/5/Z1#2/2F2/4P\nS4/5/Z1#2/2F2/4Q\n"

# By name: the arguments, and the file that comes through the pipe as the last argument.
READERS = {
    "solve": (["solve", "--format", "csv", "--input"], "levels"),
    "solve --difficulty": (["solve", "--difficulty", "--input"], "levels"),
    "solve with a certificate": (["solve", "--certificate", "x", "--input"], "levels"),
    "solve, pictures": (["solve", "--input"], "pictures"),
    "solve, a bad level": (["solve", "--input"], "bad"),
    "solve, nothing": (["solve", "--input"], "empty"),
    "solve, a byte-order mark": (["solve", "--input"], "marked"),
    "solve, a long line": (["solve", "--format", "csv", "--input"], "long"),
    "verify": (["verify", "--input"], "levels"),
    "verify, pictures": (["verify", "--input"], "pictures"),
    "simulate": (["simulate", "--rounds", "50", "--policy", "edge", "--rounds-csv", "x", "--input"], "levels"),
    "compare": (["compare", "edge", "random", "--rounds", "200", "--input"], "levels"),
    "check": (["check"], "proof"),
    "check, cut off": (["check"], "half a proof"),
    "merge of a tally": (["merge", "--partial"], "1.tally"),
    "merge of two tallies": (["merge", "2.tally"], "1.tally"),
    "merge of a tally, cut off": (["merge", "--partial"], "half a tally"),
    "merge of a census": (["merge", "2.census"], "1.census"),
    "merge of rounds": (["merge", "2.csv"], "1.csv"),
    "merge of rounds beside tallies": (["merge", "1.csv", "2.csv", "2.tally", "--rounds-csv", "x"], "1.tally"),
    "merge of nothing": (["merge", "--partial"], "empty"),
}
WAYS = ["-", "/dev/stdin", "/dev/fd/3", "a named pipe"]


def prepare(attack):
    files = attack.made([
        ["generate", "--family", "6x6z2b3f1", "--levels", "any", "--count", "12", "--format", "code", "-o", "levels"],
        ["solve", "S3/1F2/3Z/P3", "S#/#P", "--certificate", "proof", "-o", "/dev/null"],
        *parts(BATCH, 2, "tally"), *parts(["census", "--family", "3x3z1"], 2, "census"),
    ])
    return {
        **files, "pictures": PICTURES * 3, "bad": BAD, "empty": b"", "marked": b"\xef\xbb\xbf" + BAD[:17],
        "long": b"/".join([b"S299"] + [b"300"] * 298 + [b"299P"]) + b"\n",
        "half a proof": files["proof"][:150], "half a tally": files["1.tally"][:200],
    }


def pieces(random, text):
    """The sizes of the pieces in which a text is written."""
    most = random.choice([1, 1, 2, 7, 60, 5000])
    sizes = []
    while sum(sizes) < len(text):
        sizes.append(random.randint(1, most))
    if random.random() < 0.3:
        # A few bytes, then the rest.
        sizes = [random.choice([1, 5, 13, 14, 15, 40]), len(text)]
    return sizes


def feed(random, descriptor, text, process):
    """Writes a text to the pipe, and waits until the program has read each piece."""
    count = array.array("i", [0])
    at = 0
    try:
        for size in pieces(random, text):
            os.write(descriptor, text[at:at + size])
            at += size
            deadline = time.monotonic() + 5
            while process.poll() is None and time.monotonic() < deadline:
                fcntl.ioctl(descriptor, termios.FIONREAD, count)
                if count[0] == 0:
                    break
            if random.random() < 0.002 or at == size and random.random() < 0.2:
                time.sleep(0.03)
            if process.poll() is not None:
                break
    except BrokenPipeError:
        # The program has found an error and reads no more.
        pass
    finally:
        os.close(descriptor)


def run(attack, report):
    files = prepare(attack)
    cases = [(name, way) for name in READERS for way in WAYS]
    rounds = attack.count(12, 2)

    def case(number, random):
        name, way = cases[number % len(cases)]
        words, file = READERS[name]
        with attack.scratch(files) as folder, attack.scratch(files) as clean:
            # The result with a file of the same name.
            right = attack.run([*words, file], clean)
            reader, writer = os.pipe()
            pipe = os.path.join(folder, "pipe")
            if way == "a named pipe":
                os.mkfifo(pipe)
            process = attack.start(
                [*words, "pipe" if way == "a named pipe" else way], folder,
                stdin=reader if way in ("-", "/dev/stdin") else None,
                shell=f"|3<&{reader}" if way == "/dev/fd/3" else "", pass_fds=[reader] if way == "/dev/fd/3" else [])
            os.close(reader)
            if way == "a named pipe":
                os.close(writer)
                writer = open_pipe(pipe, process)
            if writer is not None:
                feed(random, writer, files[file], process)
            result = attack.finish(process, time.monotonic(), timeout=15)
            x, x_right = (content(state(place), "x") for place in (folder, clean))
        report.count("inputs")
        shown = f"(head -c 5 {quoted(file)}; sleep 0.3; tail -c +6 {quoted(file)}) | " + line([*words, "-"])

        def fall(what):
            report.fall(number, f"{name}: {what}", shown, repr(result.err[-200:]))

        expected = 66 if name == "merge of rounds" else right.status
        if trapped(result.status) or result.status == 124:
            fall(say_status(result.status))
        elif result.status != expected:
            fall(f"{say_status(result.status)} instead of {expected}")
        elif name != "merge of rounds" and (unnamed(result.out), x) != (unnamed(right.out), x_right):
            fall("the output differs from that with a file")

    attack.each(report, rounds * len(cases), case)


def unnamed(out):
    """Output without the name of the input before a line number, at the beginning of a line or in a cell."""
    return re.sub(rb"(?m)(^|,)[^,:\n]*(:\d+)(?=: |,|$)", rb"\1\2", out)


def open_pipe(path, process):
    """Opens a named pipe for writing when the program reads it; returns None if it never does."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and process.poll() is None:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            os.set_blocking(descriptor, True)
            return descriptor
        except OSError:
            time.sleep(0.001)
    return None
