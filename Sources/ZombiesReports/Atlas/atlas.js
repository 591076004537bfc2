// The levels of the page: sorts, filters and shows them. It knows no rule of the game: all results are in the data.

const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const { count } = data;

const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const key in attributes) if (attributes[key] != null) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
};

// MARK: Columns

const grouped = text => text.replace(/\B(?=(\d{3})+$)/g, ",");
const percent = share => share > 0 && share < 0.0001 ? "<0.01%" : `${(100 * share).toFixed(2)}%`;

// A column. It is read when it is needed first.
class Column {
  constructor({ name, kind, summary, words, cells }) {
    Object.assign(this, { name, kind, summary, words });
    this.packed = cells;
    this.label = name.replaceAll("_", " ");
  }

  // The texts of the cells; only one if all are equal.
  get cells() {
    if (!this.unpacked) {
      const cells = this.kind === "name" ? this.packed : this.packed.split(",");
      if (this.name === "reference") {
        // A reference without a family has that of the one above.
        for (let row = 0, family = ""; row < cells.length; row += 1) {
          const sign = cells[row].indexOf("#");
          if (sign > 0) family = cells[row].slice(0, sign);
          else if (sign === 0) cells[row] = family + cells[row];
        }
      }
      this.unpacked = cells;
    }
    return this.unpacked;
  }

  cell(row) {
    const cell = this.cells.length > 1 ? this.cells[row] : this.cells[0];
    return cell === "=" ? columns.level.cell(row) : cell;
  }

  get isEmpty() {
    return this.cells.length === 1 && this.cells[0] === "";
  }

  // The value of a cell as people read it.
  shown(row) {
    const cell = this.cell(row);
    if (cell === "") return "";
    switch (this.kind) {
      case "integer": return grouped(cell);
      case "share": return percent(Number(cell));
      case "boolean": return (this.name === "lit" ? ["dark", "lit"] : ["no", "yes"])[cell];
      case "word": return this.words[cell];
      default: return cell;
    }
  }

  // The value of each cell, in a form that can be compared; NaN or an empty text for none. Only one if all are equal.
  get values() {
    return this.compared ??= this.comparable();
  }

  comparable() {
    const { cells, kind } = this;
    if (this.name === "reference") return numbered(cells);
    if (kind === "text" || kind === "name") return cells;
    return numbers(cells);
  }

  // For each row, the number of smaller values in the column, each counted once; the highest number for none.
  get ranks() {
    return this.ranked ??= ranks(this.values);
  }
}

const isNone = value => value === "" || value !== value;

function ranks(values) {
  let distinct = [...new Set(values)].filter(value => !isNone(value));
  if (distinct.every(value => typeof value === "number")) distinct = Float64Array.from(distinct).sort();
  else if (typeof distinct[0] === "string") distinct.sort();
  else distinct.sort((one, other) => one < other ? -1 : one > other ? 1 : 0);
  const places = new Map();
  distinct.forEach((value, place) => places.set(value, place));
  const all = new Uint32Array(count);
  if (values.length === 1) all.fill(places.get(values[0]) ?? distinct.length);
  else for (let row = 0; row < count; row += 1) all[row] = places.get(values[row]) ?? distinct.length;
  return { all, none: distinct.length };
}

// A number may have more digits than a floating-point number.
function numbers(cells) {
  if (cells.some(cell => cell.length > 15)) return cells.map(cell => cell === "" ? NaN : BigInt(cell));
  const values = new Float64Array(cells.length);
  cells.forEach((cell, row) => values[row] = cell === "" ? NaN : Number(cell));
  return values;
}

// References by family and seed, and then by number.
function numbered(cells) {
  const families = new Map(), family = [];
  const places = ranks(numbers(cells.map((cell, row) => {
    const end = cell.indexOf("#"), name = cell.slice(0, Math.max(0, end));
    if (!families.has(name)) families.set(name, 0);
    family[row] = name;
    return cell.slice(end + 1);
  })));
  [...families.keys()].sort().forEach((name, place) => families.set(name, place));
  const values = new Float64Array(cells.length);
  cells.forEach((cell, row) =>
    values[row] = cell === "" ? NaN : families.get(family[row]) * (places.none + 1) + places.all[row]);
  return values;
}

