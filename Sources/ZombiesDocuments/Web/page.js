// Turns keys, touches, typed lines and links into events of the game.

const screenPlace = document.getElementById("screen"), said = document.getElementById("said");
const moreSheet = () => document.getElementById("more");
const wantsRest = matchMedia("(prefers-reduced-motion: reduce)");
let shown = null, showTimer = 0, addressTimer = 0, idleTimer = 0, types = false, dismissible = 0;

// In milliseconds: how long the last move of a round is shown before the message covers it, how long nothing dismisses
// the message, and how much longer a tap outside its buttons does not.
const decisiveTime = 700, guardTime = 400, restTime = 1100;

function draw(screen) {
  const parts = ["grid", "pad", "more"].map(name => [name, screenPlace.querySelector(`[data-part=${name}]`)]);
  // Only a change of the form replaces the whole main part, and then the next room may take the squares of this one.
  if (screenPlace.dataset.form !== screen.content.form) {
    spare.grid = parts[0][1];
    // Browsers lay out the page before they remove what has the focus.
    if (screenPlace.querySelector("main")?.contains(document.activeElement)) document.activeElement.blur();
  }
  update(screenPlace, page(screen));
  for (const [name, part] of parts) spare[name] = [part, spare[name]].find(part => part?.isConnected === false);
}

// Shows a screen. The document changes at once, and motion only decorates it, so that no key ever waits.
function show(screen) {
  clearTimeout(showTimer);
  const before = shown, { content } = screen;
  sound(screen);
  if (content.form === "message" && before?.content.form === "room" && screen.walks.length) {
    draw({ ...before, content: { ...content, form: "room", room: { ...content.room, spoken: "" } }, caption: content.headline,
      counters: screen.counters, status: screen.status, told: [], hinted: null, goal: null });
    move(screen);
    showTimer = setTimeout(rest, decisiveTime, screen);
    return;
  }
  rest(screen);
  if (content.form === "room") move(screen);
}

function rest(screen) {
  clearTimeout(showTimer);
  const before = shown, left = document.activeElement, heard = [left.ariaLabel];
  shown = screen;
  if (screen.content.form === "message" && before?.content.form !== "message") dismissible = performance.now() + guardTime;
  draw(screen);
  focus(screen, before);
  const now = document.activeElement;
  if (now !== left) heard.push(now.ariaLabel ?? (now.labels?.[0] ?? now).textContent, screen.content.headline);
  tell(screen.said, heard);
  if (screen.content.form === "text") {
    const log = document.getElementById("log");
    log.scrollTop = log.scrollHeight;
  }
  if (screen.file) save(screen.file);
  follow(screen);
  // In the first steps, a player who does nothing for some seconds gets a hint.
  clearTimeout(idleTimer);
  if (screen.kind === "firstSteps" && !screen.hinted) idleTimer = setTimeout(send, 8000, "idle");
}

// Lets the player and the zombies walk to the squares where the document already shows them, and the light spread.
function move({ walks = [], litNow, content }) {
  if (wantsRest.matches) return;
  const floor = screenPlace.querySelector(".grid"), { room } = content, columns = room.cells[0].length;
  const cell = ([row, column]) => floor.children[(row - room.firstRow) * columns + column - room.firstColumn];
  walks.forEach((walk, place) => {
    const end = walk.at(-1), thing = cell(end)?.querySelector(".thing");
    if (!thing || cell(end).classList.contains("dark")) return;
    const steps = walk.map(([row, column]) =>
      ({ transform: `translate(${105 * (column - end[1])}%, ${105 * (row - end[0])}%)` }));
    thing.animate(steps, { duration: place ? 150 : 110, easing: "ease-out" });
  });
  if (!litNow || !walks.length) return;
  const [row, column] = walks[0].at(-1), dusk = document.createElement("div");
  dusk.className = "dusk";
  dusk.style.setProperty("--x", `${100 * (column - room.firstColumn + 0.5) / columns}%`);
  dusk.style.setProperty("--y", `${100 * (row - room.firstRow + 0.5) / room.cells.length}%`);
  floor.append(dusk);
  dusk.animate([{ "--light": "12%" }, { "--light": "150%" }], { duration: 450, easing: "ease-in" }).onfinish = () => dusk.remove();
}

