/* Plays random legal moves in 256 rounds at a time; reads and writes whole blocks. */
#include <string.h>
#include <unistd.h>
static char in[1 << 22], out[1 << 20];
static unsigned long chance[1 << 16];
static char *number(char *p, unsigned long *n) {
  for (*n = 0; *p >= '0' && *p <= '9'; p++) *n = *n * 10 + (unsigned long)(*p - '0');
  return p;
}
static char *word(char *p) { while (*p != ' ') p++; return p + 1; }
int main(void) {
  size_t have = 0;
  int ready = 0;
  char *o = out;
  for (;;) {
    ssize_t n = read(0, in + have, sizeof in - have);
    if (n <= 0) return 0;
    have += (size_t)n;
    char *p = in, *end = in + have, *line;
    for (; (line = memchr(p, '\n', (size_t)(end - p))); p = line + 1) {
      unsigned long id, seed;
      if (*p == 's') {
        char *q = word(word(number(p + 4, &id) + 1)), *moves = q;
        while (*q != ' ') q++;
        unsigned long *x = &chance[id & 65535];
        *x = *x * 6364136223846793005u + 1442695040888963407u;
        memcpy(o, p + 4, (size_t)(word(p + 4) - p - 4));
        o += word(p + 4) - p - 4;
        *o++ = moves[(*x >> 33) % (unsigned long)(q - moves)];
        *o++ = ' ';
      } else if (*p == 'r' && p[1] == 'o' && p[2] == 'u') {
        char *q = number(p + 6, &id) + 1;
        number(word(word(word(word(q)))), &seed);
        chance[id & 65535] = seed;
      } else if (*p == 'g' && !ready) {
        ready = 1;
        if (write(1, "name random\nbatch 256\nready\n", 28) < 0) return 1;
      } else if (*p == 'g') {
        *o++ = '\n';
        if (write(1, out, (size_t)(o - out)) < 0) return 1;
        o = out;
      }
    }
    have = (size_t)(end - p);
    memmove(in, p, have);
  }
}
