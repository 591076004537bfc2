// The work of env.c through the C interface: many rounds at once, with observations and random legal moves.
//   cc -O3 -march=native -I Sources/ZombiesC -o rooms rooms.c -L .build/release -lZombiesC
//   ./rooms "SETTINGS" STEPS [THREADS]
// SETTINGS are those of zombies_new. Each thread has a share of the slots. Prints counts; time it from outside.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zombies.h"
typedef uint64_t u64;
static zombies_pool pool;
static uint32_t rows, columns, slots;
static long steps;
static uint8_t pick[16][16];
// The arrays of one thread, on pages of their own: threads that write near each other slow each other down.
static void *array(size_t bytes) {
  void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return memset(memory, 0, bytes);
}
static zombies_output arrays(void) {
  return (zombies_output){
    .size = sizeof(zombies_output), .squares = array((size_t)slots * rows * columns), .lit = array(slots),
    .heard = array(slots * sizeof(uint16_t)), .rewards = array(slots * sizeof(float)), .terminated = array(slots),
    .truncated = array(slots), .masks = array(slots), .outcomes = array(slots)};
}
typedef struct { const uint8_t *masks; uint32_t first, count; u64 s[4]; long rounds, won, caught, out; u64 sum; } Work;
static inline u64 rotl(u64 x, int k) { return x << k | x >> (64 - k); }
static inline u64 next64(u64 *s) {
  u64 r = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
  s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
  return r;
}
static void *play(void *argument) {
  Work share = *(Work *)argument, *work = &share;
  zombies_output output = arrays();
  uint8_t *moves = array(slots);
  memcpy(output.masks, share.masks, slots);
  uint32_t first = work->first, end = first + work->count, squares = rows * columns;
  for (long done = 0; done < steps; done += slots) {
    u64 word = 0;
    for (uint32_t i = first; i < end; i++) {
      // A draw below 12 is equally likely for 1, 2, 3 and 4 legal moves.
      if ((i & 7) == 0 || i == first) word = next64(work->s);
      unsigned __int128 product = (unsigned __int128)word * 12;
      word = (u64)product;
      moves[i] = pick[output.masks[i] & 15][(unsigned)(product >> 64)];
    }
    if (zombies_step(pool, first, end - first, moves, &output)) { puts("zombies_step failed"); exit(1); }
    for (uint32_t i = first; i < end; i++) {
      int outcome = output.outcomes[i];
      work->rounds += outcome != ZOMBIES_NO_OUTCOME; work->won += outcome == ZOMBIES_WON;
      work->caught += outcome == ZOMBIES_CAUGHT; work->out += outcome == ZOMBIES_OUT_OF_MOVES;
      work->sum += output.heard[i] + output.squares[(size_t)i * squares];
    }
  }
  *(Work *)argument = share;
  return 0;
}
int main(int argc, char **argv) {
  // Commas may separate the settings, so that they are one word.
  for (char *c = argc > 1 ? argv[1] : ""; *c; c++) if (*c == ',') *c = ' ';
  if (argc < 3 || zombies_new(argv[1], strlen(argv[1]), &pool)) {
    char reason[1024];
    zombies_last_error(reason, sizeof reason, 0);
    fprintf(stderr, "%s\n", argc < 3 ? "usage: rooms SETTINGS STEPS [THREADS]" : reason);
    return 64;
  }
  steps = atol(argv[2]);
  uint32_t threads = argc > 3 ? atoi(argv[3]) : 1;
  zombies_shape(pool, &rows, &columns, &slots, 0);
  for (int mask = 0; mask < 16; mask++)
    for (int k = 0; k < 12; k++) {
      int left = mask ? mask : 1, skip = k % (mask ? __builtin_popcount(mask) : 1);
      for (; skip; skip--) left &= left - 1;
      pick[mask][k] = __builtin_ctz(left);
    }
  zombies_output output = arrays();
  zombies_reset(pool, 0, &output);
  Work *work = calloc(threads, sizeof *work), all = {0};
  pthread_t *ids = calloc(threads, sizeof *ids);
  for (uint32_t i = 0; i < threads; i++) {
    uint32_t first = (u64)slots * i / threads, end = (u64)slots * (i + 1) / threads;
    work[i] = (Work){.masks = output.masks, .first = first, .count = end - first,
      .s = {0x9E3779B97F4A7C15 + i, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 1}};
    if (threads > 1) pthread_create(&ids[i], 0, play, &work[i]); else play(&work[i]);
  }
  for (uint32_t i = 0; i < threads; i++) {
    if (threads > 1) pthread_join(ids[i], 0);
    all.rounds += work[i].rounds; all.won += work[i].won; all.caught += work[i].caught;
    all.out += work[i].out; all.sum += work[i].sum;
  }
  printf("rounds %ld won %ld caught %ld out %ld sum %llu\n", all.rounds, all.won, all.caught, all.out,
    (unsigned long long)all.sum);
  return zombies_free(pool);
}
