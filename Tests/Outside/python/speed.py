"""The measurements of python/speed: speed.py ENV PAIRS STEPS, or speed.py --steps STEPS for one of them."""

from __future__ import annotations

import resource
import subprocess
import sys
from statistics import median

SLOTS = 1024
LIMIT = 1.5


def user_time(who: int) -> float:
    return resource.getrusage(who).ru_utime


def measure(steps: int) -> float:
    """The user time of a move in nanoseconds, without the time to import and to begin."""
    import gymnasium
    import zombies  # noqa: F401

    from moves import RandomMoves

    envs = gymnasium.make_vec("Zombies-v0", num_envs=SLOTS, family="classic", levels="any")
    envs.reset(seed=1)
    random_moves = RandomMoves(envs)
    count = steps // SLOTS
    rounds = 0
    begin = user_time(resource.RUSAGE_SELF)
    for _ in range(count):
        _, _, terminated, _, _ = envs.step(random_moves())
        rounds += terminated[0]
    assert rounds > 0
    return (user_time(resource.RUSAGE_SELF) - begin) / (count * SLOTS) * 1e9


def measure_c(program: str, steps: int) -> float:
    """The same of env.c, whose beginning takes next to nothing."""
    begin = user_time(resource.RUSAGE_CHILDREN)
    words = [program, "5", "2", "0", "0", str(SLOTS), str(steps), "0"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return (user_time(resource.RUSAGE_CHILDREN) - begin) / steps * 1e9


def main(program: str, pairs: int, steps: int) -> int:
    ours, theirs = [], []
    for _ in range(pairs):
        theirs.append(measure_c(program, steps))
        words = [sys.executable, "-B", __file__, "--steps", str(steps)]
        ours.append(float(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout))
    ratios = [one / other for one, other in zip(ours, theirs)]
    print(f"env.c        {median(theirs):6.1f} ns a move ({min(theirs):.1f} to {max(theirs):.1f})")
    print(f"Zombies-v0   {median(ours):6.1f} ns a move ({min(ours):.1f} to {max(ours):.1f})")
    print(f"ratio        {median(ratios):6.3f} ({min(ratios):.3f} to {max(ratios):.3f}), at most {LIMIT}")
    return int(median(ratios) > LIMIT)


if __name__ == "__main__":
    if sys.argv[1] == "--steps":
        print(measure(int(sys.argv[2])))
    else:
        sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
