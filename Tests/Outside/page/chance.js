// Random events for tests. The same seed and the same screens give the same events, in Node and on a page.
// Most events have a meaning on the current screen. The others are long, malformed or absurd.

const markup = [
  "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</script><script>alert(1)</script>",
  "\"><svg onload=alert(1)>", "' onfocus=alert(1) autofocus x='",
  "<iframe src=javascript:alert(1)></iframe>", "<b>bold</b>", "&lt;b&gt;&amp;&#60;i&#62;", "<!-- -->",
  "]]>", "{{1+1}}${1+1}", "javascript:alert(1)", "<base href=http://127.0.0.1:9/>",
  "<link rel=stylesheet href=http://127.0.0.1:9/x.css>", "\\u003cb\\u003e",
];
const strange = [
  "", " ", "  x  ", "é", "e\u0301", "ÄÖÜ ß", "漢字", "🧟‍♂️🧟‍♀️", "❤", "❤️", "\u202Eabc", "a\u0000b", "a\rb",
  "a\r\nb", "a\nb", "\u2028", "\u2029", "\uFEFF", "\uD800", "\uDC00x", "\u{10FFFF}", "%", "%2", "%zz",
  "%00", "%FF", "%C3%A9", "%c3", "%ED%A0%80", "%F4%90%80%80", "-1", "0", "1", "00", "+1", "1e9", "0x10",
  "2147483647", "2147483648", "-2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
  "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "nan", "null", "undefined",
  "__proto__", "constructor",
];
const families = [
  "classic", "block", "flashlight", "6x6z1b5+lit", "6x6z2b3f1", "4x4z1", "3x5z1b1", "5x3z1f1+lit", "2x2",
  "1x2", "3x3z9", "2x9z1b2", "7x7z3b4+lit", "0x0", "1x1", "classic+lit",
];
const codes = [
  "S4/5/Z1#2/2F2/4P", "S4/5/5/5/4P", "SP", "S/P", "S1P", "PS", "S2/2Z/2P", "S5/Z5/3#F1/6/1#2Z1/5P lit",
  "S4/5/Z1#2/2F2/4P lit", "3#S/4/Z3/2F1/P3", "S69/70/30Z39/69P", "S7/8/2#1#3/8/3Z4/8/1#4#1/7P",
  "#####/#S1P#/#####", "S5", "P5", "SSPP", "S4/5/5/5/5/P", "S0P", "S99999999999P", "S1024P", "ZZZ/ZPZ/ZZS",
  "S3/#3/4/3P dark", "classic@42#7", "classic+any@1#3", "block@0#0", "6x6z1b5+lit@20261122#0",
  "5x5z3@7#18446744073709551615", "classic@18446744073709551616#0", "classic@-1#0", "classic@#",
  "3x3z9@1#1", "4x4z99999999999@0#0", "S....\n.....\n🧟....\n...🔦.\n....P", "S..\n.Z.\n..P\n; lit",
];
const places = [
  "rounds", "worlds", "questions", "scoreboard", "workshop", "daily", "daily/2026-11-22",
  "daily/2026-13-77", "daily/99999-01-01", "daily/0000-00-00", "", "nowhere",
];
const words = [
  "up", "down", "left", "right", "u", "d", "l", "r", "up 3", "down 2", "up up left left", "uuuulll",
  "go north", "walk west", "next", "ok", "look", "where", "hint", "undo", "restart", "show", "new", "skip",
  "score", "share", "worlds", "questions", "board", "workshop", "rounds", "settings", "rules", "help", "?",
  "quit", "stop", "yes", "no", "1", "2", "3", "4", "5", "8", "answer 1", "answer 8", "enter", "buy",
  "before", "after", "back", "text", "menu", "add Ann", "add Ben", "add edge", "remove Ann",
  "rename Ann to Ben", "give Ann 3", "give Ben -2", "start at 20", "start at 7", "highest wins",
  "lowest wins", "start", "begin", "end", "reset", "kept", "take 1", "take 2", "remove 1", "file", "file x.txt", "world The First", "world", "code",
  "play", "keep", "redo", "clear", "lit", "dark", "larger", "smaller", "list", "size 4 4", "size 3 7",
  "size 8 8", "size 1 2", "size 1 1", "size 0 0", "size 9 12", "rule distance 0", "rule distance 1",
  "rule chase vertical", "rule chase longest", "rule chase horizontal", "rule speed 1", "rule speed 2",
  "rule speed 9", "set memory forget", "set memory remember", "set tell on", "set tell off",
  "set symbols letters", "set symbols emoji", "set distance 0", "set distance 1", "set chase vertical",
  "set chase longest", "set speed 1", "set speed 2", "set levels any", "set levels fair", "generate",
  "name", "paste", "level", "set", "edit", "edit zombie 1 2", "sit out", "leave",
  "plays", "remove plays", "set name", "set name Ann Lee", "set name Edge", "rule hearing 2",
];
const keys = [
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "Backspace", "PageUp", "PageDown",
  "Home", "End", "Tab", "Delete", "Dead", "Unidentified", "F5", " ", "?", ..."abcdefghijklmnopqrstuvwxyz",
  ..."0123456789", "W", "É", "🧟", "\uD800", "", "\n",
];
const things = ["zombie", "block", "flashlight", "start", "signpost", "floor", "nothing", "castle"];
const grades = ["gentle", "easy", "moderate", "hard", "fiendish", "impossible", ""];

