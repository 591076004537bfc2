// The functions that Embedded Swift needs in WebAssembly, which has no C library: allocating memory, copying
// and comparing bytes, and arithmetic with 128 bits. Everything else is in the module itself. These cannot be
// written in Swift: its compiler would turn a loop that copies bytes into a call to memcpy.

#include <stddef.h>
#include <stdint.h>

// MARK: Memory
//
// A block belongs to a size class: steps of 16 bytes up to 64, then four classes per power of two, so that
// less than a fifth is wasted. A freed block waits in the list of its class until an allocation fits.

typedef struct Block {
  struct Block *next;
} Block;

// Comes right before the bytes that are handed out.
typedef struct {
  Block *block;
  uint32_t class;
} Header;

enum { page = 65536, classes = 4 * 27 };

extern unsigned char __heap_base;
static uintptr_t top;
static Block *waiting[classes];

static uint32_t class_of(uint32_t size) {
  if (size <= 64) return (size - 1) / 16;
  uint32_t power = 31 - __builtin_clz(size - 1);
  return 4 * (power - 5) + (((size - 1) >> (power - 2)) & 3);
}

static uint64_t size_of(uint32_t class) {
  return class < 4 ? 16 * (class + 1) : (uint64_t)(5 + (class & 3)) << (class / 4 + 3);
}

// Takes new memory, which the module's host provides in pages. If there is no more, traps: a null pointer
// would be the address of the stack's end, which can be written to.
static void *grown(uint64_t size) {
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uint64_t end = top + size, have = (uint64_t)__builtin_wasm_memory_size(0) * page;
  if (end > UINT32_MAX) __builtin_trap();
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + page - 1) / page) == SIZE_MAX)
    __builtin_trap();
  void *block = (void *)top;
  top = end;
  return block;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  size_t gap = alignment < 16 ? 16 : alignment;
  if (size > UINT32_MAX - 2 * gap) __builtin_trap();
  uint32_t class = class_of(size + gap);
  Block *block = waiting[class];
  if (block) waiting[class] = block->next;
  else block = grown(size_of(class));
  uintptr_t address = ((uintptr_t)block + sizeof(Header) + gap - 1) & ~(uintptr_t)(gap - 1);
  ((Header *)address)[-1] = (Header){block, class};
  *memory = (void *)address;
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  Header header = ((Header *)memory)[-1];
  header.block->next = waiting[header.class];
  waiting[header.class] = header.block;
}

// MARK: Bytes

// With bulk memory, each of these is one instruction.
void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *one = left, *other = right;
  for (size_t i = 0; i < count; i++)
    if (one[i] != other[i]) return one[i] < other[i] ? -1 : 1;
  return 0;
}

// MARK: Numbers

// The lower half of the product of two numbers of 128 bits.
__int128 __multi3(__int128 left, __int128 right) {
  typedef unsigned __int128 Wide;
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += a * (uint64_t)((Wide)right >> 64) + (uint64_t)((Wide)left >> 64) * b;
  return (__int128)((Wide)high << 64 | (uint64_t)(other << 32 | (uint32_t)low));
}

// Shifts of numbers of 128 bits, by 0 to 127.
static unsigned __int128 joined(uint64_t high, uint64_t low) {
  return (unsigned __int128)high << 64 | low;
}

unsigned __int128 __ashlti3(unsigned __int128 number, int count) {
  uint64_t low = (uint64_t)number, high = (uint64_t)(number >> 64);
  if (count == 0) return number;
  if (count >= 64) return joined(low << (count - 64), 0);
  return joined(high << count | low >> (64 - count), low << count);
}

unsigned __int128 __lshrti3(unsigned __int128 number, int count) {
  uint64_t low = (uint64_t)number, high = (uint64_t)(number >> 64);
  if (count == 0) return number;
  if (count >= 64) return joined(0, high >> (count - 64));
  return joined(high >> count, low >> count | high << (64 - count));
}

// The quotient of two numbers of 128 bits, digit by digit. Swift traps before it divides by zero.
unsigned __int128 __udivti3(unsigned __int128 dividend, unsigned __int128 divisor) {
  if (dividend >> 64 == 0 && divisor >> 64 == 0) return (uint64_t)dividend / (uint64_t)divisor;
  unsigned __int128 rest = 0;
  for (int digit = 0; digit < 128; digit++) {
    rest = rest << 1 | dividend >> 127;
    dividend <<= 1;
    if (rest >= divisor) {
      rest -= divisor;
      dividend |= 1;
    }
  }
  return dividend;
}

// MARK: Text
//
// Comparing strings needs the tables of Unicode's normal forms, which would be 22 KB of a page. Without them, two
// spellings of the same text, such as an accented letter as one scalar or as two, are different strings. The script of
// the page brings what a player types into the normal form.

uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
  (void)scalar;
  return 0;
}

uint32_t _swift_stdlib_getComposition(uint32_t scalar, uint32_t mark) {
  (void)scalar;
  (void)mark;
  return UINT32_MAX;
}

uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) {
  (void)scalar;
  return 0;
}

const uint8_t *const _swift_stdlib_nfd_decompositions = NULL;

// MARK: Chance

// Seeds the hashes of sets and dictionaries. Always the same, so that runs can be repeated. No result depends
// on the order of a set or dictionary.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }
