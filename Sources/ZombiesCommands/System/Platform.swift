// `open`, `read` and others by names that our own do not hide.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

func systemOpen(_ path: FilePath, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path.cString, flags, mode)
}

func systemRename(_ path: FilePath, _ target: FilePath) -> Int32 {
  rename(path.cString, target.cString)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

/// What the system tells of the file that a path leads to; nil where there is none, or none can be
/// reached, which `errno` tells.
func fileStatus(_ path: FilePath) -> stat? {
  var status = stat()
  return stat(path.cString, &status) == 0 ? status : nil
}

/// What the system tells of an open file.
func fileStatus(_ descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
  /// Whether this is a regular file.
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// Whether both are of one file, by whatever names.
  func isSameFile(as other: stat?) -> Bool {
    st_dev == other?.st_dev && st_ino == other?.st_ino
  }
}

func systemPoll(_ files: UnsafeMutablePointer<pollfd>, _ count: Int, _ milliseconds: Int32) -> Int32
{
  poll(files, nfds_t(count), milliseconds)
}
