// Calls the functions of zombies.h with anything: wrong numbers of pools and slots, null and misaligned pointers, changed
// states, broken settings and levels. Every call must return a code that zombies.h lists. Memory has exactly the size that
// zombies.h asks for, so AddressSanitizer finds what is written beyond it.
//   fuzz CALLS SEED
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zombies.h"

enum { POOLS = 6, CODES = 11 };

// A pool with memory for it. `raw` is what was allocated.
typedef struct {
  zombies_pool number;
  uint32_t rows, columns, slots;
  size_t state;
  zombies_output output;
  void *raw[12];
} Pool;

static Pool pools[POOLS];
static long counts[20][CODES];
static uint64_t seed;
static zombies_pool freed;

static uint64_t next(void) {
  uint64_t x = seed += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}
static uint64_t below(uint64_t n) { return next() % n; }

static void note(int function, int32_t code) {
  if (code < 0 || code >= CODES) {
    printf("function %d returned %d\n", function, code);
    exit(1);
  }
  counts[function][code]++;
  if (code != ZOMBIES_OK) {
    char reason[4096];
    size_t length = 0;
    zombies_last_error(reason, sizeof reason, &length);
    if (length == 0) {
      printf("function %d: code %d without a reason\n", function, code);
      exit(1);
    }
  }
}

// A text that is mostly right, with bytes changed, removed or repeated.
static size_t broken(char *text, const char *right) {
  size_t length = strlen(right);
  memcpy(text, right, length);
  for (uint64_t changes = below(4) == 0 ? 1 + below(4) : 0; changes > 0 && length > 0; changes--) {
    size_t place = below(length);
    switch (below(4)) {
      case 0: text[place] = (char)next(); break;
      case 1: memmove(text + place, text + place + 1, length - place - 1); length--; break;
      case 2: text[place] = "09=- ,#@ZSP\xff\0x"[below(14)]; break;
      default: length = place; break;
    }
  }
  return length;
}

static void release(Pool *pool) {
  for (int i = 0; i < 12; i++) free(pool->raw[i]);
  memset(pool, 0, sizeof *pool);
}

static void *memory(Pool *pool, int place, size_t bytes) {
  // No byte behind, so that the sanitizer sees any write there.
  pool->raw[place] = malloc(bytes);
  if (!pool->raw[place]) exit(2);
  memset(pool->raw[place], 0, bytes);
  return pool->raw[place];
}

static void make(Pool *pool) {
  static const char *families[] = {"classic", "block", "flashlight", "6x6z2b3f1", "8x8z3b8f1", "1x12", "1x2", "12x1",
    "9x9z4b9f1", "30x30z5b40f2", "2x2", "64x1f1", "5x5z1+lit", "1x8z1", "3x3z9", "1024x1024z1"};
  static const char *others[] = {"", " levels=any", " levels=solvable", " autoreset=same-step", " autoreset=disabled",
    " illegal-moves=ignored", " hearing-distance=2", " max-moves=5", " zombie-speed=3 catching-distance=0",
    " split=train", " split=test shares=train=0.5,test=0.5", " max-moves=99999999999", " seed=18446744073709551615",
    " chase=vertical\nhearing-distance=16", " split=none"};
  char text[512], settings[512];
  // To find solvable levels of more than 64 squares takes most of the time, and few of them are enough.
  const char *family = families[below(16)];
  int is_wide = !strncmp(family, "9x9", 3) || !strncmp(family, "30x", 3) || !strncmp(family, "1024", 4);
  snprintf(text, sizeof text, "family=%s slots=%u%s%s", family, (unsigned)(1 + below(below(8) ? 9 : 300)),
    others[below(15)], below(is_wide ? 500 : 2) ? " levels=any" : "");
  size_t length = broken(settings, text);
  zombies_pool number = 0;
  void *at = below(50) == 0 ? 0 : &number;
  int32_t code = zombies_new(below(50) == 0 ? 0 : settings, below(50) == 0 ? (size_t)-1 : length, (zombies_pool *)at);
  note(0, code);
  if (code != ZOMBIES_OK) return;
  if (pool->number) {
    freed = pool->number;
    note(1, zombies_free(pool->number));
    release(pool);
  }
  pool->number = number;
  zombies_shape(number, &pool->rows, &pool->columns, &pool->slots, 0);
  zombies_state_size(number, &pool->state);
  size_t slots = pool->slots, squares = slots * pool->rows * pool->columns;
  zombies_output *out = &pool->output;
  out->size = sizeof *out;
  out->squares = memory(pool, 0, squares);
  out->lit = memory(pool, 1, slots);
  out->heard = memory(pool, 2, slots * sizeof *out->heard);
  out->rewards = memory(pool, 3, slots * sizeof *out->rewards);
  out->terminated = memory(pool, 4, slots);
  out->truncated = memory(pool, 5, slots);
  out->masks = memory(pool, 6, slots);
  out->outcomes = memory(pool, 7, slots);
  out->last_squares = memory(pool, 8, squares);
  out->last_lit = memory(pool, 9, slots);
  out->last_heard = memory(pool, 10, slots * sizeof *out->last_heard);
  note(2, zombies_reset(number, 0, out));
}

