/* The C interface of the Zombies toolkit: many rounds of the puzzle side by side, for programs that choose the
   moves themselves. The article "Rooms for programs in C" of the module ZombiesC explains it.

   All functions return ZOMBIES_OK or another code below, and then change nothing unless it says so. None ends the
   program, whatever numbers it gets. A pointer must be null or point to as much memory as its function says; a null
   pointer or a misaligned one is an error, unless null is permitted. zombies_last_error gives the reason in words.

   Different slots of a pool can be used by different threads at the same time with zombies_step, zombies_begin and
   zombies_get_state. All other functions need a pool for themselves. The results are the same either way.

   After fork, the child can use copies of its parent's pools, except those that a call in another thread was using: it
   gets ZOMBIES_FORKED for them, and can only free them. */
#ifndef ZOMBIES_H
#define ZOMBIES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes whenever a program for an older version would no longer work. */
#define ZOMBIES_ABI_VERSION 1

/* The results of functions. */
enum {
  ZOMBIES_OK = 0,
  ZOMBIES_BAD_POINTER = 1,  /* a pointer is null or misaligned */
  ZOMBIES_NO_POOL = 2,      /* no pool has this number; it may have been freed */
  ZOMBIES_BAD_SETTING = 3,  /* a setting is unknown, out of range, or not understood */
  ZOMBIES_BAD_SLOT = 4,     /* no such slots in the pool */
  ZOMBIES_ILLEGAL_MOVE = 5, /* a move is illegal or no move; no slot has changed */
  ZOMBIES_NO_LEVEL = 6,     /* a level cannot be generated; its slot is over, and so are later ones that need one */
  ZOMBIES_BAD_LEVEL = 7,    /* a text is no level, or the level is too large for the pool */
  ZOMBIES_BAD_STATE = 8,    /* some bytes are not the state of a slot */
  ZOMBIES_TOO_SMALL = 9,    /* the memory is too small; the needed size was written */
  ZOMBIES_TOO_LARGE = 10,   /* a family or a room is too large for exact answers */
  ZOMBIES_STOPPED = 11,     /* zombies_stop_if or max-seconds stopped the call; slots that need a level are over */
  ZOMBIES_FORKED = 12       /* a call in another thread used the pool when this process was forked */
};

/* The moves. A mask has bit 1 << move for each legal move. */
enum { ZOMBIES_UP = 0, ZOMBIES_DOWN = 1, ZOMBIES_LEFT = 2, ZOMBIES_RIGHT = 3 };

/* The squares of an observation. */
enum {
  ZOMBIES_UNKNOWN = 0,    /* not seen */
  ZOMBIES_FLOOR = 1,      /* nothing there */
  ZOMBIES_WALL = 2,       /* beyond the sides of a room that is smaller than those of the pool */
  ZOMBIES_BLOCK = 3,
  ZOMBIES_ZOMBIE = 4,
  ZOMBIES_FLASHLIGHT = 5,
  ZOMBIES_SIGNPOST = 6,   /* always known */
  ZOMBIES_PLAYER = 7      /* the own square */
};

/* The outcomes of rounds. */
enum {
  ZOMBIES_WON = 0,
  ZOMBIES_CAUGHT = 1,
  ZOMBIES_STUCK = 2,
  ZOMBIES_OUT_OF_MOVES = 3,
  ZOMBIES_NO_OUTCOME = 255
};

/* The number of a pool. Numbers are never used twice. */
typedef uint64_t zombies_pool;

/* Memory for results, in arrays with an entry for each slot of the pool. A null pointer means that the array is not
   wanted. Only the entries of the slots of a call are written. */
typedef struct zombies_output {
  size_t size;           /* sizeof(zombies_output) */
  uint8_t *squares;      /* slots x rows x columns: what each player sees */
  uint8_t *lit;          /* 1 if the room is lit */
  uint16_t *heard;       /* the number of zombies heard; 0 in a lit room and without hearing */
  float *rewards;        /* 1 for a step that won the round, otherwise 0 */
  uint8_t *terminated;   /* 1 if the step ended the round: won, caught or stuck */
  uint8_t *truncated;    /* 1 if the step used the last move */
  uint8_t *masks;        /* the moves that the next step accepts: all four if it ignores the move */
  uint8_t *outcomes;     /* the outcome of a round that the step ended, otherwise ZOMBIES_NO_OUTCOME */
  uint8_t *last_squares; /* with autoreset=same-step: the last observation of a round that the step ended */
  uint8_t *last_lit;
  uint16_t *last_heard;
} zombies_output;

/* The version of the library's interface: ZOMBIES_ABI_VERSION of its header. */
int32_t zombies_abi_version(void);

/* Copies the reason for the last error of this thread, in English, with a NUL after it, to text. Always writes as
   much as fits in capacity bytes; length receives the length without the NUL, if it is not null. */
int32_t zombies_last_error(char *text, size_t capacity, size_t *length);

/* Sets a function that long calls of this thread ask whether to stop, about 20 times a second; null for none. If it
   returns anything but 0, the call ends with ZOMBIES_STOPPED. It may return a flag that a handler of SIGINT sets, and
   it must not use the pool of the call. */
