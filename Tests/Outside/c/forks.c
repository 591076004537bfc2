// Forks beside threads that make, use and free pools: forks SECONDS [FORKS]
//
// In every child, calls must come back, with ZOMBIES_FORKED for pools that a thread was using. Fails if a child ends by
// a signal, hangs, or gets another code, and if no fork ever met a pool in use.

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "zombies.h"

enum { SLOTS = 64, FAMILIES = 4 };
static const char *families[FAMILIES] = {
    "family=classic slots=64 illegal-moves=ignored",
    "family=flashlight slots=64 hearing-distance=2 illegal-moves=ignored",
    "family=6x6z2b3f1 slots=64 illegal-moves=ignored", "family=9x9z4b9f1 slots=64 levels=any illegal-moves=ignored"};
static zombies_pool shared[FAMILIES];
static atomic_int is_done;

// Makes, uses and frees a pool; 0, or the code of an error.
static int round_trip(const char *settings) {
  static const uint8_t moves[SLOTS];
  zombies_pool pool;
  char text[1000];
  int code = zombies_new(settings, strlen(settings), &pool);
  for (int step = 0; step < 3 && !code; step++) code = zombies_step(pool, 0, SLOTS, moves, NULL);
  if (!code) code = zombies_reset(pool, NULL, NULL);
  if (!code) code = zombies_level(pool, 1, text, sizeof text, NULL);
  return code ? code : zombies_free(pool);
}

static void *play(void *number) {
  static const uint8_t moves[SLOTS];
  int place = *(int *)number;
  while (!is_done) {
    if (round_trip(families[place])) abort();
    for (int step = 0; step < 20; step++) zombies_step(shared[place], 0, SLOTS, moves, NULL);
  }
  return NULL;
}

// What a child does: 0 if all is well, 1 if also the pool was in use, 2 for an error.
static int child(int place) {
  static const uint8_t moves[SLOTS];
  alarm(20);
  if (round_trip(families[place])) return 2;
  int code = zombies_step(shared[place], 0, SLOTS, moves, NULL);
  if (code && code != ZOMBIES_FORKED) return 2;
  if (zombies_free(shared[place])) return 2;
  if (zombies_step(shared[place], 0, SLOTS, moves, NULL) != ZOMBIES_NO_POOL) return 2;
  return code == ZOMBIES_FORKED;
}

int main(int argc, char **argv) {
  int seconds = argc > 1 ? atoi(argv[1]) : 20, most = argc > 2 ? atoi(argv[2]) : 3000;
  int numbers[FAMILIES], forks = 0, in_use = 0, bad = 0;
  pthread_t threads[FAMILIES];
  for (int place = 0; place < FAMILIES; place++) {
    numbers[place] = place;
    if (zombies_new(families[place], strlen(families[place]), &shared[place])) return 1;
    if (pthread_create(&threads[place], NULL, play, &numbers[place])) return 1;
  }
  time_t end = time(NULL) + seconds;
  for (; forks < most && time(NULL) < end; forks++) {
    int status = 0;
    pid_t process = fork();
    if (process < 0) return 1;
    if (process == 0) _exit(child(forks % FAMILIES));
    waitpid(process, &status, 0);
    if (status == 1 << 8) in_use++;
    else if (status) {
      if (bad++ < 3) printf("fork %d: the child ended with status %d, signal %d\n", forks, status >> 8, status & 127);
    }
  }
  is_done = 1;
  for (int place = 0; place < FAMILIES; place++) pthread_join(threads[place], NULL);
  printf("forks: %d, %d met a pool in use, %d ended badly\n", forks, in_use, bad);
  return bad > 0 || in_use == 0;
}
