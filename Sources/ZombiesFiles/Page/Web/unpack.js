// Reads bytes in base 85: five digits are four bytes. The digits are printable ASCII, without characters that quote,
// escape or mark up (Tests/Page/make).
function bytes(lines) {
  const text = lines.replaceAll("\n", "");
  const values = new Uint8Array(128);
  for (let code = 33, value = 0; code < 127; code++) {
    if (!"\"\\<>&'`$!".includes(String.fromCharCode(code))) values[code] = value++;
  }
  const view = new DataView(new ArrayBuffer(text.length / 5 * 4));
  for (let place = 0, end = 0; place < text.length; place += 5, end += 4) {
    let number = 0;
    for (let digit = place; digit < place + 5; digit++) number = number * 85 + values[text.charCodeAt(digit)];
    view.setUint32(end, number);
  }
  return new Uint8Array(view.buffer);
}

// Unpacks LZMA data: a byte of properties, the length in four bytes, the stream.
// The format: Igor Pavlov, "LZMA specification", 2015.
function unpack(input) {
  const properties = input[0], contextBits = properties % 9;
  const literalMask = (1 << ((properties / 9 | 0) % 5)) - 1, positionMask = (1 << (properties / 45 | 0)) - 1;
  const length = new DataView(input.buffer, input.byteOffset).getUint32(1, true);
  const output = new Uint8Array(length);
  const fresh = count => new Uint16Array(count).fill(1024);
  const match = fresh(192), rep = fresh(12), rep0 = fresh(12), rep1 = fresh(12), rep2 = fresh(12), long = fresh(192);
  const slots = fresh(256), special = fresh(128), align = fresh(16);
  const literals = fresh(0x300 << contextBits + Math.log2(literalMask + 1));
  const lengths = () => ({ choice: fresh(2), low: fresh(128), middle: fresh(128), high: fresh(256) });
  const matchLengths = lengths(), repLengths = lengths();
  // The range and the code are in an array, because variables would be boxed at each change.
  const coder = new Uint32Array([0xFFFFFFFF, new DataView(input.buffer, input.byteOffset).getUint32(6)]);
  let place = 10;
  function bit(table, index) {
    const chance = table[index], range = coder[0], code = coder[1], bound = (range >>> 11) * chance;
    let rest, value;
    if (code < bound) {
      coder[0] = rest = bound;
      table[index] = chance + (2048 - chance >> 5);
      value = 0;
    } else {
      coder[0] = rest = range - bound;
      coder[1] = code - bound;
      table[index] = chance - (chance >> 5);
      value = 1;
    }
    if (rest < 0x1000000) {
      coder[0] = rest << 8;
      coder[1] = coder[1] << 8 | input[place++];
    }
    return value;
  }
  function tree(table, start, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node << 1 | bit(table, start + node);
    return node - (1 << bits);
  }
  function reversed(table, start, bits) {
    let node = 1, value = 0;
    for (let i = 0; i < bits; i++) {
      const one = bit(table, start + node);
      node = node << 1 | one;
      value |= one << i;
    }
    return value;
  }
  function direct(bits) {
    let value = 0;
    for (; bits > 0; bits--) {
      coder[0] >>>= 1;
      const one = coder[1] >= coder[0] ? 1 : 0;
      if (one) coder[1] -= coder[0];
      value = (value << 1 | one) >>> 0;
      if (coder[0] < 0x1000000) {
        coder[0] <<= 8;
        coder[1] = coder[1] << 8 | input[place++];
      }
    }
    return value;
  }
  function count(chances, position) {
    if (!bit(chances.choice, 0)) return 2 + tree(chances.low, position << 3, 3);
    if (!bit(chances.choice, 1)) return 10 + tree(chances.middle, position << 3, 3);
    return 18 + tree(chances.high, 0, 8);
  }
  let state = 0, a = 0, b = 0, c = 0, d = 0, at = 0;
  while (at < length) {
    const position = at & positionMask;
    if (!bit(match, state << 4 | position)) {
      const before = at > 0 ? output[at - 1] : 0;
      const start = 0x300 * (((at & literalMask) << contextBits) + (before >> 8 - contextBits));
      let symbol = 1;
      if (state >= 7) {
        let expected = output[at - a - 1];
        do {
          const one = expected >> 7;
          expected = expected << 1 & 0xFF;
          const actual = bit(literals, start + (1 + one << 8) + symbol);
          symbol = symbol << 1 | actual;
          if (actual !== one) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = symbol << 1 | bit(literals, start + symbol);
      output[at++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let size;
    if (bit(rep, state)) {
      if (!bit(rep0, state)) {
        if (!bit(long, state << 4 | position)) {
          state = state < 7 ? 9 : 11;
          output[at] = output[at - a - 1];
          at++;
          continue;
        }
      } else {
        let distance;
        if (!bit(rep1, state)) {
          distance = b;
        } else {
          if (!bit(rep2, state)) {
            distance = c;
          } else {
            distance = d;
            d = c;
          }
          c = b;
        }
        b = a;
        a = distance;
      }
      size = count(repLengths, position);
      state = state < 7 ? 8 : 11;
    } else {
      [d, c, b] = [c, b, a];
      size = count(matchLengths, position);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(size - 2, 3) << 6, 6);
      if (slot < 4) {
        a = slot;
      } else {
        const bits = (slot >> 1) - 1;
        a = (2 | slot & 1) << bits;
        a += slot < 14 ? reversed(special, a - slot, bits) : (direct(bits - 4) << 4) + reversed(align, 0, 4);
      }
    }
    for (const end = Math.min(at + size, length); at < end; at++) output[at] = output[at - a - 1];
  }
  return output;
}
if (typeof module !== "undefined") module.exports = unpack;