// Random numbers: Mulberry32, whose state is one word.
function chance(seed) {
  let state = seed >>> 0;
  const word = () => {
    state = state + 0x6D2B79F5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return (mixed ^ mixed >>> 14) >>> 0;
  };
  const draw = below => word() % below;
  draw.of = list => list[draw(list.length)];
  return draw;
}

// A text that is joined from pieces, cut or repeated.
function anyText(draw, isLong) {
  const piece = () => draw.of(draw.of([markup, strange, codes, words, families, places]));
  switch (draw(8)) {
    case 0: return piece() + piece();
    case 1: return piece() + " " + piece();
    case 2: return [...piece()].slice(draw(6)).join("");
    case 3: return piece().repeat(draw(30));
    case 4: {
      const letters = [...draw.of(codes)];
      letters.splice(draw(letters.length), draw(3), draw.of([..."SPZ#F/ 019@+%", "lit", "🧟"]));
      return letters.join("");
    }
    case 5:
      if (!isLong || draw(20)) return piece();
      return draw.of(["a", "%41", "/", "S", "🧟", "<b>", "9"]).repeat(100000 / (1 + draw(9)) | 0);
    default: return piece();
  }
}

const anyName = draw => draw.of([...markup, ...strange, "Ann", "Ben", "edge", "Two in a Row"]);

// A progress file, good or damaged.
function anyProgress(draw, screen) {
  const good = screen?.keep.progress ?? "";
  switch (draw(4)) {
    case 0: return good;
    case 1: return good.slice(0, draw(good.length + 1));
    case 2: return good.replace(/[0-9]/, draw.of(strange));
    default: return anyText(draw);
  }
}

const unlocks = ["all", "stars 1", "coins 2", "coins 0", "stars 999", "nonsense", "coins -1"];

function anyWorlds(draw) {
  const lines = [];
  for (let worlds = draw(4); worlds >= 0; worlds--) {
    lines.push(`; world: ${anyName(draw)}`);
    if (draw(2)) lines.push(`; unlock: ${draw.of(unlocks)}`);
    for (let levels = draw(3); levels >= 0; levels--) {
      if (draw(2)) lines.push(`; level: ${anyName(draw)}`);
      lines.push(draw.of(codes.slice(0, 12)));
    }
  }
  return lines.join("\n");
}

