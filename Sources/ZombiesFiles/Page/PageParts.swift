// Made by Tests/Page/make from the files in Web: do not edit.
// swift-format-ignore-file

/// The document, with the places of its parts.
let pageDocument = #"""
  <!doctype html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
  <meta name="color-scheme" content="light dark">
  <title>{title}</title>
  <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ctext y='13' font-size='13'%3E🧟%3C/text%3E%3C/svg%3E">
  <style>
  {style}</style>
  </head>
  <body>
  <div id="screen"></div>
  <div id="said" class="hidden" role="status" aria-live="polite"></div>
  <noscript>This page is a game, which needs JavaScript and WebAssembly.</noscript>
  <script id="game" type="application/json">{game}</script>
  <script id="module" type="text/plain">{module}</script>
  <script>
  "use strict";
  {script}</script>
  </body>
  </html>

  """#

/// The style.
let pageStyle = #"""
  :root {
    color-scheme: light dark;
    --back: #f6f3ea; --ink: #1c1d22; --soft: #55565f; --line: #b9b4a4; --card: #fffdf7;
    --dark: #23252f; --floor: #fff3cf; --memory: #d9cfb4; --accent: #0b53c4; --danger: #b3261e; --good: #1d6b34;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --back: #121318; --ink: #eeece6; --soft: #b0b1ba; --line: #454857; --card: #1d1f27;
      --dark: #050609; --floor: #84703f; --memory: #3a3424; --accent: #8db6ff; --danger: #ff8f85; --good: #86d69b;
    }
  }
  [data-dark] {
    --back: #000; --ink: #fff; --soft: #d6d6d6; --line: #8a8a8a; --card: #000; --dark: #000; --floor: #3d3d3d;
    --memory: #222; --accent: #9cc0ff;
  }
  * { box-sizing: border-box; }
  html { height: 100%; }
  body { margin: 0; min-height: 100%; background: var(--back); font: 1rem/1.45 system-ui, sans-serif; }
  body:has([data-dark]) { background: #000; }
  .hidden {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
  p { margin: 0 0 .35rem; overflow-wrap: anywhere; }
  h1, h2 { margin: 0; line-height: 1.2; overflow-wrap: anywhere; }
  h1 { font-size: 1.05rem; }
  h2 { font-size: 1.5rem; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  :is(h1, h2):focus-visible { outline: none; }

  #screen {
    min-height: 100dvh; display: grid; gap: .75rem 1.25rem; padding: .75rem max(.75rem, calc((100vw - 74rem) / 2));
    grid-template: auto 1fr / minmax(0, 1fr) minmax(15rem, 24rem); background: var(--back); color: var(--ink);
  }
  header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
  .counters { display: flex; gap: 1.1rem; margin-inline-start: auto; font-weight: 600; font-variant-numeric: tabular-nums; }
  main { display: flex; flex-direction: column; align-items: center; gap: .75rem; min-width: 0; }
  main > :not(.board, .arrows, .message, .pictures) { width: min(100%, 44rem); }
  aside { min-width: 0; display: flex; flex-direction: column; gap: .75rem; }
  .notes, .lines, .about { color: var(--soft); }
  .told p:first-child, .about p:first-child { font-weight: 600; color: var(--ink); }
  .warnings { border: 2px solid var(--danger); border-radius: .6rem; padding: .5rem .75rem; }

  /* The room */
  .board { border-radius: .7rem; touch-action: none; max-width: 100%; }
  .grid {
    position: relative; display: grid; gap: 2px; padding: 3px; border-radius: .7rem; background: var(--line); overflow: hidden;
    grid-template-columns: repeat(var(--columns), var(--cell)); width: max-content; user-select: none;
    --cell: clamp(.75rem, min((100vw - 2.5rem - var(--aside)) / var(--columns) - 2px, (100dvh - var(--rest)) / var(--rows) - 2px), 6rem);
    --aside: 24rem; --rest: 14rem;
  }
  .cell {
    position: relative; width: var(--cell); height: var(--cell); display: grid; place-items: center; background: var(--dark);
    font: calc(var(--cell) * .62) / 1 "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", system-ui, sans-serif;
    border-radius: calc(var(--cell) * .08);
  }
  .letters .cell { font-family: ui-monospace, monospace; font-weight: 700; }
  .cell.seen { background: var(--floor); color: var(--ink); }
  .cell.remembered { background: var(--memory); color: var(--ink); }
  .emoji .cell.remembered { filter: saturate(.35); }
  .cell.dark { color: #c9cbd6; }
  .cell[data-mark]::after { content: attr(data-mark); position: absolute; inset: 4% 8% auto auto; font-size: 60%; }
  .emoji .cell[data-mark]::after { content: none; }
  .cell.catches { box-shadow: inset 0 0 0 calc(var(--cell) * .08) var(--danger); }
  .cell.looked { box-shadow: inset 0 0 0 calc(var(--cell) * .07) var(--accent); }
  .cell.lost { background: repeating-linear-gradient(45deg, var(--floor) 0 6px, color-mix(in srgb, var(--danger) 35%, var(--floor)) 6px 9px); }
  .cell.cursor { box-shadow: inset 0 0 0 calc(var(--cell) * .07) var(--accent); }
  .path { position: absolute; inset: 3px; width: calc(100% - 6px); height: calc(100% - 6px); pointer-events: none; }
  .path polyline {
    fill: none; stroke: var(--good); stroke-width: .12; stroke-linejoin: round; stroke-linecap: round; stroke-dasharray: .02 .26;
  }

  /* What can be done */
  button, input { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
  button {
    min-width: 44px; min-height: 44px; padding: .35rem .8rem; cursor: pointer; touch-action: manipulation;
    display: inline-flex; align-items: center; justify-content: center; gap: .45rem;
  }
  button:hover:not([aria-disabled]) { border-color: var(--accent); }
  button[aria-disabled] { color: var(--soft); border-style: dashed; background: none; cursor: default; }
  button[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 2px var(--accent); }
  kbd { font: 600 .8em ui-monospace, monospace; color: var(--soft); border: 1px solid var(--line); border-radius: .3rem; padding: 0 .3em; }
  @media (hover: none) { button kbd { display: none; } }
  .controls { display: flex; flex-wrap: wrap; gap: .4rem; }
  .arrows { display: grid; grid-template-columns: repeat(3, min(4.5rem, 27vw)); gap: .4rem; }
  .arrow { min-height: 52px; font-size: 1.5rem; }
  .arrow .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .arrow.up { grid-area: 1 / 2; } .arrow.left { grid-area: 2 / 1; } .arrow.down { grid-area: 2 / 2; } .arrow.right { grid-area: 2 / 3; }
  form { display: grid; grid-template-columns: 1fr auto; gap: .3rem .4rem; }
  label { grid-column: 1 / -1; color: var(--soft); font-size: .9rem; }
  input { min-width: 0; min-height: 44px; padding: .35rem .7rem; background: var(--card); }
  input::placeholder { color: var(--soft); opacity: 1; }
  ul { list-style: none; margin: 0; padding: 0; }
  .rows { display: grid; gap: .35rem; }
  .rows button { width: 100%; justify-content: space-between; text-align: start; flex-wrap: wrap; gap: .1rem .8rem; }
  .rows button[aria-current] { border-color: var(--accent); box-shadow: inset 4px 0 0 var(--accent); }
  .rows .summary { width: 100%; color: var(--soft); font-size: .9rem; }
  .rows .detail { font-weight: 600; }
  fieldset { border: 1px solid var(--line); border-radius: .6rem; padding: .4rem .6rem .6rem; margin: 0; min-width: 0; }
  legend { color: var(--soft); padding: 0 .3rem; font-size: .9rem; }
  .kept li { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin-bottom: .3rem; }
  .kept span:first-child { overflow-wrap: anywhere; flex: 1 1 8rem; }

  /* A message covers everything. */
  .message {
    position: fixed; inset: 0; z-index: 1; overflow: auto; display: flex; flex-direction: column; align-items: center;
    justify-content: safe center; gap: .6rem; padding: 1.5rem; text-align: center; cursor: pointer;
    background: var(--back);
  }
  .message h2 { font-size: clamp(2.25rem, 9vw, 5.5rem); }
  .message .reasons { max-width: 40rem; font-size: 1.1rem; }
  .message .controls { justify-content: center; }
  .share { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .6rem 1rem; }

  /* Worlds, questions, the board */
  .title { display: flex; align-items: center; justify-content: center; gap: 1rem; }
  .title h2 { flex: 1; }
  .title { gap: min(1rem, 2vw); }
  .title button { min-width: min(4.5rem, 18vw); min-height: 4.5rem; padding: .35rem; }
  main .controls:empty { display: none; }
  .worlds main, .chapter main, .quizEnd main { padding-top: 6vh; text-align: center; }
  .worlds main .controls, .chapter main .controls, .quizEnd main .controls { justify-content: center; }
  .choose { min-width: 9rem; min-height: 3.5rem; font-weight: 600; border-color: var(--accent); }
  :is(.worlds, .chapter, .quizEnd) h2 { font-size: clamp(1.8rem, 5vw, 3rem); }
  :is(.worlds, .chapter, .quizEnd) .lines { font-size: 1.15rem; }
  .pictures { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: center; max-width: 100%; }
  .pictures .grid { --aside: 28rem; --rest: 26rem; }
  .pictures figure:not(:only-child) .grid { --cell: clamp(1rem, min(24vw / var(--columns), 36dvh / var(--rows)), 2.6rem); }
  figure { margin: 0; text-align: center; max-width: 100%; }
  .question main, .openQuestion main { font-size: 1.1rem; }

  /* The workshop: squares are touched. */
  .workshop .grid { --rest: 17rem; --cell: clamp(44px, min((100vw - 2.5rem - var(--aside)) / var(--columns) - 2px, (100dvh - var(--rest)) / var(--rows) - 2px), 4.5rem); }
  .workshop .board { overflow: auto; touch-action: pan-x pan-y; }
  .workshop .cell { cursor: pointer; }

  /* The text screen: the command line stays in sight above a phone's keyboard. */
  #screen.text { height: 100dvh; min-height: 0; grid-template-rows: auto minmax(0, 1fr); }
  .text main { min-height: 0; }
  .text aside { overflow: auto; }
  .text aside .told { display: none; }
  .log { flex: 1; overflow: auto; border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .8rem; background: var(--card); }
  .log p { white-space: pre-wrap; }

  @media (max-width: 60rem) and (orientation: portrait), (max-width: 44rem) {
    #screen { grid-template: auto auto 1fr / minmax(0, 1fr); }
    .grid { --aside: 0rem; --rest: 20rem; }
    .pictures .grid, .workshop .grid { --aside: 0rem; }
    #screen.text { grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); }
  }
  @media (orientation: landscape) and (max-height: 32rem) {
    .room main { flex-direction: row; justify-content: center; align-items: center; align-content: start; flex-wrap: wrap; }
    .grid { --rest: 5rem; --aside: 32rem; }
    #screen { grid-template-columns: minmax(0, 1fr) minmax(12rem, 16rem); }
  }
  @media (prefers-reduced-motion: no-preference) {
    .message { animation: appear .18s ease-out; }
    @keyframes appear { from { opacity: 0; } }
  }
  @media (forced-colors: active) {
    :root, [data-dark] {
      --back: Canvas; --ink: CanvasText; --soft: CanvasText; --line: CanvasText; --card: Canvas; --accent: Highlight;
      --danger: CanvasText; --good: CanvasText;
    }
    .cell { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; color: CanvasText; }
    .cell.dark { background: CanvasText; color: Canvas; }
    .cell.remembered { border-style: dashed; }
    .cell.catches, .cell.looked, .cell.cursor { outline: 3px solid Highlight; outline-offset: -3px; }
    .path polyline { stroke: CanvasText; }
    button[aria-pressed=true], .rows button[aria-current] { outline: 2px solid Highlight; }
    button[aria-disabled] { color: GrayText; }
  }
  @media print { aside, .arrows { display: none; } }

  """#

/// The script.
let pageScript = #"""
  // Reads bytes that are written in base 85: five digits are four bytes. The digits are printable ASCII without what
  // quotes, escapes or marks up (Tests/Page/make).
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

  // Unpacks what LZMA has packed: a byte of properties, the length in four bytes, the stream.
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
    // The range and the code, in an array: as variables they would be boxed at each change.
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
  // The game in its module: takes an event as a line of text, and answers with a screen.
  class Core {
    constructor(module) {
      this.exports = new WebAssembly.Instance(module, {}).exports;
    }

    // The screen after an event; null before the game begins.
    ask(event) {
      const { allocate, release, answer, memory } = this.exports;
      const bytes = new TextEncoder().encode(event);
      const question = allocate(bytes.length);
      new Uint8Array(memory.buffer, question, bytes.length).set(bytes);
      const text = answer(question, bytes.length);
      release(question);
      const length = new DataView(memory.buffer).getUint32(text, true);
      const told = new TextDecoder().decode(new Uint8Array(memory.buffer, text + 4, length));
      release(text);
      return told ? JSON.parse(told) : null;
    }

    // All that the game knows: between two events, that is its memory.
    get image() {
      return this.exports.memory.buffer.slice(0);
    }

    set image(image) {
      const { memory } = this.exports;
      const missing = image.byteLength - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / 65536));
      new Uint8Array(memory.buffer).set(new Uint8Array(image));
    }
  }
  // The game on the page: what happens goes to the module, and comes back as a screen. A trap costs the
  // event that caused it and nothing else, and what takes long is thought out by a worker.
  class Game {
    constructor(module, show) {
      this.module = module;
      this.show = show;
      this.core = new Core(module);
      // What the game knew some events ago, and the events since.
      this.saved = null;
      this.journal = [];
      this.traps = 0;
      this.stored = {};
      this.untold = {};
      this.unkept = {};
    }

    // Tells the module something before the game begins.
    prepare(event) {
      try {
        this.core.ask(event);
        this.journal.push(event);
      } catch (trap) {
        this.repeat(trap);
        this.hasFailed = true;
      }
    }

    begin() {
      this.send("begin");
      if (this.hasFailed) this.send("failed");
    }

    send(event) {
      let screen;
      try {
        screen = this.core.ask(event);
        this.journal.push(event);
      } catch (trap) {
        screen = this.recover(trap);
      }
      this.take(screen);
      return screen;
    }

    // Shows a screen, keeps what is to be kept, and sees to what the game waits for.
    take(screen) {
      if (!screen) return;
      this.screen = screen;
      if (screen.handled) this.settle();
      this.show(screen);
      if (!this.thinking) this.wait();
      this.keep(screen.keep);
      clearTimeout(this.saving);
      this.saving = setTimeout(() => this.save(), 1000);
    }

    // MARK: Traps

    recover(trap) {
      this.repeat(trap);
      let screen = this.core.ask("failed");
      if (!screen) {
        // The game has not begun: where a link was to lead is left out.
        for (const event of ["link ", "begin"]) {
          this.core.ask(event);
          this.journal.push(event);
        }
        screen = this.core.ask("failed");
      }
      this.journal.push("failed");
      return screen;
    }

    // Begins a new module where the last copy stands, and repeats what has happened since.
    repeat(trap) {
      console.warn("recovered from", trap);
      this.traps += 1;
      document.documentElement.dataset.traps = this.traps;
      const journal = this.journal;
      this.journal = [];
      this.restore();
      for (const event of journal) {
        try {
          this.core.ask(event);
          this.journal.push(event);
        } catch {
          this.restore();
        }
      }
    }

    restore() {
      this.core = new Core(this.module);
      if (this.saved) this.core.image = this.saved;
      for (const done of this.journal) this.core.ask(done);
    }

    save() {
      if (this.journal.length < 8 || this.thinking) return;
      if (this.core.exports.memory.buffer.byteLength > 1 << 28) return;
      this.saved = this.core.image;
      this.journal = [];
    }

    // MARK: Waiting

    wait() {
      const awaits = this.screen.awaits;
      if (awaits === "") return;
      const pause = { move: 450, answer: 250, plan: 0, player: 0 }[awaits];
      this.timer = setTimeout(() => awaits === "move" ? this.send("go on") : this.think(), pause);
    }

    // Nothing is thought about any more that was waited for before.
    settle() {
      clearTimeout(this.timer);
      if (!this.thinking) return;
      this.thinking.terminate();
      this.thinking = null;
    }

    // Lets a worker think, with all that the game knows; the page stays awake meanwhile.
    think() {
      let worker;
      try {
        worker = new Worker(Game.thinker ??= URL.createObjectURL(new Blob([
          Core.toString(), answerAlone.toString(), "onmessage = answerAlone;"], { type: "text/javascript" })));
      } catch {
        this.send("go on");
        return;
      }
      this.thinking = worker;
      worker.onmessage = ({ data }) => {
        this.thinking = null;
        worker.terminate();
        if (!data.image) {
          this.take(this.recover(data.trap));
          return;
        }
        this.core.image = this.saved = data.image;
        this.journal = [];
        this.take(data.screen);
      };
      worker.onerror = event => {
        event.preventDefault();
        this.thinking = null;
        this.send("go on");
      };
      const image = this.core.image;
      worker.postMessage({ module: this.module, image }, [image]);
    }

    // MARK: Keeping

    // Where the browser keeps what outlives the page, by the names that the module has for it.
    static places = { progress: "zombies progress", levels: "zombies levels" };

    // Hands what the browser has kept to the module.
    remember() {
      try {
        for (const place in Game.places) {
          this.stored[place] = localStorage.getItem(Game.places[place]) ?? "";
          this.prepare(`${place} ${this.stored[place]}`);
        }
      } catch {
        for (const place in Game.places) this.prepare(`storage none ${place}`);
      }
      addEventListener("storage", event => {
        // Without a key, everything was cleared.
        for (const place in Game.places) {
          if (event.key === null || event.key === Game.places[place]) this.refresh(place);
        }
      });
    }

    // Somebody else may have kept or removed something meanwhile; what the module knows beyond it, it then
    // asks to keep. Whether there was a change.
    refresh(place) {
      let text;
      try {
        text = localStorage.getItem(Game.places[place]) ?? "";
      } catch {
        return false;
      }
      if (text === this.stored[place]) return false;
      this.stored[place] = text;
      this.send(`${place} ${text}`);
      return true;
    }

    // Keeps what is to be kept, each thing in its place. A change by somebody else is taken in first, and
    // what comes of that is kept by the screen that tells it.
    keep(texts) {
      for (const place in Game.places) {
        if (this.refresh(place)) return;
        const text = texts[place];
        if (text == null || text === this.untold[place] || !this.put(place, text)) continue;
        try {
          this.core.ask(`kept ${place}`);
          this.journal.push(`kept ${place}`);
        } catch (trap) {
          // Told again, the module might fail for ever; the text is kept, and another one is told again.
          this.untold[place] = text;
          this.take(this.recover(trap));
          return;
        }
        delete this.unkept[place];
      }
    }

    // Whether a text is kept now. That it cannot be is said once, and tried again at the next change.
    put(place, text) {
      try {
        if (text !== this.stored[place]) {
          localStorage.setItem(Game.places[place], text);
          if (localStorage.getItem(Game.places[place]) !== text) throw new Error("nothing was kept");
        }
        this.stored[place] = text;
        return true;
      } catch (error) {
        if (!this.unkept[place]) {
          this.unkept[place] = true;
          this.send(`storage ${error.name === "QuotaExceededError" ? "full" : "none"} ${place}`);
        }
        return false;
      }
    }

    // Sets what is damaged aside, under a name of its own, so that what was set aside before is still there.
    setAside(place) {
      if (this.refresh(place)) return;
      const text = this.stored[place];
      try {
        let name = `${Game.places[place]}, damaged`;
        for (let number = 2; (localStorage.getItem(name) ?? text) !== text; number += 1) {
          name = `${Game.places[place]}, damaged ${number}`;
        }
        localStorage.setItem(name, text);
        localStorage.removeItem(Game.places[place]);
      } catch {
        return;
      }
      this.stored[place] = "";
      this.send(`storage aside ${place}`);
    }
  }

  // What the worker does: it thinks with all that the game knows, and returns all that it knows then.
  function answerAlone({ data }) {
    try {
      const core = new Core(data.module);
      core.image = data.image;
      const screen = core.ask("go on"), image = core.image;
      postMessage({ screen, image }, [image]);
    } catch (trap) {
      postMessage({ trap: String(trap) });
    }
  }
  // Elements as values, and a document that becomes like them with as few changes as possible: so whoever
  // types, or listens to a screen reader, is not thrown out of a field.

  // An element: a name, attributes, and children, which are elements or texts.
  function element(name, attributes = {}, ...children) {
    return { name, attributes, children: children.flat().filter(child => child != null && child !== "") };
  }

  const svgNames = ["svg", "polyline"];

  function make(value) {
    if (typeof value === "string") return document.createTextNode(value);
    const node = svgNames.includes(value.name)
      ? document.createElementNS("http://www.w3.org/2000/svg", value.name)
      : document.createElement(value.name);
    update(node, value);
    return node;
  }

  // Makes a node like an element of the same name.
  function update(node, value) {
    for (const { name } of [...node.attributes]) {
      if (!(name in value.attributes) || value.attributes[name] == null) node.removeAttribute(name);
    }
    for (const [name, text] of Object.entries(value.attributes)) {
      if (text != null && node.getAttribute(name) !== String(text)) node.setAttribute(name, text);
    }
    const nodes = [...node.childNodes];
    value.children.forEach((child, place) => {
      const old = nodes[place];
      if (!old) {
        node.append(make(child));
      } else if (typeof child === "string") {
        if (old.nodeType !== Node.TEXT_NODE) old.replaceWith(make(child));
        else if (old.data !== child) old.data = child;
      } else if (old.nodeType === Node.ELEMENT_NODE && old.localName === child.name
        && old.getAttribute("data-part") === (child.attributes["data-part"] ?? null)) {
        update(old, child);
      } else {
        old.replaceWith(make(child));
      }
    });
    for (const old of nodes.slice(value.children.length)) old.remove();
  }
  // A screen as elements. Every word comes from the module.

  // What the parts of the page are called.
  let phrases = {};

  const texts = (part, lines) => lines.length
    ? element("div", { class: part, "data-part": part }, lines.map(line => element("p", {}, line))) : null;

  function button(control, attributes = {}) {
    const keys = control.keys ?? [];
    return element("button", {
      type: "button", "data-event": control.event, "data-part": control.event.split(" ")[0],
      "aria-disabled": control.enabled === false ? "true" : null,
      "aria-pressed": control.pressed == null ? null : String(control.pressed),
      "aria-keyshortcuts": shortcuts(keys), ...attributes,
    },
    control.symbol ? element("span", { class: "symbol", "aria-hidden": "true" }, control.symbol) : null,
    element("span", { class: "label" }, control.label),
    keys.length ? element("kbd", { "aria-hidden": "true" }, keys[0]) : null);
  }

  const keyNames = {
    Return: "Enter", Esc: "Escape", Up: "ArrowUp", Down: "ArrowDown", Left: "ArrowLeft", Right: "ArrowRight",
    "Page up": "PageUp", "Page down": "PageDown",
  };
  const shortcuts = keys => keys.map(key => keyNames[key] ?? key).join(" ") || null;

  // A room: an image in words, around which the page puts what can be done with it.
  function grid(room, spoken, { looked, way, touches } = {}) {
    const columns = room.cells[0].length;
    const cells = room.cells.flatMap((row, r) => row.map((cell, c) => {
      const place = [r + room.firstRow, c + room.firstColumn];
      const isLooked = looked && looked[0] === place[0] && looked[1] === place[1];
      return element("div", {
        class: `cell ${cell.class}${isLooked ? " looked" : ""}`,
        "data-event": touches ? `square ${place[0]} ${place[1]}` : null,
        "data-mark": cell.mark,
      }, cell.symbol);
    }));
    const line = way && way.length > 1
      ? element("svg", {
        class: "path", viewBox: `0 0 ${columns} ${room.cells.length}`, "aria-hidden": "true",
        preserveAspectRatio: "none",
      }, element("polyline", {
        points: way.map(([r, c]) => `${c - room.firstColumn + 0.5},${r - room.firstRow + 0.5}`).join(" "),
      })) : null;
    return element("div", {
      class: "grid", "data-part": "grid", role: "img", "aria-label": spoken,
      style: `--columns: ${columns}; --rows: ${room.cells.length}`,
    }, ...cells, line);
  }

  // A field for a line, and what it is for.
  function field(id, event, label, text = "", example = "") {
    return element("form", { "data-form": event, "data-part": id, autocomplete: "off" },
      element("label", { for: id }, label),
      element("input", {
        id, name: "line", type: "text", value: text, placeholder: example, enterkeyhint: "send", autocapitalize: "off",
        autocomplete: "off", autocorrect: "off", spellcheck: "false",
      }),
      element("button", { type: "submit", class: "submit", "aria-label": `${phrases.done}: ${label}` }, "↵"));
  }

  const sayField = () => field("say", "say", phrases.say, "", phrases.example);

  function rows(list) {
    return list.length ? element("ul", { class: "rows", "data-part": "rows", role: "list" }, list.map(row =>
      element("li", {}, element("button", {
        type: "button", "data-event": row.event, "aria-current": row.current ? "true" : null,
        "aria-disabled": row.enabled ? null : "true", "aria-label": row.spoken,
      }, element("span", { class: "text" }, row.text), element("span", { class: "detail" }, row.detail))))) : null;
  }

  function arrows(list) {
    return list.length ? element("div", { class: "arrows", role: "group", "aria-label": phrases.walk },
      list.map(arrow => button({ ...arrow, keys: [] }, {
        class: `arrow ${arrow.label}`, "aria-keyshortcuts": shortcuts(arrow.keys) }))) : null;
  }

  // The controls that belong to a place in the middle.
  const placed = (screen, place) => screen.controls.filter(control => control.place === place)
    .map(control => button(control, { class: place }));

  // What is in the middle.
  const middles = {
    room: (content, screen) => [
      element("div", { class: "board", id: "board", role: "application", tabindex: "0", "aria-label": phrases.room },
        grid(content.room, content.room.spoken, { looked: screen.looked })),
      arrows(screen.arrows),
    ],
    message: (content, screen) => [
      element("div", { class: "message", role: "dialog", "aria-modal": "true", "aria-labelledby": "headline",
        "data-event": "key Enter" },
        element("h2", { id: "headline" }, content.headline),
        texts("reasons", content.reasons),
        content.share.length ? element("div", { class: "share" }, content.share.map(line => element("p", {}, line)),
          element("button", { type: "button", "data-copy": content.share.join("\n") }, phrases.copy)) : null,
        element("div", { class: "controls" }, screen.controls.map(control => button(control))),
        sayField()),
    ],
    help: content => [
      element("div", { class: "help" }, content.lines.map(line =>
        line.heading ? element("h2", {}, line.heading)
          : line.text ? element("p", {}, line.text)
            : element("p", { class: "entry" }, element("kbd", {}, line.keys), " ", line.meaning))),
    ],
    settings: content => [
      element("ul", { class: "rows", role: "list" }, content.rows.map(row =>
        element("li", {}, element("button", {
          type: "button", "data-event": row.event, "aria-current": row.current ? "true" : null,
          "aria-label": row.spoken,
        }, element("span", { class: "text" }, row.text), element("span", { class: "detail" }, row.detail),
        element("span", { class: "summary" }, row.summary))))),
    ],
    text: content => [
      element("div", { class: "log", id: "log", tabindex: "0", role: "region", "aria-label": phrases.messages },
        content.messages.map(message => element("p", {}, message))),
      field("command", "line", phrases.ask),
    ],
    panel: (content, screen) => [
      element("div", { class: "title" }, placed(screen, "before"),
        element("h2", { id: "title", tabindex: "-1" }, content.title), placed(screen, "next")),
      texts("lines", content.lines),
      element("div", { class: "controls" }, placed(screen, "choose")),
      content.pictures.length ? element("div", { class: "pictures", "data-part": "pictures" },
        content.pictures.map(picture => element("figure", {},
          screen.groups
            ? element("div", { class: "board", id: "board", role: "application", tabindex: "0", "aria-label": phrases.level },
              grid(picture, picture.spoken, { way: screen.way, touches: true }))
            : grid(picture, picture.spoken),
          picture.name ? element("figcaption", {}, picture.name) : null))) : null,
      rows(content.rows),
      content.field ? field("answer", "line", content.field.label, content.field.text) : null,
      texts("about", content.notes),
    ],
  };

  // What the workshop has besides.
  function workshop(screen) {
    return [
      ...screen.groups.map(group => element("fieldset", {}, element("legend", {}, group.name),
        element("div", { class: "controls" }, group.tools.map(tool => button(tool))))),
      ...screen.fields.map((item, place) => field(`tool-${place}`, `say ${item.word}`, item.label, "", item.example)),
      screen.kept.length ? element("ul", { class: "kept", role: "list", "aria-label": phrases.kept },
        screen.kept.map(level => element("li", {}, element("span", {}, level.text),
          button({ label: phrases.take, event: level.take }), button({ label: phrases.remove, event: level.remove })))) : null,
    ];
  }

  function page(screen) {
    phrases = screen.phrases;
    const content = screen.content, isMessage = content.form === "message";
    return element("div", {
      id: "screen", class: `${screen.kind} ${content.form} ${screen.style}`,
      "data-dark": content.whiteOnBlack ? "true" : null,
    },
    element("header", { inert: isMessage ? "" : null },
      element("h1", { id: "heading", tabindex: "-1" },
        content.form === "panel" || !screen.heading ? document.title : screen.heading),
      element("div", { class: "counters" }, screen.counters.map(counter =>
        element("span", { role: "img", "aria-label": counter.spoken }, counter.text)))),
    element("main", {}, texts("warnings", screen.warnings), ...middles[content.form](content, screen)),
    element("aside", { "aria-label": phrases.controls, inert: isMessage ? "" : null },
      texts("notes", screen.notes),
      isMessage ? null : texts("told", screen.told),
      isMessage ? null : element("div", { class: "controls", "data-part": "controls" },
        screen.controls.filter(control => !control.place).map(control => button(control)),
        screen.extras.map(extra => button(extra))),
      screen.groups ? workshop(screen) : null,
      content.form === "room" && screen.kind !== "farewell" ? sayField() : null));
  }
  // What happens on the page: keys, touches, lines and links become events of the game.

  const screenPlace = document.getElementById("screen"), said = document.getElementById("said");
  const wantsRest = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = null, frames = [], frameTimer = 0, address = null, addressTimer = 0, types = false;

  function draw(screen) {
    update(screenPlace, page(screen));
  }

  function show(screen) {
    clearTimeout(frameTimer);
    frames = wantsRest.matches ? [] : screen.frames;
    if (frames.length) chase(screen); else rest(screen);
  }

  // Shows the zombies' chase, a step at a time.
  function chase(screen) {
    const frame = frames.shift();
    if (!frame) {
      rest(screen);
      return;
    }
    const content = { form: "room", room: { ...frame, spoken: "" } };
    draw({ ...screen, content, controls: shown?.controls ?? [], arrows: shown?.arrows ?? [] });
    frameTimer = setTimeout(chase, Math.max(30, Math.min(90, 900 / (frames.length + 1))), screen);
  }

  function rest(screen) {
    const before = shown;
    frames = [];
    shown = screen;
    draw(screen);
    tell(screen.said);
    focus(screen, before);
    if (screen.content.form === "text") {
      const log = document.getElementById("log");
      log.scrollTop = log.scrollHeight;
    }
    if (screen.file) save(screen.file);
    follow(screen.address);
  }

  function tell(sentences) {
    if (!sentences.length) return;
    // The same sentence again is news too.
    said.replaceChildren(...sentences.map(sentence => {
      const line = document.createElement("p");
      line.textContent = sentence;
      return line;
    }));
  }

  // Puts the focus where what is new can be read and used, and leaves it where it is otherwise.
  function focus(screen, before) {
    const active = document.activeElement;
    if (screen.typing) {
      if (!before?.typing || before.kind !== screen.kind) screenPlace.querySelector("main input")?.focus();
      return;
    }
    if (before && before.kind === screen.kind && active !== document.body && active.isConnected) {
      if (active.closest(".rows")) screenPlace.querySelector("main .rows [aria-current]")?.focus();
      return;
    }
    const places = [
      // Whoever types goes on typing.
      types ? "#say" : "[role=dialog] .controls button", ".rows [aria-current]", "#board", "#title", "#heading",
    ];
    for (const place of places) {
      const target = screenPlace.querySelector(place);
      if (!target || target.closest("[inert]")) continue;
      target.focus({ preventScroll: !before });
      return;
    }
  }

  // The address follows what is played, a little later, for browsers refuse many changes at once.
  function follow(next) {
    if (next === address) return;
    address = next;
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      try {
        history.replaceState(null, "", next ? "#" + next : location.pathname + location.search);
      } catch { /* Then the address stays. */ }
    }, 300);
  }

  function save({ name, text }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function bring() {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".txt,text/plain";
    input.onchange = async () => {
      const file = input.files[0];
      if (file && file.size < 1 << 26) send("bring " + await file.text());
    };
    input.click();
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      screenPlace.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  // Something happens. What comes while the zombies chase ends the chase, and what was meant for the round
  // does nothing to the message.
  function send(event) {
    if (shown && shown !== game.screen) {
      clearTimeout(frameTimer);
      rest(game.screen);
      if (game.screen.content.form === "message") return game.screen;
    }
    if (event === "bring") return bring();
    if (event.startsWith("storage aside ")) return game.setAside(event.slice("storage aside ".length));
    return game.send(event);
  }

  document.addEventListener("click", event => {
    // The button of a form submits it.
    if (event.target.closest("form")) return;
    const place = event.target.closest("[data-event], [data-copy], .share");
    if (!place || place.className === "share" || place.getAttribute("aria-disabled") === "true") return;
    types = false;
    if (place.dataset.copy) copy(place.dataset.copy); else send(place.dataset.event);
  });

  document.addEventListener("submit", event => {
    event.preventDefault();
    const form = event.target, input = form.elements.line, line = input.value;
    input.value = "";
    types = form.dataset.form === "say";
    send(`${form.dataset.form} ${line}`);
  });

  const lookKeys = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right", Home: "here", Enter: "room" };

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.key === "Tab") return;
    if (event.target.matches("input, textarea") && !["Escape", "PageUp", "PageDown"].includes(event.key)) return;
    const isButton = event.target.matches("button, a");
    if (isButton && (event.key === "Enter" || event.key === " ")) return;
    if (event.shiftKey && event.key in lookKeys) {
      send("look " + lookKeys[event.key]);
      event.preventDefault();
      return;
    }
    types = false;
    const screen = send("key " + event.key);
    if (screen?.handled || event.key.startsWith("Arrow") && event.target.matches("#board, .rows *")) event.preventDefault();
  });

  // A swipe over the room is a step; one over the worlds pulls the next one in.
  let touch = null;
  document.addEventListener("pointerdown", event => {
    touch = event.target.closest(".room .board, .room .arrows, .worlds main") ? [event.clientX, event.clientY] : null;
  });
  document.addEventListener("pointerup", event => {
    if (!touch) return;
    const [x, y] = [event.clientX - touch[0], event.clientY - touch[1]];
    touch = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < 24) return;
    const pulls = shown.kind === "worlds" ? -1 : 1;
    const name = Math.abs(x) > Math.abs(y) ? (pulls * x < 0 ? "Left" : "Right") : (y < 0 ? "Up" : "Down");
    send("key Arrow" + name);
  });
  document.addEventListener("pointercancel", () => { touch = null; });

  addEventListener("hashchange", () => {
    const link = location.hash.slice(1);
    if (link === address) return;
    address = null;
    send("link " + link);
  });

  // The game begins.
  const packed = bytes(document.getElementById("module").textContent);
  const game = new Game(new WebAssembly.Module(unpack(packed)), show);
  game.prepare("seed " + Math.floor(Math.random() * 1000000));
  game.prepare("today " + new Date().toISOString().slice(0, 10));
  for (const event of JSON.parse(document.getElementById("game").textContent)) game.prepare(event);
  game.remember();
  game.prepare("link " + location.hash.slice(1));
  try {
    game.begin();
  } catch {
    const sentence = "Something failed inside the game, so that it does not begin. Load the page again.";
    screenPlace.textContent = said.textContent = sentence;
  }
  document.documentElement.dataset.ready = Math.round(performance.now());

  """#
