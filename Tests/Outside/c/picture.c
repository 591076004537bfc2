// Prints what a player sees after some moves, as the article shows it:
//   picture LEVEL MOVES HEARING
// Beside each row of squares are the bytes of the observation. Without MOVES, prints what the article says about the
// best play instead:
//   picture optimum HEARING
//   picture oracle HEARING
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "zombies.h"

int main(int argc, char **argv) {
  static uint8_t squares[64], lit, mask;
  static uint16_t heard;
  static const char names[] = " .+#ZFS@";
  zombies_output output;
  zombies_pool pool;
  uint32_t rows, columns;
  char settings[100];
  if (argc != 3 && argc != 4) return 64;
  snprintf(settings, sizeof settings, "family=classic levels=any seed=42 hearing-distance=%s", argv[argc - 1]);
  memset(&output, 0, sizeof output);
  output.size = sizeof output;
  output.squares = squares;
  output.lit = &lit;
  output.heard = &heard;
  output.masks = &mask;
  if (zombies_new(settings, strlen(settings), &pool) || zombies_shape(pool, &rows, &columns, NULL, NULL)) return 1;
  if (argc == 3) {
    char text[1000];
    int code = strcmp(argv[1], "oracle") == 0 ? zombies_oracle(pool, 0, text, sizeof text, NULL)
                                              : zombies_optimum(pool, text, sizeof text, NULL);
    puts(text);
    return code;
  }
  if (zombies_play(pool, 0, argv[1], strlen(argv[1]), &output)) return 1;
  for (const char *letter = argv[2]; *letter; letter++) {
    uint8_t move = (uint8_t)(strchr("UDLR", *letter) - "UDLR");
    if (zombies_step(pool, 0, 1, &move, &output)) return 1;
  }
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t column = 0; column < columns; column++) putchar(names[squares[row * columns + column]]);
    printf("     ");
    for (uint32_t column = 0; column < columns; column++) printf(" %d", squares[row * columns + column]);
    if (row == rows / 2) printf("      lit %d, heard %d, mask %d", lit, heard, mask);
    printf("\n");
  }
  return zombies_free(pool);
}
