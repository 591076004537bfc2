"""Plays batches in parts on a real SLURM and a real GNU parallel, with the job scripts of the article on clusters.

Compares the merged results with those of a single run, byte by byte. All files are in one separate folder, including
the configuration, keys, state, logs and sockets of SLURM and munge. Their files in /etc are neither read nor changed,
and no process is left running. Needs Linux, but not root.
"""

import contextlib
import functools
import getpass
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from programs import block, run, tool

block = functools.partial(block, "Sources/ZombiesCommands/ZombiesCommands.docc/LongBatchesAndClusters.md")
# With slow rooms, a part takes seconds and can be stopped halfway.
SLOW, QUICK = {"FAMILY": "12x12z3b16f1+lit", "ROUNDS": "20000"}, {"FAMILY": "6x6z2b3f1", "ROUNDS": "20000"}
# linuxproc and no task plugin: no cgroups, no systemd. A requeued task waits for cred_expire. kill_invalid_depend: a
# merge that can never start ends this test instead of waiting forever.
SLURM = """\
ClusterName=here
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={work}/munge/socket,cred_expire=5
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
PlugStackConfig=/dev/null
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1
DependencyParameters=kill_invalid_depend
StateSaveLocation={work}/slurm/state
SlurmdSpoolDir={work}/slurm/spool/%n
SlurmctldPidFile={work}/slurm/slurmctld.pid
SlurmdPidFile={work}/slurm/%n.pid
SlurmctldLogFile={work}/slurm/log/slurmctld
SlurmdLogFile={work}/slurm/log/%n
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def often(text):
    """A job script that saves as often as possible, because its parts take seconds instead of hours.

    It is not quiet, so that the logs show which parts were resumed, and uses one processor for each part.
    """
    text = re.sub(r"--checkpoint-every \d+", "--checkpoint-every 0", text).replace(" --quiet", "")
    return re.sub(r"(?m)^#SBATCH --cpus-per-task=.*", "#SBATCH --cpus-per-task=1", text)


def wait(seconds, condition):
    """Waits until a condition holds; returns whether it does."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.2)
    return found


class Work:
    """A folder, the environment of its commands, and the results of single runs."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        # If a batch system runs this test, the program must not mistake it for the one under test.
        self.environment = {name: value for name, value in os.environ.items()
                            if not re.match("SLURM_|SBATCH_|PARALLEL|JOB_COMPLETION_INDEX", name)}
        self.environment |= {"PATH": f"{program.folder}/bin:{os.environ['PATH']}:/usr/sbin:/sbin"}
        self.singles = {}

    def run(self, *words, folder=None, status=0, **variables):
        return run(*words, cwd=folder or self.folder, env={**self.environment, **variables}, status=status)

    def bash(self, text, folder, status=0, **variables):
        return self.run("bash", "-ec", text, folder=folder, status=status, **variables)

    def single(self, batch):
        """The results of a single run."""
        if batch["FAMILY"] not in self.singles:
            folder = self.folder / batch["FAMILY"]
            folder.mkdir()
            words = ["zombies", "simulate", "--family", batch["FAMILY"], "--rounds", batch["ROUNDS"], "--quiet"]
            self.run(*words, "--output", "table.txt", "--rounds-csv", "rounds.csv", "--squares-csv", "squares.csv",
                     folder=folder)
            self.run(*words, "--format", "csv", "--output", "table.csv", folder=folder)
            self.singles[batch["FAMILY"]] = {path.name: path.read_bytes() for path in folder.iterdir()}
        return self.singles[batch["FAMILY"]]

    def same(self, batch, folder):
        """Checks that the folder's results are those of a single run."""
        logs = "".join(path.read_text() for path in [*folder.glob("*.log"), *folder.glob("parts/*.log")])
        for name, content in self.single(batch).items():
            path = folder / name
            assert path.exists() and path.read_bytes() == content, f"{name} is different\n{logs[-3000:]}"