int32_t zombies_stop_if(int32_t (*stops)(void));

/* Makes a pool and begins its first rounds. The settings are a text of NAME=VALUE separated by spaces or line ends,
   of the given length in bytes, such as "family=classic seed=42 slots=1024 levels=any hearing-distance=2".

   family             a family, such as classic or 6x6z2b3f1; must be given
   seed               the seed of the levels, 0 to 2^64 - 1 (default: 0)
   slots              the number of rounds side by side, 1 to 65536 (default: 1)
   levels             solvable or any (default: solvable)
   split              the part of all levels that is played, such as train or test (default: all levels)
   shares             the parts and their shares (default: train=0.8,test=0.2)
   max-moves          the maximum number of moves in a round (default: four times the number of squares of its level)
   max-seconds        the maximum number of seconds that a call may take, such as 0.5 (default: no limit)
   autoreset          next-step, same-step or disabled (default: next-step)
   illegal-moves      refused or ignored (default: refused)
   catching-distance, chase, zombie-speed, hearing-distance: the rules (default: 1, longest, 1, 0) */
int32_t zombies_new(const char *settings, size_t length, zombies_pool *pool);

/* Frees a pool. Its number is not valid afterwards. */
int32_t zombies_free(zombies_pool pool);

/* The sides of a pool's rooms, its number of slots, and the maximum number of moves in a round of its family. Null
   pointers are permitted. */
int32_t zombies_shape(
    zombies_pool pool, uint32_t *rows, uint32_t *columns, uint32_t *slots, uint32_t *max_moves);

/* Begins again with the first round of each slot; with another seed if seed is not null. output may be null. */
int32_t zombies_reset(zombies_pool pool, const uint64_t *seed, const zombies_output *output);

/* Begins the next round of count slots from slot first on, over or not; if wanted is not null, only of those with a
   nonzero byte: wanted has a byte for each slot of the pool. Only the entries of these slots
   are written to output, which may be null. */
int32_t zombies_begin(
    zombies_pool pool, uint32_t first, uint32_t count, const uint8_t *wanted,
    const zombies_output *output);

/* Makes one move in count slots from slot first on. moves has a byte for each slot of the pool. A slot whose round is
   over begins its next round instead, unless autoreset says otherwise. output may be null. */
int32_t zombies_step(
    zombies_pool pool, uint32_t first, uint32_t count, const uint8_t *moves,
    const zombies_output *output);

/* Begins a round on a level: a code such as S4/5/Z4/Z4/4P, or a seed reference such as classic@42#7. Its sides must be
   at most those of the pool. output may be null. */
int32_t zombies_play(
    zombies_pool pool, uint32_t slot, const char *level, size_t length,
    const zombies_output *output);

/* The code of the level of a slot, with a NUL after it. length receives its length without the NUL, if it is not
   null, also if the memory is too small. */
int32_t zombies_level(
    zombies_pool pool, uint32_t slot, char *code, size_t capacity, size_t *length);

/* The number of a slot's round, and the number of moves made in it. Null pointers are permitted. */
int32_t zombies_round(zombies_pool pool, uint32_t slot, uint64_t *round, uint32_t *moves);

/* The number of bytes in the state of one slot. */
int32_t zombies_state_size(zombies_pool pool, size_t *size);

/* Copies the states of count slots from slot first on, one after another, to capacity bytes at states. */
int32_t zombies_get_state(
    zombies_pool pool, uint32_t first, uint32_t count, void *states, size_t capacity);

/* Puts count slots from slot first on in states that zombies_get_state copied from a pool with the same sides, rules
   and maximum number of moves. Slots before one whose state is not valid have changed. output may be null. */
int32_t zombies_set_state(
    zombies_pool pool, uint32_t first, uint32_t count, const void *states, size_t size,
    const zombies_output *output);

/* The exact results of the best players on the levels of a pool's family, selection and split, as JSON:
     {"levels": 171, "without_sight": 36, "with_sight": 105, "random": 0.017967308119, "random_error": 1e-12}
   These are the number of levels, how many of them the best player wins who knows which levels they are and sees and
   hears what the rules permit, how many the best player wins who sees the whole level, and the chance of a player who
   makes random legal moves. All have the pool's limit on moves. The text is written as by zombies_level. Takes
   milliseconds for small families, and minutes for the largest that are permitted. */
int32_t zombies_optimum(zombies_pool pool, char *text, size_t capacity, size_t *length);

/* The legal moves of a slot's player and how many levels each wins, given all that the player has seen and heard in its
   round, as JSON:
     {"levels": 12, "moves": [{"move": 0, "wins": 5}, {"move": 2, "wins": 3}], "best": [0], "advice": 0}
   levels are those of the family and selection, whatever the split, that are still possible; wins are those of the best
   play after the move, without a limit on moves. A player who always makes the move "advice" plays best; it is null if
   nothing can be won. There are no moves if the round is over. The text is written as by zombies_level. */
int32_t zombies_oracle(zombies_pool pool, uint32_t slot, char *text, size_t capacity, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
