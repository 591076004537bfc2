// Unpacks the page's module: text in base 94 (eleven digits are nine bytes) that contains LZMA data, which is a byte of
// properties, the length in four bytes, and the stream. Tests/Page/make compiles it to WebAssembly, because the same code
// in JavaScript takes more than twice as long.
// The format: Igor Pavlov, "LZMA specification", 2015.

typedef unsigned char byte;
typedef unsigned short chance;
typedef unsigned int number;

// The range coder. Everything is inlined, so that it stays in locals.
typedef struct { number range, code; const byte *input; } coder;
#define inlined static inline __attribute__((always_inline))

inlined number bit(coder *r, chance *table, number index) {
  number old = table[index], bound = (r->range >> 11) * old, value;
  if (r->code < bound) {
    r->range = bound;
    table[index] = old + ((2048 - old) >> 5);
    value = 0;
  } else {
    r->range -= bound;
    r->code -= bound;
    table[index] = old - (old >> 5);
    value = 1;
  }
  if (r->range < 1u << 24) {
    r->range <<= 8;
    r->code = r->code << 8 | *r->input++;
  }
  return value;
}

inlined number tree(coder *r, chance *table, number bits) {
  number node = 1;
  for (number i = 0; i < bits; i++) node = node << 1 | bit(r, table, node);
  return node - (1u << bits);
}

inlined number reversed(coder *r, chance *table, number bits) {
  number node = 1, value = 0;
  for (number i = 0; i < bits; i++) {
    number one = bit(r, table, node);
    node = node << 1 | one;
    value |= one << i;
  }
  return value;
}

inlined number direct(coder *r, number bits) {
  number value = 0;
  for (; bits > 0; bits--) {
    r->range >>= 1;
    number one = r->code >= r->range;
    if (one) r->code -= r->range;
    value = value << 1 | one;
    if (r->range < 1u << 24) {
      r->range <<= 8;
      r->code = r->code << 8 | *r->input++;
    }
  }
  return value;
}

// The chances of the lengths of matches: two choices, and trees of 8, 8 and 256 lengths. The position does not matter,
// because the module is packed with no bits of it.
struct lengths { chance choice[2], low[8], middle[8], high[256]; };

inlined number length(coder *r, struct lengths *chances) {
  if (!bit(r, chances->choice, 0)) return 2 + tree(r, chances->low, 3);
  if (!bit(r, chances->choice, 1)) return 10 + tree(r, chances->middle, 3);
  return 18 + tree(r, chances->high, 8);
}

static struct {
  chance match[12], rep[12], rep0[12], rep1[12], rep2[12], whole[12], slots[4][64], special[128], align[16];
  chance literals[0x300 << 3];
  struct lengths matches, reps;
} all;

inlined number literal(coder *r, chance *table, number expected, int follows) {
  number symbol = 1;
  if (follows) {
    do {
      number one = expected >> 7 & 1, actual = bit(r, table, ((1 + one) << 8) + symbol);
      expected <<= 1;
      symbol = symbol << 1 | actual;
      if (actual != one) break;
    } while (symbol < 0x100);
  }
  while (symbol < 0x100) symbol = symbol << 1 | bit(r, table, symbol);
  return symbol;
}

// Decodes text into bytes before it, in place: eleven digits are nine bytes. The digits are the printable characters of
// ASCII without the one that begins markup.
static void digits(byte *text, number size) {
  typedef unsigned long long wide;
  const wide power = 94ull * 94 * 94 * 94 * 94 * 94;
  wide high = 0, low = 0;
  number place = 0;
  byte *end = text + size, *out = text;
  for (; text < end; text++) {
    number digit = *text - 32;
    if (digit > 94) continue;
    digit -= *text > '<';
    if (place < 5) high = high * 94 + digit; else low = low * 94 + digit;
    if (++place < 11) continue;
    // The number high * power + low, of 72 bits, as 56 and 16.
    low += (high & 0xFFFF) * power;
    high = (high >> 16) * power + (low >> 16);
    for (int shift = 48; shift >= 0; shift -= 8) *out++ = high >> shift;
    *out++ = low >> 8;
    *out++ = low;
    place = high = low = 0;
  }
}

// Unpacks text, which it overwrites, and returns the number of bytes.
__attribute__((export_name("unpack"))) number unpack(byte *text, number size, byte *output) {
  digits(text, size);
  coder local = { ~0u, 0, text + 1 }, *r = &local;
  number total = 0, at = 0, state = 0, a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < 4; i++) total |= (number)*r->input++ << 8 * i;
  r->input++;
  for (int i = 0; i < 4; i++) r->code = r->code << 8 | *r->input++;
  for (chance *one = (chance *)&all; one < (chance *)(&all + 1); one++) *one = 1024;
  while (at < total) {
    if (!bit(r, all.match, state)) {
      number before = at ? output[at - 1] : 0;
      output[at] = literal(r, all.literals + 0x300 * (before >> 5), state < 7 ? 0 : output[at - a - 1], state >= 7);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    number count;
    if (bit(r, all.rep, state)) {
      if (!bit(r, all.rep0, state)) {
        if (!bit(r, all.whole, state)) {
          state = state < 7 ? 9 : 11;
          output[at] = output[at - a - 1];
          at++;
          continue;
        }
      } else {
        number distance = b;
        if (bit(r, all.rep1, state)) {
          distance = c;
          if (bit(r, all.rep2, state)) {
            distance = d;
            d = c;
          }
          c = b;
        }
        b = a;
        a = distance;
      }
      count = length(r, &all.reps);
      state = state < 7 ? 8 : 11;
    } else {
      d = c;
      c = b;
      b = a;
      count = length(r, &all.matches);
      state = state < 7 ? 7 : 10;
      number slot = tree(r, all.slots[count < 6 ? count - 2 : 3], 6);
      a = slot;
      if (slot >= 4) {
        number bits = (slot >> 1) - 1;
        a = (2 | (slot & 1)) << bits;
        a += slot < 14 ? reversed(r, all.special + a - slot, bits) : (direct(r, bits - 4) << 4) + reversed(r, all.align, 4);
      }
    }
    for (number end = at + count < total ? at + count : total; at < end; at++) output[at] = output[at - a - 1];
  }
  return total;
}
