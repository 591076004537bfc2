// System calls such as `open` and `read` under names that do not clash with methods.

import ZombiesPlatform

package func systemOpen(_ path: FilePath, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path.cString, flags, mode)
}

func systemRename(_ path: FilePath, _ target: FilePath) -> Int32 {
  rename(path.cString, target.cString)
}

package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

package func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}

/// The status of the file at a path; nil if it does not exist or cannot be reached, with the reason in
/// `errno`.
package func fileStatus(_ path: FilePath) -> stat? {
  var status = stat()
  return stat(path.cString, &status) == 0 ? status : nil
}

/// The status of an open file.
package func fileStatus(_ descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
  /// Whether this is a regular file.
  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// Whether this is a folder.
  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  /// Whether both are the status of the same file, whatever its names.
  package func isSameFile(as other: stat?) -> Bool {
    st_dev == other?.st_dev && st_ino == other?.st_ino
  }
}

package func systemPoll(_ files: UnsafeMutablePointer<pollfd>, _ count: Int, _ milliseconds: Int32)
  -> Int32
{
  poll(files, nfds_t(count), milliseconds)
}
