// Unpacks the page's module from text, part by part, while the page is still arriving. The text contains LZMA data: a byte
// of properties, the length in four bytes, and the stream. What they contain is a module whose code is split into streams
// of one kind. Tests/Outside/page/make compiles this to WebAssembly, because the same code in JavaScript takes more than
// twice as long.
// The format of LZMA: Igor Pavlov, "LZMA specification", 2015. The instructions: "WebAssembly Core Specification", 2.0.

typedef unsigned char byte;
typedef unsigned short chance;
typedef unsigned int number;

// The range coder. Everything that reads bits is inlined, because nearly all time is spent there.
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

// Decodes text into bytes at or before it. The digits are the printable characters of ASCII without the one that begins
// markup, which stand for 7 bits, and then the characters of two bytes from U+00A0 on, for 12 or 13 bits.
static byte *digits(byte *out, const byte *text, number size) {
  enum { SHORT = 94, MIDDLE = 288 };
  static number bits, count;
  for (const byte *end = text + size; text < end;) {
    number digit = *text++, length = 7;
    if (digit < 32) continue;
    if (digit < 128) {
      digit -= digit > '<' ? 33 : 32;
    } else {
      digit = ((digit & 31) << 6 | (*text++ & 63)) - 0xA0;
      length = digit < MIDDLE ? 12 : 13;
      digit += digit < MIDDLE ? SHORT << 5 : (SHORT << 6) + MIDDLE;
    }
    bits = bits << length | digit;
    for (count += length; count >= 8; count -= 8) *out++ = bits >> (count - 8);
  }
  return out;
}

// The streams of a parted module (Tests/Outside/page/make), and the module. Of a function, how many variables have a place
// in the order of the last use, and how many blocks are open.
enum { FUNCTION, CODE, LOCAL, OFFSET, BRANCH, STREAMS, SIZE = 5 };
typedef struct { byte *streams[STREAMS], *module; number known, depth; } places;

inlined void copy(places *p, int stream, number length) {
  for (; length > 0; length--) *p->module++ = *p->streams[stream]++;
}

// Copies a number (LEB128), and returns it.
inlined number take(places *p, int stream) {
  number value = 0;
  for (number shift = 0;; shift += 7) {
    byte part = *p->module++ = *p->streams[stream]++;
    value |= (number)(part & 127) << shift;
    if (part < 128) return value;
  }
}

// Writes a number in a given number of bytes.
static void put(byte *to, number value, number length) {
  for (; length > 0; length--, value >>= 7) *to++ = (value & 127) | (length > 1) << 7;
}

// Writes a variable of a function, which comes as its rank in the order of the last use.
inlined void variable(places *p) {
  static unsigned short order[1 << 12];
  number rank = 0, shift = 0;
  do rank |= (*p->streams[LOCAL] & 127) << 7 * shift++; while (*p->streams[LOCAL]++ > 127);
  for (; p->known <= rank; p->known++) order[p->known] = p->known;
  number value = order[rank];
  for (; rank > 0; rank--) order[rank] = order[rank - 1];
  *order = value;
  number length = value < 128 ? 1 : 2;
  put(p->module, value, length);
  p->module += length;
}

// Copies what follows an opcode.
inlined void operands(places *p, byte opcode) {
  switch (opcode) {
    case 0x02: case 0x03: case 0x04: p->depth++; copy(p, CODE, 1); break;
    case 0x0B: p->depth--; break;
    case 0x0C: case 0x0D: take(p, BRANCH); break;
    case 0x0E: for (number count = take(p, BRANCH) + 1; count > 0; count--) take(p, BRANCH); break;
    case 0x11: take(p, CODE); take(p, CODE); break;
    case 0x20: case 0x21: case 0x22: variable(p); break;
    case 0x10: case 0x23: case 0x24: case 0x3F: case 0x40: case 0x41: case 0x42: take(p, CODE); break;
    case 0x43: case 0x44: copy(p, CODE, 4 * (opcode - 0x42)); break;
    case 0xFC: {
      number kind = take(p, CODE);
      if (kind >= 8 && kind <= 11) take(p, CODE);
      if (kind == 8 || kind == 10) take(p, CODE);
      break;
    }
    default:
      if (opcode < 0x28 || opcode > 0x3E) break;
      // The alignment is only a hint.
      *p->module++ = 0;
      take(p, OFFSET);
  }
}

