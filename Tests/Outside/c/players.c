// Plays rounds with a player over the C interface, and prints them as lines of a rounds CSV:
//   players SETTINGS POLICY ROUNDS THREADS
// POLICY is edge, beeline or random (with chance of its own). Each thread steps its own part of the slots. The lines are
// those that `zombies simulate --rounds-csv` writes for the same levels, in another order.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zombies.h"

static zombies_pool pool;
static zombies_output output = {.size = sizeof output};
static uint32_t rows, columns, slots, max_moves;
static uint64_t rounds;
static const char *policy;
static uint8_t *moves, *blocks;
static char *paths;
static uint32_t *lengths;
static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

static void check(int code) {
  char reason[512];
  if (code == ZOMBIES_OK) return;
  zombies_last_error(reason, sizeof reason, 0);
  fprintf(stderr, "error %d: %s\n", code, reason);
  exit(1);
}

static int target(int square, int move) {
  int row = square / (int)columns, column = square % (int)columns;
  row += (move == ZOMBIES_DOWN) - (move == ZOMBIES_UP);
  column += (move == ZOMBIES_RIGHT) - (move == ZOMBIES_LEFT);
  if (row < 0 || column < 0 || row >= (int)rows || column >= (int)columns) return -1;
  return row * (int)columns + column;
}

// A shortest path to the signpost through squares that are not known to be shut; of those moves that begin one, the first
// in the order up, left, down, right, or for beeline the one along the longer axis.
static int planned(uint32_t slot) {
  static const int order[4] = {ZOMBIES_UP, ZOMBIES_LEFT, ZOMBIES_DOWN, ZOMBIES_RIGHT};
  static _Thread_local int distance[4096], queue[4096];
  int count = (int)(rows * columns), player = -1, signpost = -1, head = 0, tail = 0;
  const uint8_t *seen = output.squares + (size_t)slot * count;
  uint8_t *known = blocks + (size_t)slot * count;
  for (int i = 0; i < count; i++) {
    if (seen[i] == ZOMBIES_PLAYER) player = i;
    if (seen[i] == ZOMBIES_SIGNPOST) signpost = i;
    if (seen[i] == ZOMBIES_BLOCK) known[i] = 1;
    distance[i] = -1;
  }
  distance[signpost] = 0;
  queue[tail++] = signpost;
  while (head < tail) {
    int square = queue[head++];
    for (int move = 0; move < 4; move++) {
      int next = target(square, move);
      if (next < 0 || known[next] || seen[next] == ZOMBIES_ZOMBIE || distance[next] >= 0) continue;
      distance[next] = distance[square] + 1;
      queue[tail++] = next;
    }
  }
  int first = -1, along = -1;
  int down = abs(signpost / (int)columns - player / (int)columns);
  int across = abs(signpost % (int)columns - player % (int)columns);
  for (int k = 0; k < 4 && distance[player] > 0; k++) {
    int next = target(player, order[k]);
    if (next < 0 || distance[next] < 0 || distance[next] != distance[player] - 1) continue;
    int vertical = order[k] == ZOMBIES_UP || order[k] == ZOMBIES_DOWN;
    if (first < 0) first = order[k];
    if (along < 0 && vertical == (down >= across)) along = order[k];
  }
  if (first >= 0) return strcmp(policy, "beeline") == 0 && along >= 0 ? along : first;
  for (int k = 0; k < 4; k++) if (output.masks[slot] >> order[k] & 1) return order[k];
  return ZOMBIES_UP;
}

// A generator for the chance of random: xorshift.
static int drawn(uint32_t slot, uint64_t *state) {
  int legal[4], count = 0;
  for (int move = 0; move < 4; move++) if (output.masks[slot] >> move & 1) legal[count++] = move;
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return legal[*state % (uint64_t)count];
}

static void print(uint32_t slot, const char *level, uint64_t round) {
  static const char *names[] = {"won", "caught", "stuck", "out-of-moves"};
  if (round >= rounds) return;
  pthread_mutex_lock(&printing);
  printf("%llu,0,%s,%s,%s,%u,%.*s\n", (unsigned long long)round, policy, level, names[output.outcomes[slot]],
    lengths[slot], (int)lengths[slot], paths + (size_t)slot * max_moves);
  pthread_mutex_unlock(&printing);
}

typedef struct { uint32_t first, count; } Part;

static void *play(void *argument) {
  const Part *part = argument;
  uint64_t state = 88172645463325252u + part->first, least = 0;
  char level[4096];
  while (least < rounds) {
    for (uint32_t i = part->first; i < part->first + part->count; i++)
      moves[i] = (uint8_t)(strcmp(policy, "random") == 0 ? drawn(i, &state) : planned(i));
    check(zombies_step(pool, part->first, part->count, moves, &output));
    least = UINT64_MAX;
    for (uint32_t i = part->first; i < part->first + part->count; i++) {
      uint64_t round;
      uint32_t made;
      check(zombies_round(pool, i, &round, &made));
      if (round < least) least = round;
      if (made > 0) paths[(size_t)i * max_moves + lengths[i]++] = "UDLR"[moves[i]];
      if (made == 0) { // A new round, or one that ended at its start.
        lengths[i] = 0;
        memset(blocks + (size_t)i * rows * columns, 0, (size_t)rows * columns);
      }
      if (output.outcomes[i] == ZOMBIES_NO_OUTCOME) continue;
      check(zombies_level(pool, i, level, sizeof level, 0));
      print(i, level, round);
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fputs("usage: players SETTINGS POLICY ROUNDS THREADS\n", stderr);
    return 64;
  }
  check(zombies_new(argv[1], strlen(argv[1]), &pool));
  policy = argv[2];
  rounds = strtoull(argv[3], 0, 10);
  check(zombies_shape(pool, &rows, &columns, &slots, &max_moves));
  uint32_t threads = (uint32_t)atoi(argv[4]);
  if (threads > slots) threads = slots;
  size_t squares = (size_t)rows * columns;
  output.squares = calloc(slots, squares);
  output.masks = calloc(slots, 1);
  output.outcomes = calloc(slots, 1);
  moves = calloc(slots, 1);
  blocks = calloc(slots, squares);
  paths = calloc(slots, max_moves);
  lengths = calloc(slots, sizeof *lengths);
  check(zombies_reset(pool, 0, &output));
  Part *parts = calloc(threads, sizeof *parts);
  pthread_t *ids = calloc(threads, sizeof *ids);
  for (uint32_t i = 0; i < threads; i++) {
    parts[i].first = (uint32_t)((uint64_t)slots * i / threads);
    parts[i].count = (uint32_t)((uint64_t)slots * (i + 1) / threads) - parts[i].first;
    pthread_create(&ids[i], 0, play, &parts[i]);
  }
  for (uint32_t i = 0; i < threads; i++) pthread_join(ids[i], 0);
  check(zombies_free(pool));
  free(output.squares); free(output.masks); free(output.outcomes); free(moves); free(blocks); free(paths); free(lengths);
  free(parts); free(ids);
  return 0;
}
