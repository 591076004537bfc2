"""Types commands, follows every hint, and counts the lives as the article "The built-in campaign" does."""

import concurrent.futures
import re
import subprocess

import pytest

from programs import ROOT
from reading import rows

ARTICLE = (ROOT / "Sources/ZombiesGame/ZombiesGame.docc/TheBuiltInCampaign.md").read_text()
PRESETS = ["classic", "block", "flashlight"]
DIRECTIONS = ["up", "left", "down", "right"]


class Game:
    """A game that is played by typed commands."""

    def __init__(self, program, folder, *words):
        self.process = subprocess.Popen(
            [program.path, "play", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
            env=program.environment | {"HOME": str(folder)})

    def line(self):
        line = self.process.stdout.readline()
        assert line, "the game ended"
        return line

    def say(self, command):
        """The answer to a command. A second command shows where the answer ends."""
        self.process.stdin.write(f"{command}\nwhere\n")
        self.process.stdin.flush()
        while self.line() != f"> {command}\n":
            pass
        return "".join(iter(self.line, "> where\n"))

    def is_life_won(self):
        """Plays a life and follows the hints. Without a hint, nothing can be won, and any moves end the life."""
        for step in range(200):
            hint = re.match(r"Hint: (up|down|left|right)\b", self.say("hint"))
            answer = self.say(hint[1] if hint else DIRECTIONS[step // 5 % 4])
            if re.search("You won!|Try again!|You lost!", answer):
                return "You won!" in answer
        raise AssertionError("a life that does not end")


def counts(program, folder, levels, hearing):
    """How many levels are won in the first, second and third life, and not, if the player follows the hints."""
    def play(number):
        place = folder / str(number)
        place.mkdir(parents=True)
        (place / "one").write_text(f"; world: One\n{levels[number]}\n")
        game = Game(program, place, "--worlds", "one", "--hearing-distance", str(hearing))
        assert "3 lives" in game.say("enter") + game.say("enter")
        for life in 1, 2, 3:
            if game.is_life_won():
                break
            game.say("next")
        else:
            life = 4
        game.process.communicate("quit\n")
        return life

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        lives = list(pool.map(play, range(len(levels))))
    return [lives.count(life) for life in (1, 2, 3, 4)]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(program, tmp_path, preset):
    """Each life lost shows a zombie that was unknown, so three lives are enough for each level that can be won."""
    placements = sum(int(row["placements"]) for row in rows(program.output(
        f"zombies census --family {preset} --format csv")))
    levels = "".join(f"{preset}#{number}\n" for number in range(placements))
    solved = rows(program("solve", "--format", "csv", "-", input=levels).output)
    solvable = [row["level"] for row in solved if row["verdict"] == "solvable"]
    wanted = numbers(re.search(rf"`{preset}`, ([^;.]*)", ARTICLE.split("The same holds")[1])[1])
    assert counts(program, tmp_path / "silent", solvable, 0) == (wanted + [0, 0])[:4]
    best = numbers(re.search("With hearing distance 2, the best player wins (.*) of them", ARTICLE)[1])
    heard = counts(program, tmp_path / "heard", solvable, 2)
    assert heard[0] == best[PRESETS.index(preset)] and not heard[3]


def test_campaign(program, tmp_path):
    """The lives in which the levels of the built-in campaign are won."""
    found = re.findall(r"^\| ([\w ]+) \| (\d+ \| \d+ \| \d+ \| \d+) \|$", ARTICLE, re.MULTILINE)
    wanted = {world: numbers(row) for world, row in found}
    levels = rows(program("worlds", "--format", "csv").output)
    assert list(wanted) == list(dict.fromkeys(level["world_name"] for level in levels))
    heard = dict(zip(wanted, [[10, 0, 0, 0], [9, 1, 0, 0], [5, 5, 0, 0]]))
    for hearing, table in (0, wanted), (2, heard):
        for world, row in table.items():
            codes = [level["level"] for level in levels if level["world_name"] == world]
            assert counts(program, tmp_path / f"{world} {hearing}", codes, hearing) == row, world