// What is heard of an event, as notes: a frequency in Hz, a beginning and a length in seconds.
const notes = {
  step: [[196, 0, .05]],
  light: [[330, 0, .1], [494, .06, .25]],
  won: [[523, 0, .12], [659, .1, .12], [784, .2, .35]],
  tryAgain: [[196, 0, .15], [147, .12, .35]],
  lost: [[196, 0, .2], [147, .18, .25], [98, .4, .6]],
};

// Plays and shakes what has happened, if the player wants that.
function sound({ sound, vibration, walks, litNow, content }) {
  if (!walks?.length && content.form !== "message") return;
  const name = content.form === "message" ? content.result : litNow ? "light" : "step";
  // A browser does not vibrate before the first touch.
  if (vibration && name !== "step" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(name === "won" ? [40, 60, 40] : 120);
  // The picture comes first.
  if (sound && notes[name]) setTimeout(play, 0, notes[name]);
}

// Plays tones as a file: triangle waves that fade. An AudioContext would freeze the page, for up to 90 ms at first.
function play(tones) {
  const rate = 22050, samples = new Int16Array(rate * Math.max(...tones.map(([, begin, length]) => begin + length)));
  for (const [frequency, begin, length] of tones) {
    for (let place = 0; place < length * rate; place += 1) {
      const time = place / rate, wave = Math.asin(Math.sin(2 * Math.PI * frequency * time));
      samples[Math.floor(begin * rate) + place] += 4000 * wave * .005 ** (time / length);
    }
  }
  // The header of a WAV file: its size; the format, with one channel of 16 bits; the size of the samples.
  const size = samples.byteLength;
  const header = ["RIFF", 36 + size, "WAVEfmt ", 16, 0x10001, rate, 2 * rate, 0x100002, "data", size];
  const file = new Blob([...header.map(part => part.length ? part : new Uint32Array([part])), samples], { type: "audio/wav" });
  const audio = new Audio(URL.createObjectURL(file));
  audio.onended = audio.onerror = () => URL.revokeObjectURL(audio.src);
  // A browser does not play before the first touch.
  audio.play().catch(() => {});
}

// Announces sentences, without the lines that a screen reader has spoken because of the focus.
function tell(sentences, heard = []) {
  const bare = text => text?.replace(/[\p{P}\s]/gu, "");
  heard = heard.map(bare);
  sentences = sentences.map(text => text.split("\n").filter(line => !heard.some(name => name?.startsWith(bare(line)))).join("\n")).filter(text => text);
  if (!sentences.length) return;
  // New elements make a screen reader speak a repeated sentence too.
  said.replaceChildren(...sentences.map(sentence => make(element("p", {}, sentence))));
}

// Moves the focus to the new content, or keeps it if the kind of screen is the same.
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
    // A player who types stays in the field.
    types ? "#say" : "[role=dialog] .choose", ".rows [aria-current]", "#board", "#title", "#heading",
  ];
  for (const place of places) {
    const target = screenPlace.querySelector(place);
    if (!target || target.closest("[inert]")) continue;
    target.focus({ preventScroll: !before });
    return;
  }
}

// The entries of the browser's history that this page has made, and the current one. Each place has one; the address
// of the same place changes without a new entry. Entries of an earlier load of the page have another number of the run.
let trail = [], entry = 0, isGoing = false, isReturning = false, pending = null, settled = -300, recent = [], noteTimer = 0;
const run = Math.random();
// The place under a page such as the options, from "settings over world".
const placeUnder = where => where?.split(" over ").pop();