// The events at the beginning of a game.
function beginning(draw) {
  const events = [`seed ${draw(1000)}`, "today 2026-11-22", "plays "];
  for (let more = draw(4); more > 0; more--) {
    switch (draw(7)) {
      case 0: events.push(`set family ${draw.of(families)}`); break;
      case 1: events.push(draw.of(words.filter(word => word.startsWith("set ")))); break;
      case 2: events.push(`level ${draw.of(codes.slice(0, 12))} ${anyName(draw)}`); break;
      case 3: events.push(`worlds ${anyWorlds(draw)}`); break;
      case 4: events.push(`progress ${anyProgress(draw)}`); break;
      case 5: events.push(draw.of(["storage none progress", "storage full levels", "seed x", "today x", "set x y"])); break;
      default: events.push(anyText(draw));
    }
  }
  events.push(`link ${draw.of([...places, ...places, ...codes])}`, "begin");
  return events;
}

const beforeNames = ["name", "add", "rename Ann to", "remove", "answer", "paste", "level", "take"];
const beforeTexts = [
  "link", "link workshop/", "say", "line", "line", "key", "bring", "take", "brush", "look", "row",
];
const number = (draw, below) => draw(12) ? draw(Math.max(1, below)) : draw.of(strange);

// The next event on a screen. While the game waits for something, most often "go on".
function nextEvent(draw, screen, options) {
  const event = nextAction(draw, screen, options);
  return draw(6) ? event : `${draw(1000000)} ${event}`;
}

function nextAction(draw, screen, { long = false } = {}) {
  if (screen?.awaits && draw(3)) return "go on";
  const content = screen?.content ?? {};
  const room = content.room ?? content.pictures?.[0] ?? { rows: 5, columns: 5 };
  const kind = draw(100);
  if (kind < 22) return `arrow ${number(draw, 4)}`;
  if (kind < 34) return `key ${draw.of(keys)}`;
  if (kind < 44) return `control ${number(draw, screen?.controls?.length ?? 5)}`;
  if (kind < 52) return `row ${number(draw, content.rows?.length ?? 5)}`;
  if (kind < 64 && !screen?.groups) return `arrow ${draw(4)}`;
  if (kind < 64) return `square ${number(draw, room.rows)} ${number(draw, room.columns)}`;
  if (kind < 66) return `brush ${draw.of(things)}`;
  if (kind < 68 && screen?.groups) return draw.of(draw.of(screen.groups).tools).event;
  if (kind < 80) return `${screen?.typing && draw(2) ? "line" : "say"} ${draw.of(words)}`;
  if (kind < 84) return `say ${draw.of(things)} ${number(draw, 8)} ${number(draw, 8)}`;
  if (kind < 86) return `say ${draw.of(beforeNames)} ${anyName(draw)}`;
  if (kind < 87) return `say ${draw.of(["paste", "level"])} ${draw.of(codes)}`;
  if (kind < 88 && draw(8)) return `say size ${draw(9)} ${draw(9)}`;
  if (kind < 88) return `say generate ${draw.of(families)} ${draw.of(grades)}`.trimEnd();
  if (kind < 90) return `look ${draw.of(["up", "down", "left", "right", "here", "room", "away"])}`;
  if (kind < 92) return `link ${draw.of([...places, ...codes, ...codes.map(code => `workshop/${code}`)])}`;
  if (kind < 94) return `${draw.of(beforeTexts)} ${anyText(draw, long)}`;
  switch (draw(7)) {
    case 0: return `take ${draw.of(["progress", "kept", "plays", "plays,", "away"])}`;
    case 1: return `bring ${anyProgress(draw, screen)}`;
    case 2: return `progress ${anyProgress(draw, screen)}`;
    case 3: return draw.of(["kept progress", "kept levels", "progress ", "levels ", "failed", "storage none levels", "storage full progress",
      "storage aside progress", "storage aside levels", "kept plays", "plays ", "plays x", "storage aside plays", "away", "here"]);
    case 4: return draw.of(["again", "go on", "go", "begin", "seed 3", "set family classic", "go off"]);
    case 5: return anyText(draw, long);
    default: return screen?.extras?.length ? draw.of(screen.extras).event : "again";
  }
}

if (typeof module !== "undefined") module.exports = { chance, beginning, nextEvent, anyText };
