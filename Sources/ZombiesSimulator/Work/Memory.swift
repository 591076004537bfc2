// How much memory there is for threads. Where an allocation fails, Swift ends the program, and nothing
// can be done about it; so what threads will need is asked for before they begin.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many threads there is memory for, at most as many as are wanted, and at least one.
///
/// What counts is the space for addresses, which `ulimit -v` and `-d` limit, and where the system
/// promises no more memory than it has, that. Whatever the program needs beside its threads' tables
/// (a search of many states, say) may still not be there.
///
/// - Parameter bytesEach: What a thread needs beside its stack, about.
package func affordableThreads(_ count: Int, bytesEach: Int = 1 << 20) -> Int {
  let each = threadStackSize + bytesEach
  let arenas = (min(count, 8 * coreCount) + 1) * mallocArena
  if canMap(sharedMemory + count * each + arenas) { return count }
  shareMallocArena()
  var (least, most) = (1, count)
  while least < most {
    let middle = (least + most + 1) / 2
    if canMap(sharedMemory + middle * each) { least = middle } else { most = middle - 1 }
  }
  return least
}

/// What the program needs beside its threads.
private let sharedMemory = 24 << 20

/// The addresses that glibc takes for an arena, of which it has eight a core at most; one more is taken
/// for a moment.
private let mallocArena = 64 << 20

/// Has all threads share one arena, where each of glibc's would take up 64 MiB of addresses.
private func shareMallocArena() {
  #if canImport(Glibc)
    // Not in the headers that Swift imports.
    typealias Function = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let arenaMax: Int32 = -8
    guard let address = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(address, to: Function.self)(arenaMax, 1)
  #endif
}

/// Whether so many bytes could be had; they are not taken.
private func canMap(_ bytes: Int) -> Bool {
  let pages = mmap(
    nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
  guard let pages, pages != MAP_FAILED else { return false }
  munmap(pages, bytes)
  return true
}