// Makes the address and the history follow the screen.
function follow({ address: next, where }) {
  const last = trail[entry];
  if (isReturning || last && next === last.address && where === last.where) return;
  // What follows the first steps replaces their entry.
  const isAfter = last && placeUnder(last.where) === "first steps" && placeUnder(where) !== "first steps";
  const isNew = last && where !== last.where && !isGoing;
  if (isNew) settle();
  if (isNew && trail[entry - 1]?.address === next && trail[entry - 1].where === where) {
    // Closing a place leads back to the one before, as the Back button does.
    isReturning = true;
    entry -= 1;
    note(next);
    history.back();
    return;
  }
  if (isNew && !isAfter) trail.length = entry += 1;
  trail[entry] = { address: next, where };
  clearTimeout(addressTimer);
  pending = [isNew && !isAfter ? "pushState" : "replaceState", [run, entry], next ? "#" + next : location.pathname + location.search];
  note(next);
  // Browsers refuse many changes at once.
  if (isNew || isGoing || performance.now() - settled > 300) settle();
  else addressTimer = setTimeout(settle, 300);
}

// Keeps the screen's address until the browser has had it for a second. A reload or a crash before that may still lead
// to one of the addresses before it.
function note(next) {
  clearTimeout(noteTimer);
  recent = next === null ? [] : [...recent, location.hash].slice(-8);
  if (recent.length) noteTimer = setTimeout(note, 1300, null);
  try {
    sessionStorage.late = JSON.stringify([next, ...recent]);
  } catch { /* There is no storage. */ }
}

// Makes the change of the address that is pending.
function settle() {
  clearTimeout(addressTimer);
  if (!pending) return;
  const [change, state, address] = pending;
  pending = null;
  settled = performance.now();
  try {
    history[change](state, "", address);
  } catch { /* The address stays as it is. */ }
}

addEventListener("popstate", ({ state }) => {
  if (moreSheet()?.matches(":popover-open") && state?.[0] === run && state[1] < entry) {
    // Back closes only what is open over the screen.
    moreSheet().hidePopover();
    isReturning = true;
    note(shown.address);
    history.forward();
    return;
  }
  if (isReturning) {
    isReturning = false;
    follow(shown);
    return;
  }
  pending = null;
  note(null);
  isGoing = true;
  if (state?.[0] === run) {
    entry = state[1];
    send("back " + trail[entry].where);
  } else {
    // A link has made a new entry, or the entry is from an earlier load.
    trail.length = entry += 1;
    trail[entry] = { address: null, where: null };
    send("link " + location.hash.slice(1));
  }
  isGoing = false;
});

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

// Shares a text, with the link of the level if the page has an address that others can open: by the sheet of a phone,
// or else by copying it.
async function share(text) {
  if (location.protocol.startsWith("http") && shown.content.form === "message") text += "\n" + location.href;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ text });
    } catch { /* The player has closed the sheet. */ }
    return;
  }
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
  const copied = `${phrases.copied} ${text}`, note = screenPlace.querySelector(".share, .now");
  tell([copied]);
  if (note) note.textContent = copied;
  // Return continues again.
  screenPlace.querySelector("[role=dialog] .choose")?.focus();
}

// Sends an event. An event before a message appears shows the message at once. It was meant for the round, so it does
// not reach the message.
function send(event) {
  if (shown && shown !== game.screen) {
    rest(game.screen);
    if (game.screen.content.form === "message") return game.screen;
  }
  if (event === "bring") return bring();
  if (event.startsWith("storage aside ")) return game.setAside(event.slice("storage aside ".length));
  return game.send(event);
}

// Whether a tap or key comes so soon after a message has appeared that it was meant for the round.
const isEarly = () => shown?.content.form === "message" && performance.now() < dismissible;

document.addEventListener("click", event => {
  // The button of a form submits it. A swipe has walked already.
  if (event.target.closest("form") || event.timeStamp - swiped < 50) return;
  const place = event.target.closest("[data-event], [data-copy], [data-line], [popovertarget]");
  if (!place || place.hasAttribute("popovertarget") || place.getAttribute("aria-disabled") === "true" || isEarly()) return;
  // A player who is still tapping to walk hits the picture in the message. That must not close the message unseen.
  if (place.matches(".ending") && performance.now() < dismissible + restTime) return;
  types = false;
  if (place.closest("[popover]") && !place.closest("fieldset, .kept")) moreSheet().hidePopover();
  if (place.dataset.line) {
    hasLine = types = true;
    draw(shown);
    document.getElementById("say").focus();
  } else if (place.dataset.copy) share(place.dataset.copy); else send(place.dataset.event);
});

