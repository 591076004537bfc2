// Saves states at random moments, restores them in another pool, and plays on in both:
//   states SETTINGS MOMENTS
// Fails at the first difference in what the players see, or in the states afterwards.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zombies.h"

static uint64_t seed = 1;
static uint64_t next(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 33;
}

static void check(int code, const char *what) {
  char reason[512];
  if (code == ZOMBIES_OK) return;
  zombies_last_error(reason, sizeof reason, 0);
  fprintf(stderr, "%s: error %d: %s\n", what, code, reason);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  zombies_pool pools[2];
  zombies_output outputs[2] = {{.size = sizeof outputs[0]}, {.size = sizeof outputs[0]}};
  uint32_t rows, columns, slots;
  size_t size;
  unsigned char *states[2];
  for (int k = 0; k < 2; k++) {
    check(zombies_new(argv[1], strlen(argv[1]), &pools[k]), "new");
    check(zombies_shape(pools[k], &rows, &columns, &slots, 0), "shape");
    check(zombies_state_size(pools[k], &size), "state size");
    outputs[k].squares = calloc(slots, (size_t)rows * columns);
    outputs[k].lit = calloc(slots, 1);
    outputs[k].heard = calloc(slots, sizeof(uint16_t));
    outputs[k].masks = calloc(slots, 1);
    outputs[k].outcomes = calloc(slots, 1);
    states[k] = calloc(slots, size);
    check(zombies_reset(pools[k], 0, &outputs[k]), "reset");
  }
  uint8_t *moves = calloc(slots, 1);
  long moments = 0, ended = 0;
  while (moments < atol(argv[2])) {
    check(zombies_get_state(pools[0], 0, slots, states[0], slots * size), "get");
    check(zombies_set_state(pools[1], 0, slots, states[0], slots * size, &outputs[1]), "set");
    moments += slots;
    for (uint64_t steps = 1 + next() % 12; steps > 0; steps--) {
      for (uint32_t i = 0; i < slots; i++) {
        int move = (int)(next() % 4);
        while (!(outputs[0].masks[i] >> move & 1)) move = (move + 1) % 4;
        moves[i] = (uint8_t)move;
      }
      for (int k = 0; k < 2; k++) check(zombies_step(pools[k], 0, slots, moves, &outputs[k]), "step");
      for (uint32_t i = 0; i < slots; i++) ended += outputs[0].outcomes[i] != ZOMBIES_NO_OUTCOME;
      if (memcmp(outputs[0].squares, outputs[1].squares, (size_t)slots * rows * columns) ||
          memcmp(outputs[0].lit, outputs[1].lit, slots) || memcmp(outputs[0].heard, outputs[1].heard, 2 * slots) ||
          memcmp(outputs[0].masks, outputs[1].masks, slots) || memcmp(outputs[0].outcomes, outputs[1].outcomes, slots)) {
        fprintf(stderr, "%s: the players see different things\n", argv[1]);
        return 1;
      }
    }
    for (int k = 0; k < 2; k++) check(zombies_get_state(pools[k], 0, slots, states[k], slots * size), "get");
    if (memcmp(states[0], states[1], slots * size)) {
      fprintf(stderr, "%s: different states\n", argv[1]);
      return 1;
    }
  }
  for (int k = 0; k < 2; k++) {
    check(zombies_free(pools[k]), "free");
    free(outputs[k].squares); free(outputs[k].lit); free(outputs[k].heard); free(outputs[k].masks);
    free(outputs[k].outcomes); free(states[k]);
  }
  free(moves);
  printf("%s: %ld states, %ld rounds ended after them\n", argv[1], moments, ended);
  return ended > 0 ? 0 : 1;
}
