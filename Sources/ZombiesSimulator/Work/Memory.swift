// How much memory there is for threads. If an allocation fails, Swift ends the program, and nothing
// can be done about it; so the memory that threads will need is checked before they begin.

import ZombiesPlatform

/// How many threads there is memory for: at most as many as wanted, and at least one.
///
/// This checks address space, which `ulimit -v` and `-d` limit, and memory itself if the system
/// does not overcommit. What the program needs besides its threads' tables (a search of many
/// states, say) may still be missing.
///
/// - Parameter bytesEach: About how much a thread needs besides its stack.
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

/// What the program needs besides its threads.
private let sharedMemory = 24 << 20

/// The address space that glibc reserves for an arena, of which it has at most eight per core;
/// another such space is needed for a moment.
private let mallocArena = 64 << 20

/// Makes all threads share one arena, because each of glibc's would reserve 64 MiB of address
/// space.
private func shareMallocArena() {
  #if canImport(Glibc)
    // Not in the headers that Swift imports.
    typealias Function = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let arenaMax: Int32 = -8
    guard let address = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(address, to: Function.self)(arenaMax, 1)
  #endif
}

/// Whether this many bytes are available; they are not kept.
private func canMap(_ bytes: Int) -> Bool {
  let pages = mmap(
    nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
  guard let pages, pages != MAP_FAILED else { return false }
  munmap(pages, bytes)
  return true
}