static void call(void) {
  Pool *pool = &pools[below(POOLS)];
  if (!pool->number || below(2000) == 0) {
    make(pool);
    return;
  }
  zombies_pool number = below(100) ? pool->number : below(2) ? freed : next();
  int is_known = number == pool->number;
  uint32_t first = (uint32_t)below(pool->slots), count = (uint32_t)below(pool->slots - first + 1);
  if (below(50) == 0) first = (uint32_t)next();
  if (below(50) == 0) count = (uint32_t)next();
  int fits = is_known && (uint64_t)first + count <= pool->slots;
  zombies_output out = pool->output;
  const zombies_output *output = below(20) ? &out : 0;
  if (below(20) == 0) out.size = below(200);
  if (below(20) == 0) out.heard = 0;
  if (below(20) == 0) out.squares = 0;
  if (below(20) == 0) out.last_squares = 0;
  if (below(50) == 0) out.rewards = (float *)((char *)out.rewards + 1);
  if (below(50) == 0) out.heard = (uint16_t *)((char *)out.heard + 1);
  if (below(50) == 0) output = (const zombies_output *)((const char *)&out + 1);
  char text[256], level[256];
  switch (below(fits ? 18 : 13)) {
    case 0: {
      uint64_t value = next();
      note(2, zombies_reset(number, below(2) ? &value : 0, output));
      break;
    }
    case 1: {
      uint8_t *wanted = malloc(pool->slots);
      for (uint32_t i = 0; i < pool->slots; i++) wanted[i] = (uint8_t)below(3);
      note(3, zombies_begin(number, first, count, below(3) ? wanted : 0, output));
      free(wanted);
      break;
    }
    case 2: {
      static const char *levels[] = {"S4/5/Z4/Z4/4P", "classic@42#7", "S1P", "6x6z2b3f1+any@1#3", "S5/6/2#3/6/Z2F2/5P",
        "S11P", "SP", "S2/3/2P", "P3S/5/5", "L:S2/2Z/2P"};
      size_t length = broken(level, levels[below(10)]);
      note(4, zombies_play(number, first, level, below(50) ? length : (size_t)-1, output));
      break;
    }
    case 3: {
      size_t length, capacity = below(below(2) ? 20 : 256);
      note(5, zombies_level(number, first, below(50) ? text : 0, capacity, below(2) ? &length : 0));
      break;
    }
    case 4: {
      uint64_t round;
      uint32_t moves;
      note(6, zombies_round(number, first, below(2) ? &round : 0, below(2) ? &moves : 0));
      break;
    }
    case 5: {
      size_t size = pool->state * (fits ? count : 1), capacity = below(10) ? size : below(size + 1);
      char *states = malloc(capacity ? capacity : 1);
      int32_t code = zombies_get_state(number, first, count, below(50) ? states : 0, capacity);
      note(7, code);
      free(states);
      break;
    }
    case 6: {
      size_t size = pool->state * (fits ? count : 1);
      unsigned char *states = malloc(size ? size : 1);
      memset(states, 0, size);
      if (fits) zombies_get_state(number, first, count, states, size);
      if (size && below(2)) states[below(size)] ^= (unsigned char)(1u << below(8));
      if (size && below(8) == 0) for (size_t i = below(size); i < size; i++) states[i] = (unsigned char)next();
      note(8, zombies_set_state(number, first, count, below(50) ? states : 0, below(50) ? size : next(), output));
      free(states);
      break;
    }
    case 7: {
      uint32_t numbers[4];
      note(9, zombies_shape(number, numbers, below(2) ? numbers + 1 : 0, numbers + 2,
        below(20) ? numbers + 3 : (uint32_t *)((char *)numbers + 1)));
      break;
    }
    case 8: {
      size_t size;
      note(10, zombies_state_size(number, below(20) ? &size : 0));
      break;
    }
    case 9: {
      size_t length, capacity = below(300);
      char *reason = malloc(capacity ? capacity : 1);
      zombies_last_error(below(20) ? reason : 0, capacity, below(2) ? &length : 0);
      free(reason);
      break;
    }
    case 10: {
      size_t length;
      // Plans of larger families take long.
      if (pool->rows * pool->columns > 12 && below(400)) break;
      if (below(2)) note(12, zombies_oracle(number, first, below(50) ? text : 0, below(257), below(2) ? &length : 0));
      else if (pool->rows * pool->columns <= 25 && below(4) == 0)
        note(13, zombies_optimum(number, below(50) ? text : 0, below(257), below(2) ? &length : 0));
      break;
    }
    default: {
      uint8_t *moves = malloc(pool->slots);
      for (uint32_t i = 0; i < pool->slots; i++) {
        int mask = pool->output.masks[i], move = (int)below(4);
        while (mask & 15 && !(mask >> move & 1)) move = (int)below(4);
        moves[i] = below(1000) ? (uint8_t)move : (uint8_t)next();
      }
      note(11, zombies_step(number, first, count, below(100) ? moves : 0, output));
      free(moves);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: fuzz CALLS SEED\n", stderr);
    return 64;
  }
  seed = strtoull(argv[2], 0, 10);
  if (zombies_abi_version() != ZOMBIES_ABI_VERSION) return 1;
  for (long calls = atol(argv[1]); calls > 0; calls--) call();
  for (int i = 0; i < POOLS; i++)
    if (pools[i].number) {
      note(1, zombies_free(pools[i].number));
      release(&pools[i]);
    }
  static const char *names[] = {"new", "free", "reset", "begin", "play", "level", "round", "get_state", "set_state",
    "shape", "state_size", "step", "oracle", "optimum"};
  for (int i = 0; i < 14; i++) {
    printf("%-10s", names[i]);
    for (int code = 0; code < CODES; code++) printf(" %9ld", counts[i][code]);
    printf("\n");
    if (counts[i][ZOMBIES_OK] == 0) return 1;
  }
  return 0;
}
