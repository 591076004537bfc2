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
