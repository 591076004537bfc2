/* The policy edge as a player of the line protocol: edge BATCH. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 65536, SQUARES = 64 };

static struct { unsigned long id; int rows, columns, signpost; char shut[SQUARES]; } rooms[ROUNDS];

/* The room of a round. Rounds have ascending numbers, and at most ROUNDS are open. */
static unsigned place(unsigned long id) { return id % ROUNDS; }

static int number(char **text) { return (int)strtol(*text, text, 10); }

static int target(int rows, int columns, int square, int move) {
  int row = square / columns + (move == 2) - (move == 0), column = square % columns + (move == 3) - (move == 1);
  return row < 0 || column < 0 || row >= rows || column >= columns ? -1 : row * columns + column;
}

int main(int argc, char **argv) {
  static char line[1 << 16], answers[1 << 21];
  char *end = answers;
  int batch = argc > 1 ? atoi(argv[1]) : 1, isReady = 0;
  while (fgets(line, sizeof line, stdin)) {
    char *text = line + strcspn(line, " \n");
    if (line[0] == 'r' && line[1] == 'o') {
      unsigned long id = strtoul(text, &text, 10);
      unsigned i = place(id);
      memset(&rooms[i], 0, sizeof rooms[i]);
      rooms[i].id = id;
      rooms[i].rows = number(&text);
      rooms[i].columns = number(&text);
      int row = number(&text);
      text++;
      rooms[i].signpost = (row - 1) * rooms[i].columns + number(&text) - 1;
    } else if (line[0] == 's') {
      unsigned long id = strtoul(text, &text, 10);
      unsigned i = place(id);
      int rows = rooms[i].rows, columns = rooms[i].columns, distance[SQUARES], queue[SQUARES], head = 0, tail = 0;
      char zombies[SQUARES] = {0};
      text += strcspn(text + 1, " ") + 1; /* the light */
      int row = number(&text);
      text++;
      int own = (row - 1) * columns + number(&text) - 1;
      char *moves = text + 1;
      text = moves + strcspn(moves, " ") + 1;
      text += strcspn(text, " \n"); /* the number heard */
      while (*text == ' ') {
        char thing = text[1];
        text += 2;
        row = number(&text);
        text++;
        int square = (row - 1) * columns + number(&text) - 1;
        if (thing == '#') rooms[i].shut[square] = 1;
        if (thing == 'Z') zombies[square] = 1;
      }
      for (int k = 0; k < rows * columns; k++) distance[k] = -1;
      distance[rooms[i].signpost] = 0;
      queue[tail++] = rooms[i].signpost;
      while (head < tail) {
        int square = queue[head++];
        for (int move = 0; move < 4; move++) {
          int next = target(rows, columns, square, move);
          if (next < 0 || rooms[i].shut[next] || zombies[next] || distance[next] >= 0) continue;
          distance[next] = distance[square] + 1;
          queue[tail++] = next;
        }
      }
      int chosen = -1;
      for (int move = 0; move < 4 && chosen < 0 && distance[own] > 0; move++) {
        int next = target(rows, columns, own, move);
        if (next >= 0 && distance[next] >= 0 && distance[next] == distance[own] - 1) chosen = move;
      }
      for (int move = 0; move < 4 && chosen < 0; move++)
        if (memchr(moves, "ULDR"[move], strcspn(moves, " "))) chosen = move;
      end += sprintf(end, "%lu %c ", id, "ULDR"[chosen < 0 ? 0 : chosen]);
    } else if (line[0] == 'g') {
      if (isReady) {
        *end++ = '\n';
        fwrite(answers, 1, (size_t)(end - answers), stdout);
        end = answers;
      } else {
        printf("name edge\nbatch %d\nonce\nready\n", batch);
      }
      fflush(stdout);
      isReady = 1;
    }
  }
  return 0;
}
