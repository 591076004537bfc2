// Finds out how much memory there is for threads. A failed allocation ends a Swift program without
// any chance to react. The memory that threads will need is therefore checked before they begin.

import ZombiesPlatform

/// The number of threads that fit in memory: at least one, and at most `count`.
///
/// This checks address space, which `ulimit -v` and `-d` limit, and memory itself if the system
/// does not overcommit. Other memory that the program needs, such as for a search of many states,
/// may still be missing.
///
/// - Parameter bytesEach: The approximate memory of a thread in bytes, without its stack.
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

/// The memory of the program in bytes, without its threads.
private let sharedMemory = 24 << 20

/// The address space in bytes that glibc reserves for an arena. glibc uses at most eight arenas per
/// core, and briefly one more.
private let mallocArena = 64 << 20

/// Makes all threads share one arena. Otherwise each glibc arena would reserve 64 MiB of address
/// space.
private func shareMallocArena() {
  #if canImport(Glibc)
    // The headers that Swift imports do not declare this function.
    typealias Function = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let arenaMax: Int32 = -8
    guard let address = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(address, to: Function.self)(arenaMax, 1)
  #endif
}

/// Whether this many bytes can be allocated; they are released again.
private func canMap(_ bytes: Int) -> Bool {
  let pages = mmap(
    nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
  guard let pages, pages != MAP_FAILED else { return false }
  munmap(pages, bytes)
  return true
}
