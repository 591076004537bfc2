// The C library, under one name on every system.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#else
  @preconcurrency @_exported import Glibc
#endif

// `open` and `write` by names that our own do not hide.

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