// The size of the room, from two other columns.
class Room extends Column {
  cell(row) {
    return `${columns.rows.cell(row)}x${columns.columns.cell(row)}`;
  }

  get cells() {
    return [""];
  }

  get isEmpty() {
    return false;
  }

  comparable() {
    const [rows, widths] = [columns.rows.values, columns.columns.values];
    return new Float64Array(count).map((_, row) =>
      2048 * rows[rows.length > 1 ? row : 0] + widths[widths.length > 1 ? row : 0]);
  }
}

const columns = {};
for (const column of data.columns) columns[column.name] = new Column(column);
columns.room = new Room({ name: "room", kind: "text", summary: "rows and columns of the room" });

// The columns of the table, with their headings and widths in rem; null for what is left. The style sheet hides
// some of them in a small window.
const table = [
  ["room", "Room", 4.5], ["zombies", "Zombies", 2.6], ["blocks", "Blocks", 2.6], ["flashlights", "Flashlights", 2.6],
  ["lit", "Light", 4], ["par", "Par", 4], ["shortest_solutions", "Solutions", 7], ["grade", "Grade", 6],
  ["points", "Points", 5], ["reachable_states", "States", 5.2], ["luck", "Luck", 5], ["symmetries", "Class", 4.7],
  ["reference", "Reference", null], ["name", "Name", null],
].filter(([name]) => !columns[name].isEmpty);

const signs = { zombies: "zZ", blocks: "zB", flashlights: "zF" };

// The columns that filters choose a value of.
const picked = ["room", "lit", "zombies", "blocks", "flashlights", "verdict", "grade"].map(name => columns[name])
  .filter(column => column.name === "room" || column.cells.length > 1);

for (const column of picked) {
  // For each value, the first row that has it.
  const { all, none } = column.ranks, rows = [];
  all.forEach((rank, row) => rows[rank] ??= row);
  column.options = new Map();
  rows.forEach((row, rank) => column.options.set(rank === none ? "none" : column.shown(row), rank));
}

// MARK: What is shown

// The sort keys, the most important first, each with 1 or -1; the filters; and the chosen level.
let state;
// The rows that pass the filters, in order.
let rows = [];
// The row that the keyboard moves.
let cursor = null;

