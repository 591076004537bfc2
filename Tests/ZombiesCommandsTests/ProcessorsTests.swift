import Testing
import ZombiesTestSupport

// usableCores is internal: a process sees only the files of its own machine.
@testable import ZombiesSystem

/// The number of threads that the program uses by itself.
@Suite struct ProcessorsTests {
  /// The processors of affinities and control groups, of both versions, from inside and outside of a container.
  @Test(
    arguments: [
      ([:], 8),
      (
        ["/proc/self/status": "Name:\tx\nCpus_allowed:\t00000000,0000001d\nCpus_allowed_list:\t0"],
        4
      ),
      (["/proc/self/status": "Cpus_allowed:\tffffffff,ffffffff"], 8),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], 8),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "200000 100000\n"], 2),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "1000 100000\n"], 1),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "1200000 100000\n"], 8),
      (
        [
          "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
          "/sys/fs/cgroup/a/cpu.max": "250000 100000\n",
        ], 3
      ),
      (
        [
          "/proc/self/cgroup": "3:memory:/m\n2:cpu,cpuacct:/job\n0::/\n",
          "/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us": "450000\n",
          "/sys/fs/cgroup/cpu/job/cpu.cfs_period_us": "100000\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ], 5
      ),
      (
        [
          "/proc/self/cgroup": "1:cpu:/docker/0123\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "50000\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ], 1
      ),
      (["/proc/self/cgroup": "2:cpuset:/\n", "/sys/fs/cgroup/cpu.max": "100000 100000\n"], 8),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "100000 0\n"], 8),
    ] as [([String: String], Int)])
  func usableProcessors(files: [String: String], count: Int) {
    expectEqual(usableCores(of: 8) { files[$0] }, count)
  }
}
