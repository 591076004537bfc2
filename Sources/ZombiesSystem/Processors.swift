import ZombiesPlatform
import ZombiesSimulator

/// The number of processors that this process may use, at least 1: those of its affinity, or fewer if a control
/// group limits its time on them. A fraction of a processor counts as a whole one.
var usableCoreCount: Int {
  usableCores(of: coreCount) { path in
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// The number of a machine's processors that this process may use, by the files in which Linux says so.
///
/// - Parameter contents: Returns the contents of a file; nil if it cannot be read.
func usableCores(of count: Int, _ contents: (String) -> String?) -> Int {
  func lines(_ path: String) -> [Substring] { (contents(path) ?? "").split(separator: "\n") }
  var least = count
  for line in lines("/proc/self/status") where line.hasPrefix("Cpus_allowed:") {
    // Same: the colon and the tab before the numbers are no digits.
    least = min(
      least, line.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount })
  }
  for line in lines("/proc/self/cgroup") {
    // A line is "0::PATH" in version 2, and as in "4:cpu,cpuacct:PATH" in version 1.
    let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3 else { continue }
    let isSecond = fields[1].isEmpty
    guard isSecond || fields[1].split(separator: ",").contains("cpu") else { continue }
    let files = isSecond ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
    // The limits of the groups around it apply too. A container may see only the last of these folders.
    var path = fields[2].split(separator: "/")
    while true {
      let folder = ([isSecond ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu"] + path).joined(
        separator: "/")
      let times = files.flatMap {
        (contents(folder + "/" + $0) ?? "").split(whereSeparator: \.isWhitespace)
      }
      // Without a limit, the time is "max" in version 2, and -1 in version 1.
      if times.count == 2, let time = Int(times[0]), let period = Int(times[1]), time > 0,
        period > 0
      {
        least = min(least, (time - 1) / period + 1)
      }
      if path.popLast() == nil { break }
    }
  }
  return max(1, least)
}