function read(text) {
  const words = new URLSearchParams(text.replace(/^#/, ""));
  const picks = {};
  for (const { name, options } of picked) if (options.has(words.get(name))) picks[name] = words.get(name);
  const sort = (words.get("sort") ?? "").split(",").map(key => [key.replace(/^-/, ""), key.startsWith("-") ? -1 : 1])
    .filter(([name]) => Object.hasOwn(columns, name));
  const [least, most] = /^(\d{0,9})-(\d{0,9})$/.exec(words.get("par"))?.slice(1) ?? ["", ""];
  const level = /^[1-9]\d{0,8}$/.test(words.get("level")) ? words.get("level") - 1 : null;
  return { sort, picks, least, most, text: words.get("text") ?? "", level: level < count ? level : null };
}

function written({ sort, picks, least, most, text, level }) {
  const words = new URLSearchParams();
  if (sort.length) words.set("sort", sort.map(([name, sign]) => (sign < 0 ? "-" : "") + name).join(","));
  for (const name in picks) words.set(name, picks[name]);
  if (least || most) words.set("par", `${least}-${most}`);
  if (text) words.set("text", text);
  if (level != null) words.set("level", level + 1);
  return "#" + words.toString().replaceAll("%2C", ",");
}

// The order of all rows by the sort keys. Rows without a value come last, and equal rows keep their order.
function sorted(keys) {
  let order = Uint32Array.from({ length: count }, (_, row) => row);
  for (const [name, sign] of keys.toReversed()) {
    const { all, none } = columns[name].ranks;
    const place = rank => rank === none || sign > 0 ? rank : none - 1 - rank;
    const ends = new Uint32Array(none + 2), next = new Uint32Array(count);
    for (let row = 0; row < count; row += 1) ends[place(all[row]) + 1] += 1;
    for (let rank = 0; rank <= none; rank += 1) ends[rank + 1] += ends[rank];
    for (const row of order) next[ends[place(all[row])]++] = row;
    order = next;
  }
  return order;
}

// The texts that are searched, in small letters.
let searched;

function searchable() {
  const { name, reference, level } = columns;
  searched ??= Array.from({ length: count }, (_, row) =>
    `${name.cell(row)}\n${reference.cell(row)}\n${level.cell(row)}`.toLowerCase());
  return searched;
}

function passing({ picks, least, most, text }) {
  const tests = Object.entries(picks).map(([name, value]) => {
    const { ranks: { all }, options } = columns[name], rank = options.get(value);
    return row => all[row] === rank;
  });
  if (least || most) {
    const pars = columns.par.values, [from, to] = [Number(least), most ? Number(most) : Infinity];
    const par = pars.length > 1 ? row => pars[row] : () => pars[0];
    tests.push(row => par(row) >= from && par(row) <= to);
  }
  if (text) {
    const texts = searchable(), wanted = text.toLowerCase();
    tests.push(row => texts[row].includes(wanted));
  }
  return row => tests.every(test => test(row));
}

let order = { keys: null };

// Whether the card is beside the table.
const isWide = matchMedia("(min-width: 56rem)");

// Shows the state: all of it, and the top of the table, or its chosen level.
function show(isAtTop = false) {
  const keys = JSON.stringify(state.sort);
  if (order.keys !== keys) order = { keys, rows: sorted(state.sort) };
  rows = order.rows.filter(passing(state));
  const all = grouped(String(count)) + (count === 1 ? " level" : " levels");
  $("count").textContent = rows.length === count ? all : `${grouped(String(rows.length))} of ${all}`;
  $("none").hidden = rows.length > 0;
  $("table").setAttribute("aria-rowcount", rows.length + 1);
  for (const [name] of table) {
    const sign = state.sort[0]?.[0] === name ? state.sort[0][1] : 0;
    if (sign) $(`head-${name}`).setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    else $(`head-${name}`).removeAttribute("aria-sort");
  }
  fill();
  if (isAtTop) $("scroller").scrollTop = 0;
  choose(state.level ?? (isAtTop ? null : cursor));
}

// Moves the cursor to a row, or to the first one, and shows its card.
function choose(row) {
  cursor = row ?? rows[0] ?? null;
  document.body.classList.toggle("open", state.level != null);
  shut();
  draw();
  showCard();
}

// In a small window, an open card covers everything else.
function shut() {
  const isCovered = state.level != null && !isWide.matches;
  for (const part of document.querySelectorAll("body > header, [role=search], #scroller")) part.inert = isCovered;
}

// MARK: The table

// The height of a row in pixels, and the rows in the document.
let height = 0;
let drawn = [0, 0];

// Puts the rows in sight into the document, and empty space in place of the others.
function draw() {
  const scroller = $("scroller"), place = rows.indexOf(cursor);
  const space = (id, count) => {
    $(id).hidden = !count;
    $(id).rows[0].cells[0].style.height = `${count * height}px`;
  };
  if (!height) {
    $("below").hidden = false;
    $("below").rows[0].cells[0].style.height = "var(--row)";
    height = $("below").getBoundingClientRect().height;
  }
  const first = Math.max(0, Math.min(rows.length, Math.floor(scroller.scrollTop / height)) - 8);
  const last = Math.min(rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + 8);
  drawn = [first, last];
  $("body").replaceChildren(...Array.from(rows.subarray(first, last), (row, place) => line(row, first + place)));
  space("above", first);
  space("below", rows.length - last);
  if (place >= first && place < last) $("table").setAttribute("aria-activedescendant", `row-${cursor}`);
  else $("table").removeAttribute("aria-activedescendant");
}

function line(row, place) {
  return make("tr", {
    id: `row-${row}`, "aria-rowindex": place + 2, "aria-selected": String(row === cursor),
  }, ...table.map(([name]) => {
    const text = columns[name].shown(row), isZero = text === "0" && signs[name];
    return make("td", { class: isZero ? `${name} zero` : name },
      name === "grade" && !text ? columns.verdict.shown(row) : text);
  }));
}

// Scrolls to the cursor: as little as possible, or to the middle of the window.
function reveal(isFar = false) {
  const place = rows.indexOf(cursor), scroller = $("scroller");
  if (place < 0) return;
  const top = place * height, room = scroller.clientHeight - $("heads").offsetHeight;
  const isSeen = top >= scroller.scrollTop && top + height <= scroller.scrollTop + room;
  if (isFar && !isSeen) scroller.scrollTop = top - room / 2;
  else if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (!isSeen) scroller.scrollTop = top + height - room;
  draw();
}

// Moves the cursor to a place in the table. Beside the table, the card follows.
function move(place) {
  if (!rows.length) return;
  const row = rows[Math.max(0, Math.min(rows.length - 1, place))];
  if (isWide.matches) {
    state.level = row;
    save("move");
    choose(row);
  } else {
    cursor = row;
  }
  reveal();
}

function openCard(row) {
  state.level = row;
  save();
  choose(row);
  $("name").focus();
}

function closeCard() {
  state.level = null;
  save();
  choose(cursor);
  $("table").focus();
}

function sortBy(name) {
  const [first] = state.sort;
  const sign = first?.[0] === name ? -first[1] : 1;
  // The keys before decide between equal levels.
  state.sort = [[name, sign], ...state.sort.filter(([key]) => key !== name)].slice(0, 3);
  save();
  show(true);
}

// MARK: The card

// The shown level, the moves of its solution that have been made, and the squares of player and zombies after each.
let card = null;

const way = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1], ".": [0, 0] };
const words = { U: "up", D: "down", L: "left", R: "right" };
const stepped = ([row, column], letter) => [row + way[letter][0], column + way[letter][1]];