@pytest.fixture(scope="module")
def work(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    # munged requires that everyone can reach its socket, whose path can have at most 107 bytes.
    folder.chmod(0o711)
    assert len(str(folder)) <= 80, "set TMPDIR to a folder with a shorter path"
    yield Work(program, folder)
    # Job steps outlive the daemon that started them. Every process whose folder is in this one belongs to this test.
    for process in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if process.isdigit() and os.readlink(f"/proc/{process}/cwd").startswith(str(folder)):
                os.kill(int(process), signal.SIGKILL)


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Slurm:
    """A cluster of two nodes, both on this machine."""

    def __init__(self, work):
        self.work, self.daemons, folder = work, [], work.folder
        for name in "munge", "slurm/state", "slurm/log", "slurm/spool/one", "slurm/spool/two":
            (folder / name).mkdir(parents=True)
        key = folder / "munge/key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        conf = SLURM.format(
            work=folder, host=socket.gethostname().partition(".")[0], user=getpass.getuser(), ports=free_ports(3))
        (folder / "slurm/slurm.conf").write_text(conf)
        work.environment["SLURM_CONF"] = str(folder / "slurm/slurm.conf")
        # --force, because in a private folder (mode 700), others cannot reach the socket, and do not need to.
        munge = [f"--{name}={folder}/munge/{name.removesuffix('-file')}"
                 for name in ("key-file", "socket", "pid-file", "seed-file", "log-file")]
        self.start("munged", "--force", "--foreground", *munge)
        assert wait(10, (folder / "munge/socket").exists)
        self.start("slurmctld", "-D")
        for node in "one", "two":
            self.start("slurmd", "-D", "-N", node)
        if not wait(60, lambda: self.ask("sinfo", "--noheader", "--format", "%D%t") == "2idle"):
            pytest.fail("".join(path.read_text() for path in (folder / "slurm/log").iterdir()))

    def start(self, name, *words):
        with open(self.work.folder / f"slurm/log/{name}.out", "ab") as log:
            self.daemons.append(subprocess.Popen(
                [tool(name), *words], cwd=self.work.folder, env=self.work.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True))

    def ask(self, *words):
        done = self.work.run(*words, status=None)
        return done.output.strip() if done.status == 0 else None

    def stop(self):
        self.ask("scancel", "--quiet", f"--user={getpass.getuser()}")
        wait(3, self.is_empty)
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            with contextlib.suppress(subprocess.TimeoutExpired):
                daemon.wait(5)

    def is_empty(self):
        return self.ask("squeue", "--noheader") == ""

    def finish(self):
        assert wait(300, self.is_empty), "the jobs do not end"

    def submit(self, name, array, batch):
        """Submits the article's two jobs as the article describes; returns their folder and the job's number."""
        folder = self.work.folder / name
        folder.mkdir()
        shards = re.sub(r"(?m)^#SBATCH --array=.*", f"#SBATCH --array={array}", often(block("slurm: shards")))
        (folder / "shards.sh").write_text(shards)
        (folder / "merge.sh").write_text(block("slurm: merge"))
        done = self.work.bash(f"{block('slurm: submit')}\necho $job", folder, **batch)
        return folder, done.output.split()[-1]

    def requeue(self, folder, job):
        """Requeues the second task when it has written a checkpoint."""
        checkpoint = folder / "parts/2.checkpoint"
        if wait(60, lambda: checkpoint.exists() and checkpoint.stat().st_size):
            self.work.run("scontrol", "requeue", f"{job}_2")
            return True
        return False


@pytest.fixture(scope="module")
def slurm(work):
    found = Slurm(work)
    yield found
    found.stop()


@pytest.mark.cluster
def test_slurm_with_a_task_that_is_requeued_while_it_runs(work, slurm):
    folder, job = slurm.submit("array", "1-6", SLOW)
    assert slurm.requeue(folder, job), "part 2 did not write a checkpoint"
    slurm.finish()
    assert "resuming after" in (folder / "parts/2.log").read_text()
    work.same(SLOW, folder)
    assert not (folder / "parts/2.checkpoint").exists()


@pytest.mark.cluster
def test_slurm_with_a_first_index_and_a_step(work, slurm):
    folder, _ = slurm.submit("step", "10-28:3", QUICK)
    slurm.finish()
    work.same(QUICK, folder)


@pytest.mark.cluster
def test_slurm_refuses_a_list(work, slurm):
    folder, _ = slurm.submit("list", "1,3,7", QUICK)
    slurm.finish()
    assert not (folder / "table.txt").exists() and not list(folder.glob("parts/*.tally"))


@pytest.mark.cluster
@pytest.mark.pandas
def test_slurm_with_a_sweep(work, slurm):
    """39 rooms with exact values, in 8 parts, one of them requeued; pandas reads the table in the article's lines."""
    folder = work.folder / "sweep"
    (folder / "parts").mkdir(parents=True)
    (folder / "one").mkdir()
    script = often(block("slurm: sweep"))
    (folder / "sweep.sh").write_text(script)
    job = work.bash("sbatch --parsable sweep.sh", folder, ROUNDS="20000").output.strip()
    # The single run takes place beside the parts, without the options of a part and its files.
    single = script[script.index("\nzombies") + 1:]
    for pattern, new in [
            ("--shard auto|--resume|--checkpoint-every 0|--checkpoint \\S*|--threads \\S*", ""),
            ("--output /dev/null", "--output one/table.csv"),
            ("--tally \\S*", "--tally one/all.tally --html one/table.html")]:
        single = re.sub(pattern, new, single)
    slurm.requeue(folder, job)
    work.bash(single, folder, ROUNDS="20000")
    slurm.finish()
    work.bash(block("sweep: merge"), folder)
    for name in "table.csv", "table.html", "all.tally":
        assert (folder / name).read_bytes() == (folder / "one" / name).read_bytes(), name
    work.run(sys.executable, "-c", block("sweep: pandas"), folder=folder)


