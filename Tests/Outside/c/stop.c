// Stops calls that take minutes: stop
//
// A timer of processor time sets a flag, which the question of the thread returns. Every call must end with
// ZOMBIES_STOPPED within 0.2 seconds of processor time after that, and its pool must still play. So must max-seconds.

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "zombies.h"

static volatile sig_atomic_t wanted;
static zombies_pool other;
static int questions;

static void set(int signal) { wanted = signal; }

// A program may call the library here, and also if that call fails, the one that runs goes on.
static int32_t stops(void) {
  char text[100];
  size_t length;
  questions++;
  if (zombies_level(other, 0, text, sizeof text, &length) || zombies_free(0) != ZOMBIES_NO_POOL) abort();
  return wanted != 0;
}

static zombies_pool made(const char *settings) {
  zombies_pool pool;
  if (zombies_new(settings, strlen(settings), &pool)) {
    fprintf(stderr, "stop: no pool: %s\n", settings);
    exit(1);
  }
  return pool;
}

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

enum call { MAKE, OPTIMUM, ORACLE, PLAY };
static const struct {
  enum call call;
  const char *settings;
} calls[] = {
    {MAKE, "family=28x28z30+lit"},
    {MAKE, "family=28x28z30+lit split=test slots=9"},
    {MAKE, "family=8x8z24+lit"},
    {MAKE, "family=28x28z9f1 slots=20000"},
    {OPTIMUM, "family=6x6z1b2f1 hearing-distance=2"},
    {OPTIMUM, "family=6x6z2b2f1 levels=any"},
    {OPTIMUM, "family=6x6z2 levels=any max-moves=1000000"},
    {OPTIMUM, "family=8x8z2 levels=any"},
    {ORACLE, "family=8x8z2 levels=any"},
    {PLAY, "family=28x28 levels=any"},
};

// Makes a call; its code, and in `pool` the pool that it used, or 0.
static int32_t make(enum call call, const char *settings, zombies_pool *pool) {
  static const char level[] = "28x28z30+lit@1#0";
  char text[1000];
  size_t length;
  switch (call) {
    case MAKE: return zombies_new(settings, strlen(settings), pool);
    case OPTIMUM: return zombies_optimum(*pool, text, sizeof text, &length);
    case ORACLE: return zombies_oracle(*pool, 0, text, sizeof text, &length);
    default: return zombies_play(*pool, 0, level, strlen(level), NULL);
  }
}

static void check(const char *kind, size_t number, double limit) {
  static const uint8_t up[1];
  char settings[200], reason[200];
  size_t length;
  int is_limited = *kind == 'm';
  sprintf(settings, "%s illegal-moves=ignored%s", calls[number].settings, is_limited ? " max-seconds=0.3" : "");
  zombies_pool pool = calls[number].call == MAKE ? 0 : made(settings);
  wanted = 0;
  double begin = seconds();
  struct itimerval timer = {{0, 0}, {0, 300000}};
  if (!is_limited) setitimer(ITIMER_PROF, &timer, NULL);
  int32_t code = make(calls[number].call, settings, &pool);
  double time = seconds() - begin;
  zombies_last_error(reason, sizeof reason, &length);
  const char *word = is_limited ? "max-seconds" : "program";
  if (code != ZOMBIES_STOPPED || time > limit || strstr(reason, word) == NULL) {
    fprintf(stderr, "stop: %s: call %zu, %s: code %d after %.3f s: %s\n", kind, number, settings, code, time, reason);
    exit(1);
  }
  wanted = 0;
  if (pool && (zombies_step(pool, 0, 1, up, NULL) || zombies_reset(pool, NULL, NULL) || zombies_free(pool))) {
    fprintf(stderr, "stop: call %zu, %s: the pool does not play after it\n", number, settings);
    exit(1);
  }
  printf("stop: %s: %s: %.3f s\n", kind, settings, time);
}

// A thread of its own has no question, so nothing stops its calls.
static void *unasked(void *_) {
  (void)_;
  char text[1000];
  size_t length;
  zombies_pool pool = made("family=flashlight");
  wanted = 1;
  if (zombies_optimum(pool, text, sizeof text, &length) || zombies_free(pool)) abort();
  return NULL;
}

int main(void) {
  // Also zombies_new sets up what it needs, if no other function came before it.
  other = made("family=classic");
  signal(SIGPROF, set);
  if (zombies_stop_if(stops)) return 1;
  for (size_t number = 0; number < sizeof calls / sizeof *calls; number++) check("the program", number, 0.5);
  if (questions < 10) return 1;
  zombies_stop_if(NULL);
  wanted = 1;
  for (size_t number = 0; number < sizeof calls / sizeof *calls; number++) check("max-seconds", number, 0.5);
  zombies_stop_if(stops);
  pthread_t thread;
  pthread_create(&thread, NULL, unasked, NULL);
  pthread_join(thread, NULL);
  printf("stop: %zu calls, each in both ways\n", sizeof calls / sizeof *calls);
}