function level(code) {
  const things = { S: [], P: [], Z: [], "#": [], F: [] };
  const lines = code.replace("+lit", "").split("/");
  let width = 0;
  lines.forEach((line, row) => {
    let column = 0;
    for (const [part] of line.matchAll(/\d+|./g)) {
      if (things[part]) things[part].push([row, column]);
      column += things[part] ? 1 : Number(part);
    }
    width = column;
  });
  return { things, height: lines.length, width };
}

function opened(row) {
  const room = level(columns.level.cell(row)), moves = columns.solution.cell(row);
  const [begin, chases] = columns.chases.cell(row).split(":"), speed = Number(columns.zombie_speed.cell(row));
  const [lit, zombies] = [begin === "" ? Infinity : Number(begin), room.things.Z.length];
  const states = [{ player: room.things.P[0], zombies: room.things.Z, isLit: lit === 0 }];
  [...moves].forEach((letter, place) => {
    const before = states[place], start = (place - lit) * zombies * speed;
    states.push({
      player: stepped(before.player, letter), isLit: lit <= place + 1,
      zombies: before.zombies.map((square, zombie) => !before.isLit ? square
        : [...chases.slice(start + zombie * speed, start + (zombie + 1) * speed)].reduce(stepped, square)),
    });
  });
  return { row, room, moves, states, step: 0 };
}

const reference = row => columns.reference.cell(row) || columns.level.cell(row);
const called = row => columns.name.cell(row) || reference(row);

// Counts end here.
const mostCounted = grouped(String(2n ** 64n - 1n));

