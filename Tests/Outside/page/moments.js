// Random games that sensible players play, for test_moments.py, and what must be the same after a moment at which a
// page ends or is left. It needs chance.js, as `dice`.
const moments = (() => {
  // What scripts send, but no player. The rest of a random event is long, malformed or absurd often enough.
  const foreign = /^(progress|bring|levels|kept|storage|failed|begin|seed|set|today|take|again|session|settings|days|go)\b|quit|\u0000/;
  const keys = ["Enter", "Enter", "Escape", "Backspace", ..."iumrntco?12gb "];
  const links = ["worlds", "worlds/1", "worlds/1/2", "questions", "scoreboard", "workshop", "daily", "original", "rounds",
    "menu", "options", "help", "daily/2026-11-22", "S4/5/Z1#2/2F2/4P lit", "classic@42#7"];
  const pause = time => new Promise(done => setTimeout(done, time));

  function copy() {
    const core = new Core(game.module);
    core.image = game.core.image;
    return core;
  }

  // Neither downloads nor a window to choose a file, which would wait for a person.
  window.save = window.bring = window.share = () => {};

  // MARK: What a player does

  const press = key => (document.activeElement ?? document.body)
    .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

  // The arrow that a hint names; asked in a copy, because a hint would cost a star.
  function wise(draw) {
    const screen = copy().ask("say hint");
    const place = screen.hinted ? screen.arrows.findIndex(arrow => arrow.label === screen.hinted) : draw(4);
    press(["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"][Math.max(place, 0)]);
    return `arrow ${place}`;
  }

  // Does something, and returns what. A plain player asks for no hints, which take time.
  function act(draw, isPlain) {
    const kind = isPlain ? 40 + draw(60) : draw(100);
    if (kind < 40 && game.screen.arrows.length) return wise(draw);
    if (kind < 50) {
      const key = `Arrow${draw.of(["Up", "Left", "Down", "Right"])}`;
      press(key);
      return key;
    }
    if (kind < 58) {
      const key = draw.of(keys);
      press(key);
      return key;
    }
    if (kind < 78) {
      const places = [...screenPlace.querySelectorAll("[data-event]")]
        .filter(place => !foreign.test(place.dataset.event) && !place.closest("[inert]"));
      if (!places.length) return "";
      const place = draw.of(places), { event } = place.dataset;
      place.click();
      return event;
    }
    if (kind < 81) {
      location.hash = draw.of(links);
      return location.hash;
    }
    for (;;) {
      const event = dice.nextEvent(draw, game.screen);
      if (foreign.test(event)) continue;
      send(event);
      return event;
    }
  }

  // Does some things, with pauses as a hurried player makes them, and returns them.
  async function wander(seed, count) {
    const draw = dice.chance(seed), done = [];
    while (done.length < count) {
      const event = act(draw);
      done.push(event);
      // A browser takes a moment to follow a link.
      await pause(event.startsWith("#") ? 50 : draw(4) ? 0 : draw(6) ? 30 : 450);
      if (game.screen.kind === "farewell") send("again");
    }
    return done;
  }

  // MARK: What must be the same

  // A screen without what was told: of the last event, and in the log of the text screen.
  function lasting(screen) {
    const { said, told, caption, walks, litNow, hinted, goal, handled, file, keep, looked, awaits, warnings, extras, ...rest } = screen;
    // The row of the settings and the brush of the workshop belong to a visit.
    if (rest.kind === "settings") rest.content = { ...rest.content, rows: rest.content.rows.map(({ current, ...row }) => row) };
    rest.groups = rest.groups?.map(({ name, tools }) => [name, tools.map(({ pressed, ...tool }) => tool)]);
    if (rest.kind !== "text") return rest;
    const { heading, notes, counters, address, where } = rest;
    return { kind: rest.kind, heading, notes, counters, address, where };
  }

  // The lists: the menu, the settings, the worlds with their stars, the board, and the saved levels.
  function lists(core) {
    const found = {};
    for (const link of ["menu", "options", "scoreboard", "workshop", ...[1, 2, 3, 4, 5, 6, 7].map(n => `worlds/${n}`)]) {
      const { kind, content, counters, kept } = core.ask(`link ${link}`);
      // A message has to be read before a page can be opened.
      if (kind === "message") continue;
      // The row of the cursor belongs to a visit.
      const rows = content.rows?.map(({ current, ...row }) => row);
      found[link] = [content.title, content.lines, rows, link === "workshop" ? kept : counters];
    }
    return found;
  }

  // The screens from here on, if the player only waits, and the lists at the end. With a freeze, the page waits no more.
  function state(isFrozen) {
    const core = copy(), screens = [game.screen];
    if (isFrozen) {
      clearTimeout(game.timer);
      clearTimeout(showTimer);
    }
    while (screens.at(-1).awaits && screens.length < 200) screens.push(core.ask("go on"));
    const cells = shown === game.screen ? [...screenPlace.querySelectorAll(".stage .cell")].map(cell => cell.className.replace(/ (looked|goal)\b/g, "")) : null;
    return { screens: screens.map(lasting), cells, lists: lists(core), link: location.hash, stored: { ...localStorage }, isShown: shown === game.screen };
  }

  return { act, wander, state };
})();
