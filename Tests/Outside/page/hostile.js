// The script of a hostile page, which runs before the page's own script. It sends random events (chance.js, as
// `dice`), makes the module trap on request, and records what becomes part of the document.
const hostile = (() => {
  const scribbles = dice.chance(1);
  // countdown: after how many answers the module traps. at: the event at which it always traps. injected: the
  // number of traps so far.
  const state = { countdown: Infinity, at: null, isGentle: false, isOnce: false, injected: 0, bad: [], longest: [0, ""] };

  // MARK: Traps

  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const answer = (place, length) => {
      // Without the time that the page writes before an event.
      const asked = () => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place, length)).replace(/^\d+ /, "");
      const isThere = state.at !== null && asked() === state.at;
      if (--state.countdown === 0 || isThere) {
        state.countdown = Infinity;
        state.injected += 1;
        if (state.isOnce) state.at = null;
        // The trap happens before the module has done anything, or after it has done everything.
        if (scribbles(2) && !state.isGentle) exports.answer(place, length);
        const bytes = new Uint8Array(exports.memory.buffer);
        for (let lines = state.isGentle ? 0 : 1 + scribbles(40); lines > 0; lines--) {
          const start = scribbles(bytes.length);
          bytes.fill(scribbles(256), start, start + scribbles(scribbles(4) ? 64 : 65536));
        }
        throw new WebAssembly.RuntimeError("unreachable, on purpose");
      }
      return exports.answer(place, length);
    };
    return { exports: { ...exports, answer } };
  };

  // MARK: The document

  // The names of the elements that the page's script creates. No others may appear.
  const names = new Set(/*names*/);
  // The values of the attribute style, which contain nothing but numbers.
  const styles = /^(--columns: \d+; --rows: \d+|--pictures: \d+|--x: [\d.]+%; --y: [\d.]+%;)$/;
  const leads = ["href", "src", "srcdoc", "srcset", "action", "formaction", "data", "xlink:href", "poster"];

  function check(element) {
    const told = () => state.bad.push(element.cloneNode(false).outerHTML.slice(0, 300));
    if (!names.has(element.localName)) told();
    for (const { name, value } of element.attributes) {
      // The shapes of things are part of the document.
      const isShape = element.localName === "use" && name === "href" && /^#z[SPZBF]$/.test(value);
      if (name.startsWith("on") || leads.includes(name) && !isShape) told();
      if (name === "style" && !styles.test(value)) told();
    }
  }

  const places = () => document.querySelectorAll("#screen, #screen *, #said *");
  // The program writes the shapes of things into the document.
  const others = () => [...document.querySelectorAll("*")]
    .filter(element => !element.closest("#screen, #said, body > svg > *"));

  function watch() {
    places().forEach(check);
    const count = others().length;
    new MutationObserver(records => {
      for (const { type, target, addedNodes } of records) {
        if (type === "attributes") {
          if (target !== document.documentElement) check(target);
          continue;
        }
        for (const node of addedNodes) {
          if (node.nodeType !== Node.ELEMENT_NODE) continue;
          for (const element of [node, ...node.querySelectorAll("*")]) check(element);
          if (!node.isConnected) continue;
          const found = others().length;
          if (found !== count) state.bad.push(`${found} elements outside the screen, not ${count}`);
        }
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }

  // MARK: Events

  const sentence = "Internal error: the action was not carried out";
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const fail = (what, events) => { throw new Error(`${what}: ${JSON.stringify(events).slice(0, 200000)}`); };

  // Resets the page to its state before the first event.
  function renew(events) {
    clearTimeout(game.timer);
    game.settle();
    try {
      localStorage.clear();
      game.stored = Object.fromEntries(Object.keys(Game.places).map(place => [place, ""]));
    } catch { /* There is no storage. */ }
    Object.assign(game, { unkept: {}, texts: { ...game.stored }, screen: null });
    game.beginning = events.filter(event => event !== "begin");
    game.begin("");
  }

  function isTrap(events) {
    const core = new Core(game.module);
    try {
      for (const event of events) core.ask(event);
      return false;
    } catch {
      return true;
    }
  }

  // The fewest events that still trap.
  function shortest(events) {
    if (!isTrap(events)) return events;
    for (let part = events.length >> 1; part >= 1; part >>= 1) {
      for (let place = 0; place < events.length;) {
        const rest = [...events.slice(0, place), ...events.slice(place + part)];
        if (isTrap(rest)) events = rest; else place += part;
      }
    }
    return events;
  }

  // Makes the module trap at an event. The game must go on like a page that is loaded again, and say so.
  function trapped(event, draw, events, isDrawn) {
    const traps = game.traps, injected = state.injected, { address } = game.screen, texts = { ...game.texts };
    // At the next answer.
    state.countdown = 1;
    (isDrawn ? send : event => game.send(event))(event);
    state.countdown = Infinity;
    if (state.injected === injected) return false;
    if (game.traps !== traps + 1) fail(`${game.traps - traps} traps counted instead of one`, events);
    const control = new Core(game.module);
    for (const event of game.beginning) control.ask(event);
    for (const place in texts) control.ask(`${place} ${texts[place]}`);
    for (const event of ["link " + address, "begin"]) control.ask(event);
    const after = game.screen, expected = control.ask("failed");
    if (!after.said.join().startsWith(sentence)) fail("no plain sentence after a trap", events);
    if (!same(after, expected)) fail("the game after a trap is not that of a page loaded again", events);
    if (isDrawn && !said.textContent.includes(sentence)) fail("nothing in #said", events);
    return true;
  }

  // Plays `count` random events. With `traps`, one event in that many traps on purpose; with 0, none does.
  function play({ seed, count, traps, isDrawn }) {
    const draw = dice.chance(seed), events = dice.beginning(draw);
    const view = game.show;
    if (!isDrawn) game.show = () => {};
    try {
      renew(events);
      for (let i = 0; i < count; i++) {
        const event = dice.nextEvent(draw, game.screen, { long: true }), before = game.traps;
        events.push(event);
        const start = performance.now();
        if (traps && draw(traps) === 0 && trapped(event, draw, events, isDrawn)) continue;
        if (!isDrawn) game.send(event); else send(event);
        const time = performance.now() - start;
        const what = `${game.screen.kind}: ${event.slice(0, 80)}`;
        if (time > state.longest[0]) state.longest = [Math.round(time), what];
        if (game.traps !== before) fail("a trap of the module", shortest(events));
      }
    } finally {
      game.show = view;
    }
    return events.length;
  }

  return Object.assign(state, { watch, play, renew, others });
})();