function showCard() {
  $("card").hidden = cursor == null;
  if (cursor == null || card?.row === cursor) return;
  card = opened(cursor);
  $("name").textContent = called(cursor);
  const value = name => columns[name].shown(cursor);
  const counted = (number, noun) => `${number} ${noun}${number === "1" ? "" : "s"}`;
  const rules = Object.keys(data.rules).filter(name => columns[name].shown(cursor) !== data.rules[name]);
  $("facts").textContent = [
    ...!value("par") ? [value("verdict")] : [`par ${value("par")}`,
      ...value("grade") ? [`${value("grade")}, ${counted(value("points"), "point")}`] : [],
      counted(value("shortest_solutions"), "shortest solution").replace(mostCounted, "$& or more")],
    ...rules.map(name => `${columns[name].label} ${value(name)}`),
  ].join(" · ");
  const options = rules.map(name => ` --${name.replaceAll("_", "-")} ${value(name)}`).join("");
  const texts = [
    ["Solution", card.moves], ["Reference", value("reference")], ["Code", value("level")],
    ["Play it", `zombies play ${reference(cursor)}${options}`],
    ["Solve it", `zombies solve ${reference(cursor)}${options}`],
  ];
  $("texts").replaceChildren(...texts.filter(([, text]) => text).map(([label, text]) => make("div", {},
    make("dt", {}, label), make("dd", {}, make("code", {}, text),
      make("button", { type: "button", "data-copy": text, "aria-label": `Copy: ${label}` }, "copy")))));
  $("measures").replaceChildren(...measures.filter(column => column.shown(cursor)).map(column => make("div", {},
    make("dt", { title: column.summary }, column.label), make("dd", {}, column.shown(cursor)))));
  showStep();
}

// All measures that the card does not show elsewhere.
const shownElsewhere = [
  "level", "verdict", "par", "solution", "shortest_solutions", "rows", "columns", "zombies", "blocks", "flashlights",
  "lit", "grade", "points", "name", "reference", "chases", ...Object.keys(data.rules),
];
const measures = data.columns.filter(({ name }) => !shownElsewhere.includes(name)).map(({ name }) => columns[name]);

function showStep() {
  const { moves, states, step } = card, { zombies } = states[step];
  $("picture").innerHTML = picture(card);
  $("picture").querySelector("title").textContent = called(card.row);
  for (const button of $("steps").children) {
    const isEnd = ["first", "back"].includes(button.dataset.step) ? step === 0 : step === moves.length;
    button.setAttribute("aria-disabled", String(isEnd));
  }
  $("steps").hidden = $("step").hidden = !moves;
  const before = states[Math.max(0, step - 1)];
  const walked = zombies.filter((square, place) => String(square) !== String(before.zombies[place])).length;
  $("step").textContent = !step ? `${moves.length} ${moves.length === 1 ? "move" : "moves"}`
    : [`Move ${step} of ${moves.length}: ${words[moves[step - 1]]}.`,
      states[step].isLit && !before.isLit ? "The room becomes lit." : "",
      walked ? `${walked} ${walked === 1 ? "zombie moves" : "zombies move"}.` : "",
      step === moves.length ? "Won." : ""].filter(text => text).join(" ");
}

function take(step) {
  const { moves } = card;
  const next = { first: 0, back: card.step - 1, next: card.step + 1, last: moves.length }[step];
  if (!moves || next < 0 || next > moves.length) return;
  card.step = next;
  showStep();
}

// The points of a path, as in LevelDrawing.swift: each straight part runs in the first lane that no earlier part has
// taken on its squares.
function line(path) {
  const shifts = [0, 200, 400, -200, -400, 100, 300, -100, -300], taken = {}, points = [];
  const takeLane = (across, squares) => {
    const keys = squares.map(square => `${square} ${across}`);
    const lane = Math.max(0, shifts.findIndex((_, number) => !keys.some(key => taken[key]?.includes(number))));
    for (const key of keys) taken[key] = [...taken[key] ?? [], lane];
    return shifts[lane];
  };
  let right = 0, down = 0, first = 0, wasAcross;
  const append = ([row, column]) =>
    points.push(`${(1000 * column + 500 + right) / 1000} ${(1000 * row + 500 + down) / 1000}`);
  const isAcross = place => path[place][0] === path[place + 1][0];
  while (first < path.length - 1) {
    const across = isAcross(first);
    let last = first + 1;
    while (last < path.length - 1 && `${path[last + 1]}` !== `${path[last - 1]}` && isAcross(last) === across) last += 1;
    if (wasAcross === across) {
      // The path steps back, so a line across it leads to the next lane.
      const turn = takeLane(!across, [path[first]]);
      if (across) right = turn; else down = turn;
      append(path[first]);
    }
    const lane = takeLane(across, path.slice(first, last + 1));
    if (across) down = lane; else right = lane;
    append(path[first]);
    if (across) right = 0; else down = 0;
    path.slice(first + 1, last).forEach(append);
    [first, wasAcross] = [last, across];
  }
  if (path.length) append(path[first]);
  return points;
}