document.addEventListener("submit", event => {
  event.preventDefault();
  if (isEarly()) return;
  const form = event.target, input = form.elements.line, line = input.value.normalize();
  input.value = "";
  types = form.dataset.form === "say";
  if (form.closest("[popover]")) moreSheet().hidePopover();
  send(`${form.dataset.form} ${line}`);
});

// The name of a key. If its letter is not Latin, the physical key counts. Some keys of Greek and Hebrew have marks.
const keyName = ({ key, code }) =>
  /[^\p{sc=Latin}\p{sc=Common}]/u.test(key) || /KeyW'|KeyQ[/;]/.test(code + key) ? code.replace(/Key|Digit/, "") : key;

const lookKeys = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right", Home: "here", Enter: "room" };

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.key === "Tab") return;
  if (event.target.matches("input, textarea") && !["Escape", "PageUp", "PageDown"].includes(event.key)) return;
  const isButton = event.target.matches("button, a");
  if (isEarly()) {
    event.preventDefault();
    return;
  }
  // On the scoreboard, Return begins a turn, even if a row has the focus.
  const presses = isButton && !(shown?.kind === "board" && event.target.closest(".rows"));
  if (presses && (event.key === "Enter" || event.key === " ")) return;
  // What is open over the screen has no keys of the game. Escape closes it.
  if (moreSheet()?.matches(":popover-open")) return;
  if (event.shiftKey && event.key in lookKeys) {
    send("look " + lookKeys[event.key]);
    event.preventDefault();
    return;
  }
  types = false;
  const screen = send("key " + keyName(event));
  if (screen?.handled || event.key.startsWith("Arrow") && event.target.matches("#board, .rows *")) event.preventDefault();
});

// What is one step away opens at its beginning.
document.addEventListener("toggle", event => { event.target.scrollTop = 0; }, true);

// A swipe over the room is a move; a swipe over the worlds pulls in the next world.
let touch = null, swiped = -50;
document.addEventListener("pointerdown", event => {
  touch = event.target.closest(".room .stage, .worlds main") ? [event.clientX, event.clientY] : null;
});
document.addEventListener("pointerup", event => {
  if (!touch) return;
  const [x, y] = [event.clientX - touch[0], event.clientY - touch[1]];
  touch = null;
  if (Math.max(Math.abs(x), Math.abs(y)) < 24) return;
  swiped = event.timeStamp;
  const pulls = shown.kind === "worlds" ? -1 : 1;
  const name = Math.abs(x) > Math.abs(y) ? (pulls * x < 0 ? "Left" : "Right") : (y < 0 ? "Up" : "Down");
  send("key Arrow" + name);
});
document.addEventListener("pointercancel", () => { touch = null; });

// A page that stays open learns that a new day has begun.
function noteDay() {
  const day = new Date().toISOString().slice(0, 10);
  if (day === today) return;
  today = day;
  game.prepare("today " + day);
  send("today " + day);
}
setInterval(noteDay, 60000);

// The time of a round does not run while nobody sees the page.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) noteDay();
  send(document.hidden ? "away" : "here");
});

// The game begins.
const game = new Game(unpacker.module, show);
game.prepare("seed " + Math.floor(Math.random() * 1000000));
let today = new Date().toISOString().slice(0, 10);
game.prepare("today " + today);
for (const event of JSON.parse(document.getElementById("game").textContent)) game.prepare(event);
game.remember();
let link = location.hash;
try {
  const [late, ...before] = JSON.parse(sessionStorage.late), [{ type }] = performance.getEntriesByType("navigation");
  // A player who enters an address, or follows a link, wants that one.
  if (type !== "navigate" && before.includes(link)) link = "#" + late;
} catch { /* Nothing was kept. */ }
game.begin(link.slice(1));
if (document.hidden) send("away");
document.documentElement.dataset.ready = Math.round(performance.now());
