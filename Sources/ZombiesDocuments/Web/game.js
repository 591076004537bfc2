// The game on the page: sends events to the module and gets screens back. A worker does long computations.
class Game {
  constructor(module, show) {
    this.module = module;
    this.show = show;
    this.core = null;
    // The events before the game, and the newest data of each place, stored or not. With them, the game begins again
    // after a trap.
    this.beginning = [];
    this.texts = {};
    // What the game waits for: the timer until it begins, and then perhaps a worker.
    this.timer = 0;
    this.thinking = null;
    this.traps = 0;
    this.stored = {};
    this.unkept = {};
  }

  // Keeps an event for the beginning of the game.
  prepare(event) {
    this.beginning.push(event);
  }

  // Begins the game at a place, by the text after # in the address.
  begin(link) {
    this.take(this.start(link));
  }

  // Starts a module with all that was kept, like a page that is loaded again. An event that traps is left out.
  start(link) {
    const places = Object.keys(this.texts);
    const events = [
      ...this.beginning, ...places.map(place => `${place} ${this.texts[place]}`),
      ...Object.keys(this.unkept).map(place => `storage ${this.unkept[place]} ${place}`), "link " + link, "begin",
    ];
    let screen, hasFailed = false;
    this.core = new Core(this.module);
    for (let at = 0; at < events.length; at += 1) {
      try {
        screen = this.core.ask(at < events.length - 1 ? events[at] : this.timed(events[at]));
      } catch (trap) {
        // The link may be why the game cannot begin. Without one, it cannot begin at all.
        if (at === events.length - 1 && events[at - 1] === "link ") throw trap;
        this.count(trap);
        if (at < events.length - 1) events.splice(at, 1); else events[at - 1] = "link ";
        hasFailed = true;
        this.core = new Core(this.module);
        at = -1;
      }
    }
    return hasFailed ? this.core.ask("failed") : screen;
  }

  send(event) {
    let screen;
    try {
      screen = this.core.ask(this.timed(event));
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
  }

  // Goes on after a trap, which loses only the event that caused it.
  recover(trap) {
    this.count(trap);
    this.start(this.screen.address);
    return this.core.ask("failed");
  }

  count(trap) {
    console.warn("recovered from", trap);
    this.traps += 1;
    document.documentElement.dataset.traps = this.traps;
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
      this.core.image = data.image;
      // The worker has another clock. Its result is shown now.
      this.core.ask(this.timed("here"));
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
        this.texts[place] = this.stored[place] = localStorage.getItem(Game.places[place]) ?? "";
      }
    } catch {
      for (const place in Game.places) this.unkept[place] = "none";
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
    this.texts[place] = this.stored[place] = text;
    this.send(`${place} ${text}`);
    return true;
  }

  // Saves the new data of a screen. If another tab has changed something, the module reads that first, and
  // its next screen has the data to save.
  keep(texts) {
    for (const place in Game.places) {
      if (this.refresh(place)) return;
      const text = texts[place];
      if (text == null) continue;
      this.texts[place] = text;
      if (!this.put(place, text)) continue;
      delete this.unkept[place];
      try {
        this.core.ask(`kept ${place}`);
      } catch (trap) {
        this.take(this.recover(trap));
        return;
      }
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
        this.unkept[place] = error.name === "QuotaExceededError" ? "full" : "none";
        this.send(`storage ${this.unkept[place]} ${place}`);
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
    this.texts[place] = this.stored[place] = "";
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