// The drawing of a level, as `zombies draw --solution` makes it. It consists of numbers only, so no text can become
// markup.
function picture({ room: { things, height, width }, states, step }) {
  const { player, zombies, isLit } = states[step];
  const place = (name, [row, column]) =>
    `<use href="#${name}"${column ? ` x="${column}"` : ""}${row ? ` y="${row}"` : ""}/>`;
  let lines = "";
  for (let row = 1; row < height; row += 1) lines += `M0 ${row}h${width}`;
  for (let column = 1; column < width; column += 1) lines += `M${column} 0v${height}`;
  const path = line(states.map(({ player }) => player));
  return `<svg role="img" viewBox="-0.05 -0.05 ${width + 0.1} ${height + 0.1}"><title></title>`
    + `<desc>${described(card)}</desc><path class="${isLit ? "zL" : "zD"}" d="M0 0h${width}v${height}H0z${lines}"/>`
    + (path.length > 1 ? `<path class="zw" d="M${path.join("L")}"/>` : "")
    + things["#"].map(square => place("zB", square)).join("") + things.F.map(square => place("zF", square)).join("")
    + zombies.map(square => place("zZ", square)).join("") + place("zS", things.S[0]) + place("zP", player) + "</svg>";
}

// The positions of all things, for people who do not see the picture.
function described({ room: { things, height, width }, states, step }) {
  const { player, zombies, isLit } = states[step];
  const at = ([row, column]) => `row ${row + 1}, column ${column + 1}`;
  const several = (noun, squares) => {
    const { length } = squares;
    if (!length) return "";
    const places = squares.map((square, place) => (place ? place === length - 1 ? " and " : "; " : "") + at(square));
    return `; ${length > 1 ? `${length} ${noun}s` : noun}${length > 12 ? "" : ` on ${places.join("")}`}`;
  };
  return `${isLit ? "Lit" : "Dark"} room, ${height} by ${width}. ${step ? "Player" : "Start"} on ${at(player)};`
    + ` signpost on ${at(things.S[0])}${several("zombie", zombies)}${several("block", things["#"])}`
    + `${several("flashlight", things.F)}.`;
}

// MARK: The address

let saved = { kind: null, timer: null };

// Puts the state into the address. Consecutive changes of one kind are a single step back. Browsers refuse many changes
// in a short time, so such changes wait a moment.
function save(kind = null) {
  const write = isNew => {
    clearTimeout(saved.timer);
    saved.timer = null;
    if (isNew) history.pushState(null, "", written(state));
    else history.replaceState(null, "", written(state));
  };
  if (saved.timer) write(false);
  if (kind && saved.kind === kind) saved.timer = setTimeout(() => write(false), 250);
  else write(true);
  saved.kind = kind;
}

// MARK: The controls

const form = $("form");

// Shows the state in the form.
function fill() {
  for (const name of ["text", "least", "most"]) {
    // Even the same value would move the caret.
    if (form.elements[name].value !== state[name]) form.elements[name].value = state[name];
  }
  for (const { name } of picked) form.elements[name].value = state.picks[name] ?? "";
  form.elements.sort.value = state.sort.length ? (state.sort[0][1] < 0 ? "-" : "") + state.sort[0][0] : "";
}

const headings = Object.fromEntries(table.map(([name, heading]) => [name, heading]));

$("heads").append(...table.map(([name, heading, width]) => {
  const button = make("button", { type: "button", title: columns[name].summary });
  if (signs[name]) {
    button.innerHTML = `<svg viewBox="0 0 1 1" aria-hidden="true"><use href="#${signs[name]}"/></svg>`;
    button.append(make("span", { class: "hidden" }, heading));
  } else {
    button.append(heading);
  }
  button.addEventListener("click", () => sortBy(name));
  return make("th", { id: `head-${name}`, scope: "col", class: name, style: width && `width: ${width}rem` }, button);
}));