@pytest.mark.pandas
def test_intervals_contain_the_exact_values(work, is_long):
    """Rooms of one seed share random numbers, so only seeds are independent.

    The share S of a seed's 39 intervals that contain their exact value lies between 0 and 1, with mean 0.95 and
    variance at most 0.95 * 0.05, whatever the rooms have in common. By Bernstein's inequality, the mean of 100 seeds
    is below 0.81 with probability at most exp(-100 * 0.14² / (2 * (0.0475 + 0.14 / 3))) = 3e-5, and that of 400 below
    0.88 too.
    """
    import pandas
    seeds, least = (400, 0.88) if is_long else (100, 0.81)
    sweep = ["zombies", "sweep", "--rows", "4..6", "--columns", "4..16", "--policy", "edge", "--quiet", "--rounds"]
    work.run(*sweep, "500", "--exact", "--output", "exact.csv")
    exact = pandas.read_csv(work.folder / "exact.csv").exact_win_rate.to_numpy()
    shares = []
    for seed in range(1, seeds + 1):
        work.run(*sweep, "500", "--seed", seed, "--output", "seed.csv")
        table = pandas.read_csv(work.folder / "seed.csv")
        shares.append(((table.win_rate_low <= exact) & (exact <= table.win_rate_high)).mean())
    assert len(exact) == 39 and least < sum(shares) / len(shares) < 0.99


@pytest.mark.cluster
def test_parallel(work):
    """Two hosts, with a part that is killed the first time."""
    folder = work.folder / "parallel"
    for name in "bin", "home-alpha", "home-beta":
        (folder / name).mkdir(parents=True)

    def script(name, text):
        (folder / "bin" / name).write_text("#!/usr/bin/env bash\n" + text)
        (folder / "bin" / name).chmod(0o755)

    # Replaces ssh and two hosts that share the folder of the parts. A login starts in the host's own home folder with a
    # small environment. GNU parallel calls it like ssh.
    script("login", f"""\
host=$1 # called as: login HOST -- COMMAND
shift
[ "${{1:-}}" != -- ] || shift
echo "$host" >> "{folder}/logins"
cd "{folder}/home-$host" && exec env -i HOME="$PWD" PATH="{folder}/bin:$PATH" SHELL=/bin/bash bash -c "$*"
""")
    # Runs the program, but the first time kills part 3 and its parent when some of it has been saved. This run of
    # part 3 has one thread, so that it is slow on any machine.
    zombies = f"{work.program.folder}/bin/zombies"
    script("zombies", f"""\
case " $* " in *' --shard 3/'*) ;; *) exec "{zombies}" "$@" ;; esac
echo "$PWD" >> "{folder}/tries"
[ "$(wc -l < "{folder}/tries")" = 1 ] || exec "{zombies}" "$@"
"{zombies}" "$@" --threads 1 &
until grep -qs '^played [0-9]' parts/3.checkpoint; do kill -0 $! || exit 1; sleep 0.1; done
kill -KILL $! $$
""")
    variables = {"PATH": f"{folder}/bin:{work.environment['PATH']}", "HOME": str(folder), "HOSTS": "alpha,beta",
                 "PARTS": "6", "PARALLEL_SSH": f"{folder}/bin/login", **SLOW}
    jobs, merge = often(block("parallel: run")), block("parallel: merge")
    assert work.bash(jobs, folder, status=None, **variables).status != 0, "the killed part is not reported"
    assert not (folder / "parts/3.tally").exists() and (folder / "parts/3.checkpoint").stat().st_size
    work.bash(merge, folder, status=65)
    again = work.bash(jobs, folder, **variables)
    assert re.search("resuming after [1-9]", again.errors), "part 3 did not resume from its checkpoint"
    assert len((folder / "parts/joblog").read_text().splitlines()) == 8, "not exactly one part was played again"
    assert {*(folder / "logins").read_text().split()} == {"alpha", "beta"}
    assert not (folder / "parts/3.checkpoint").exists()
    work.bash(merge, folder)
    work.same(SLOW, folder)


def test_kubernetes(work):
    """The commands that the pods' containers would run, with the variable that Kubernetes sets in them.

    The job is the article's, with four parts and without the volume's path.
    """
    folder = work.folder / "kubernetes"
    folder.mkdir()
    job = block("kubernetes: shards")
    parts = re.search(r'--shard "[^/]*/(\d+)"', job)[1]
    assert re.search(r"(?m)^ *completions: (\d+)$", job)[1] == parts
    # The lines of the block scalar: those indented further than the dash of its first line.
    dash, scalar = re.search(r"(?ms)^( *)- \|$\n(.*)", job).groups()
    lines = scalar.splitlines()
    ends = [number for number, line in enumerate(lines) if line.strip() and len(line) - len(line.lstrip()) <= len(dash)]
    pod = "\n".join(lines[:ends[0] if ends else None]).replace(f'/{parts}"', '/4"')
    for index in random.Random(1).sample(range(4), 4):
        work.run("/bin/sh", "-euc", pod, folder=folder, JOB_COMPLETION_INDEX=str(index), **QUICK)
    work.bash(block("kubernetes: merge"), folder)
    work.same(QUICK, folder)
