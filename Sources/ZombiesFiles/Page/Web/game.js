// The game on the page: sends events to the module and gets screens back. A trap loses only the event that
// caused it. A worker does long computations.
class Game {
  constructor(module, show) {
    this.module = module;
    this.show = show;
    this.core = new Core(module);
    // A copy of the game's state some events ago, and the events since then.
    this.saved = null;
    this.journal = [];
    // What the game waits for: the timer until it begins, and then perhaps a worker.
    this.timer = 0;
    this.thinking = null;
    this.traps = 0;
    this.stored = {};
    this.untold = {};
    this.unkept = {};
  }

  // Sends an event before the game begins.
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
    event = this.timed(event);
    try {
      screen = this.core.ask(event);
      this.journal.push(event);
    } catch (trap) {
      screen = this.recover(trap);
    }
    this.take(screen);
    return screen;
  }

  // An event with its time, in milliseconds.
  timed(event) {
    return Math.floor(performance.now()) + " " + event;
  }

  // Shows a screen, saves its data, and does the work that the game waits for.
  take(screen) {
    if (!screen) return;
    this.screen = screen;
    if (screen.handled) this.settle();
    this.show(screen);
    if (!this.thinking && !this.timer) this.wait();
    this.keep(screen.keep);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 1000);
  }

  // MARK: Traps

  recover(trap) {
    this.repeat(trap);
    let screen = this.core.ask("failed");
    if (!screen) {
      // The game has not begun, so start it without the link.
      for (const event of ["link ", "begin"]) {
        this.core.ask(event);
        this.journal.push(event);
      }
      screen = this.core.ask("failed");
    }
    this.journal.push("failed");
    return screen;
  }

  // Starts a new module from the last copy, and repeats the events since then.
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
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (awaits === "move") this.send("go on"); else this.think();
    }, pause);
  }

  // Stops the work that the game was waiting for.
  settle() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.thinking) return;
    this.thinking.terminate();
    this.thinking = null;
  }

  // Lets a worker compute with a copy of the game's state, so that the page stays responsive.
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
      // The worker has another clock. Its result is shown now.
      this.prepare(this.timed("here"));
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

  // MARK: Storage

  // The keys of the stored data in the browser, by the names that the module uses.
  static places = Object.fromEntries(
    ["progress", "levels", "settings", "days", "session", "plays"].map(p => [p, "zombies " + p]));

  // Sends the stored data to the module.
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
      // An event without a key means that everything was cleared.
      for (const place in Game.places) {
        if (event.key === null || event.key === Game.places[place]) this.refresh(place);
      }
    });
  }

  // Sends the stored data to the module if another tab has changed or removed it. The module then asks to
  // save the rest of what it knows. Returns whether there was a change.
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

  // Saves the new data of a screen. If another tab has changed something, the module reads that first, and
  // its next screen has the data to save.
  keep(texts) {
    for (const place in Game.places) {
      if (this.refresh(place)) return;
      const text = texts[place];
      if (text == null || text === this.untold[place] || !this.put(place, text)) continue;
      try {
        this.core.ask(`kept ${place}`);
        this.journal.push(`kept ${place}`);
      } catch (trap) {
        // Do not tell the module about this text again, because it might fail forever. The text is saved,
        // and the module will learn about the next one.
        this.untold[place] = text;
        this.take(this.recover(trap));
        return;
      }
      delete this.unkept[place];
    }
  }

  // Saves a text and returns whether that worked. A failure is reported once, and saving is tried again at
  // the next change.
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

  // Moves damaged data aside under a new key, so that earlier damaged data is still there.
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

// The code of the worker: computes with a copy of the game's state, and returns the new state. If there is no memory for
// a second module, that is no trap: the worker fails, and the page computes by itself.
function answerAlone({ data }) {
  const core = new Core(data.module);
  core.image = data.image;
  try {
    const screen = core.ask("go on"), image = core.image;
    postMessage({ screen, image }, [image]);
  } catch (trap) {
    postMessage({ trap: String(trap) });
  }
}