for (const { name, label, options } of picked) {
  $("choices").append(make("label", {}, headings[name] ?? label.replace(/^./, letter => letter.toUpperCase()), " ",
    make("select", { name }, make("option", { value: "" }, "any"),
      ...Array.from(options.keys(), value => make("option", {}, value)))));
}
form.elements.sort.append(make("option", { value: "" }, "file"), ...table.flatMap(([name, heading]) => [
  make("option", { value: name }, `${heading} ▲`), make("option", { value: `-${name}` }, `${heading} ▼`),
]));

form.addEventListener("input", ({ target }) => {
  if (target.name === "sort") {
    state.sort = target.value ? [[target.value.replace("-", ""), target.value.startsWith("-") ? -1 : 1]] : [];
  } else if (target.tagName === "SELECT") {
    delete state.picks[target.name];
    if (target.value) state.picks[target.name] = target.value;
  } else {
    state[target.name] = target.name === "text" ? target.value : target.value.replace(/\D/g, "").slice(0, 9);
  }
  save(target.tagName === "SELECT" ? null : target.name);
  show(true);
});
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", event => {
  event.preventDefault();
  state = { ...read(""), sort: state.sort, level: state.level };
  save();
  show(true);
});

$("scroller").addEventListener("scroll", () => requestAnimationFrame(() => {
  const top = $("scroller").scrollTop / height, bottom = top + $("scroller").clientHeight / height;
  // Some rows beyond the edges are in the document already.
  if (top < drawn[0] + 4 && drawn[0] > 0 || bottom > drawn[1] - 4 && drawn[1] < rows.length) draw();
}));
addEventListener("resize", () => {
  height = 0;
  shut();
  draw();
});
addEventListener("popstate", () => {
  state = read(location.hash);
  saved.kind = null;
  show();
  reveal(true);
});

$("body").addEventListener("click", ({ target }) => {
  const line = target.closest("tr");
  if (line && !String(getSelection())) openCard(Number(line.id.slice(4)));
});

$("table").addEventListener("keydown", event => {
  if (event.target !== $("table")) return;
  const page = Math.max(1, Math.floor($("scroller").clientHeight / height) - 2), place = rows.indexOf(cursor);
  const places = {
    ArrowUp: place - 1, ArrowDown: place + 1, PageUp: place - page, PageDown: place + page,
    Home: 0, End: rows.length - 1,
  };
  if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (event.key in places) move(places[event.key]);
  else if (event.key === "Enter" && cursor != null) openCard(cursor);
  else return;
  event.preventDefault();
});

addEventListener("keydown", event => {
  if (event.altKey || event.metaKey || event.ctrlKey || event.target.matches("input, select")) return;
  if (event.key === "ArrowRight") take("next");
  else if (event.key === "ArrowLeft") take("back");
  else if (event.key === "Escape" && state.level != null) closeCard();
  else return;
  event.preventDefault();
});

$("steps").addEventListener("click", ({ target }) => take(target.closest("button")?.dataset.step));
$("close").addEventListener("click", closeCard);
$("card").addEventListener("click", async ({ target }) => {
  if (!target.dataset.copy) return;
  try {
    await navigator.clipboard.writeText(target.dataset.copy);
    target.textContent = "copied";
    target.setAttribute("aria-label", "Copied");
  } catch {
    getSelection().selectAllChildren(target.previousSibling);
  }
});

$("meanings").lastElementChild.append(...measures.filter(column => !column.isEmpty).map(({ label, summary }) =>
  make("div", {}, make("dt", {}, label), make("dd", {}, summary))));

state = read(location.hash);
if (!isWide.matches) $("filters").open = false;
show();
reveal(true);

// Prepares what a click or a key would wait for.
const waiting = [...table.map(([name]) => () => columns[name].ranks), searchable];
const idle = window.requestIdleCallback ?? (work => setTimeout(work, 50));
idle(function prepare() {
  waiting.shift()?.();
  if (waiting.length) idle(prepare);
});
