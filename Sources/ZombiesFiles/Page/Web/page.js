// Turns keys, touches, typed lines and links into events of the game.

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

// Shows the zombies' chase, one step at a time.
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
  // New elements make a screen reader speak a repeated sentence too.
  said.replaceChildren(...sentences.map(sentence => {
    const line = document.createElement("p");
    line.textContent = sentence;
    return line;
  }));
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
    types ? "#say" : "[role=dialog] .controls button", ".rows [aria-current]", "#board", "#title", "#heading",
  ];
  for (const place of places) {
    const target = screenPlace.querySelector(place);
    if (!target || target.closest("[inert]")) continue;
    target.focus({ preventScroll: !before });
    return;
  }
}

// Updates the address after a short delay, because browsers refuse many changes at once.
function follow(next) {
  if (next === address) return;
  address = next;
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    try {
      history.replaceState(null, "", next ? "#" + next : location.pathname + location.search);
    } catch { /* The address stays as it is. */ }
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

// Sends an event. An event during a chase ends the animation. It was meant for the round, so it does not
// reach a message that appears then.
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

// A swipe over the room is a move; a swipe over the worlds pulls in the next world.
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
  const sentence = "Internal error: the game could not start. Reload the page.";
  screenPlace.textContent = said.textContent = sentence;
}
document.documentElement.dataset.ready = Math.round(performance.now());