// Puts one function together.
static __attribute__((noinline)) void function(places *kept) {
  places local = *kept, *p = &local;
  p->module += SIZE;
  byte *start = p->module;
  p->known = 0;
  p->depth = 1;
  for (number count = take(p, FUNCTION); count > 0; count--) {
    take(p, FUNCTION);
    copy(p, FUNCTION, 1);
  }
  while (p->depth > 0) {
    byte opcode = *p->module++ = *p->streams[CODE]++;
    operands(p, opcode);
  }
  put(start - SIZE, p->module - start, SIZE);
  *kept = local;
}

// Puts a parted module together, behind its parts.
static byte *joined(byte *parts, number total) {
  const number *numbers = (const number *)parts;
  byte *rest = parts + 4 * (STREAMS + 2), *end = parts + total, *start = parts + (total + 15 & ~15u) + 16;
  places p = { .module = start };
  for (int stream = 0; stream < STREAMS; stream++) {
    p.streams[stream] = rest;
    rest += numbers[stream];
  }
  __builtin_memcpy(p.module, rest, numbers[STREAMS + 1]);
  p.module += numbers[STREAMS + 1];
  rest += numbers[STREAMS + 1];
  // What has a size: the number of functions, which is written in as many bytes as a size, and the functions.
  byte *code = p.module - SIZE;
  for (number i = 0; i < numbers[STREAMS]; i++) function(&p);
  put(code - SIZE, p.module - code, SIZE);
  __builtin_memcpy(p.module, rest, end - rest);
  ((number *)start)[-1] = p.module + (end - rest) - start;
  return start;
}

// Where decoding is: `at` of `total` bytes are done. The rest is the state of LZMA and the last four distances.
static struct decoding { coder coder; number total, at, state, a, b, c, d; } kept;

// The bytes of the text, their end, and the bytes of the parts. An instruction of LZMA is at most 48 bits, and a bit
// takes at most a byte.
enum { LONGEST = 64, PIECE = 4096 };
static byte input[1 << 20], *known = input, *output;

// Decodes until a place in the output or in the input. A browser compiles a function quickly at first, and then well
// while it runs; but only later calls have the good code. So this is called for a few kilobytes at a time.
static __attribute__((noinline)) void decode(number until, const byte *limit) {
  coder local = kept.coder, *r = &local;
  const number total = kept.total;
  number at = kept.at, state = kept.state, a = kept.a, b = kept.b, c = kept.c, d = kept.d;
  while (at < until && local.input < limit) {
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
  kept = (struct decoding){ local, total, at, state, a, b, c, d };
}

static void advance(const byte *limit) {
  while (kept.at < kept.total && kept.coder.input < limit) {
    decode(kept.at + PIECE < kept.total ? kept.at + PIECE : kept.total, limit);
  }
}

// Takes `size` digits more, which are at the place that the last call returned, and returns the place of the next.
__attribute__((export_name("feed"))) byte *feed(number size) {
  int begins = known == input;
  known = digits(known, known, size);
  if (begins && known > input) {
    coder *r = &kept.coder;
    *r = (coder){ ~0u, 0, input + 1 };
    for (int i = 0; i < 4; i++) kept.total |= (number)*r->input++ << 8 * i;
    r->input++;
    for (int i = 0; i < 4; i++) r->code = r->code << 8 | *r->input++;
    for (chance *one = (chance *)&all; one < (chance *)(&all + 1); one++) *one = 1024;
    // The parts, and the module behind them.
    number pages = (2 * kept.total + kept.total / 4 + (1 << 18)) >> 16;
    output = (byte *)(__builtin_wasm_memory_grow(0, pages) << 16);
  }
  advance(known - LONGEST);
  return known;
}

// The place of the module, when all text is there. Its length is in the four bytes before it.
__attribute__((export_name("finish"))) byte *finish(void) {
  advance(known + LONGEST);
  return joined(output, kept.total);
}
