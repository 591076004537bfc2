// Turns a screen into elements. Every text comes from the module.

// The names of the parts of the page.
let phrases = {};

// Whether the player has opened the command line.
let hasLine = false;

const texts = (part, lines) => lines.length
  ? element("div", { class: part, "data-part": part }, lines.map(line => element("p", {}, line))) : null;

// The icons of buttons, as paths in a square of side 24.
const icons = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
  undo: "M8 8H4V4M4 8a8.500 8.500 0 1 1-.5 6",
  redo: "M16 8h4V4M20 8a8.500 8.500 0 1 0 .5 6",
  next: "M6 5l8 7-8 7zM18 5v14",
  keep: "M6 4h12v16l-6-4-6 4z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
};

const icon = name => element("svg", { class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
  element("path", { d: icons[name] }));

function button(control, attributes = {}) {
  const keys = control.keys ?? [];
  return element("button", {
    type: "button", "data-event": control.event || null, "data-part": control.event.split(" ")[0],
    "data-copy": control.copy || null, "aria-disabled": control.enabled === false ? "true" : null,
    "aria-pressed": control.pressed == null ? null : String(control.pressed),
    "aria-keyshortcuts": shortcuts(keys), ...attributes,
  },
  control.icon ? icon(control.icon) : null,
  control.symbol ? element("span", { class: "symbol", "aria-hidden": "true" }, control.symbol) : null,
  control.thing ? picture(control.thing) : null,
  element("span", { class: "label" }, control.label),
  keys.length ? element("kbd", { class: keys[0].length > 1 ? "word" : null, "aria-hidden": "true" }, keys[0]) : null);
}

const keyNames = {
  Return: "Enter", Esc: "Escape", Up: "ArrowUp", Down: "ArrowDown", Left: "ArrowLeft", Right: "ArrowRight",
  "Page up": "PageUp", "Page down": "PageDown",
};
const shortcuts = keys => keys.map(key => keyNames[key] ?? key).join(" ") || null;

// MARK: Rooms

// The shapes of things, which the document defines.
const shapes = { signpost: "zS", player: "zP", start: "zP", zombie: "zZ", block: "zB", flashlight: "zF" };

const picture = thing => element("svg", { class: "thing", viewBox: "0 0 1 1", "aria-hidden": "true" },
  element("use", { href: "#" + shapes[thing] }));

const steps = { Up: [-1, 0], Left: [0, -1], Down: [1, 0], Right: [0, 1] };

// A text with the pictures of things in place of their emoji.
const emoji = { "🚶": "player", "🆘": "signpost", "🧟": "zombie", "🔦": "flashlight", "🚧": "block" };
const drawn = text => text.split(/(🚶|🆘|🧟|🔦|🚧)/u).map(part => emoji[part] ? picture(emoji[part]) : part);

// A square of a room. A number that was heard takes the place of the floor.
function cell(cell, [row, column], { looked, goal, touches, pictures, player }) {
  const words = cell.class.split(" "), isAt = place => place && place[0] === row && place[1] === column;
  const thing = pictures ? words.find(word => shapes[word]) : null;
  const isNumber = cell.heard && !words.includes("player");
  // A tap on a square next to the player walks there.
  const step = player && Object.keys(steps).find(name => isAt([player[0] + steps[name][0], player[1] + steps[name][1]]));
  return element("div", {
    class: `cell ${cell.class}${(row + column) % 2 ? " odd" : ""}${isAt(looked) ? " looked" : ""}${isAt(goal) ? " goal" : ""}`,
    "data-event": touches ? `square ${row} ${column}` : step ? `key Arrow${step}` : cell.heard ? `listen ${row} ${column}` : null,
    "data-mark": pictures ? null : cell.mark,
  },
  thing ? picture(thing) : isNumber || pictures ? null : element("span", { class: "thing" }, cell.symbol),
  cell.heard ? element("span", { class: "number" }, cell.heard) : null);
}

// A room as an image with a description in words. The page puts its controls around it.
function grid(room, spoken, options = {}) {
  const columns = room.cells[0].length, rows = room.cells.length, { way } = options;
  if (options.walks) {
    const place = room.cells.flat().findIndex(square => square.class.split(" ").includes("player"));
    options = { ...options, player: [room.firstRow + Math.floor(place / columns), room.firstColumn + place % columns] };
  }
  const cells = room.cells.flatMap((row, r) =>
    row.map((square, c) => cell(square, [r + room.firstRow, c + room.firstColumn], options)));
  const line = way && way.length > 1
    ? element("svg", {
      class: "path", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", preserveAspectRatio: "none",
    }, element("polyline", {
      points: way.map(([r, c]) => `${c - room.firstColumn + 0.5},${r - room.firstRow + 0.5}`).join(" "),
    })) : null;
  return element("div", {
    class: "grid", "data-part": "grid", role: spoken ? "img" : null, "aria-label": spoken || null,
    "aria-hidden": spoken ? null : "true", style: `--columns: ${columns}; --rows: ${rows}`,
  }, ...cells, line);
}

// The room that a player walks in or edits.
const board = (room, name, options) =>
  element("div", { class: "board", id: "board", role: "application", tabindex: "0", "aria-label": name },
    grid(room, room.spoken, options));

// MARK: Fields, rows and buttons

// A text field with its label.
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

function rows(list, options) {
  return list.length ? element("ul", { class: "rows", "data-part": "rows", role: "list" }, list.map(row =>
    element("li", {}, element("button", {
      type: "button", "data-event": row.event, "aria-current": row.current ? "true" : null,
      "aria-disabled": row.enabled ? null : "true", "aria-label": row.spoken,
    },
    row.picture ? grid(row.picture, "", options) : null,
    element("span", { class: "text" }, row.text), element("span", { class: "detail" }, row.detail),
    row.summary ? element("span", { class: "summary" }, row.summary) : null)))) : null;
}

const arrows = (list, hinted) => element("div", { class: "arrows", role: "group", "aria-label": phrases.walk },
  list.map(arrow => button({ ...arrow, keys: [] }, {
    class: `arrow ${arrow.label}${arrow.label === hinted ? " hinted" : ""}`, "aria-keyshortcuts": shortcuts(arrow.keys) })));

// The controls at a position.
const placed = (screen, place, attributes = {}) => screen.controls.filter(control => control.place === place)
  .map(control => button(control, attributes));

// Three stars, of which some are won.
const stars = signs => element("div", { class: "stars", "aria-hidden": "true" },
  [...signs].map(sign => element("span", { class: sign === "★" ? "star" : "star empty" }, sign)));

const moreButton = () => element("button", { type: "button", class: "more", popovertarget: "more" }, icon("more"),
  element("span", { class: "label" }, phrases.more));

// The levels of a world: a picture of each completed one, with its stars.
const cards = (list, options) => element("div", { class: "cards", "aria-hidden": "true" }, list.map((card, place) =>
  element("div", { class: card.enabled ? "level" : "level locked", "data-event": card.event },
    card.picture ? grid(card.picture, "", options) : element("span", { class: "square" }, card.enabled ? String(place + 1) : "🔒"),
    card.enabled ? stars(card.stars) : null)));

// Whether a screen has a large title of its own. On the others, the title is at the top.
const hasTitle = screen => ["worlds", "chapter", "quizEnd"].includes(screen.kind);

// A button as an arrow to the previous or next world.
const pointer = name => button => ({ ...button, children: [icon(name), ...button.children] });

// MARK: The main part of each kind of content

const middles = {
  room: (content, screen, options) => [board(content.room, phrases.room, { ...options, walks: screen.arrows.length })],
  message: (content, screen, options) => [
    element("div", { class: `ending ${content.result}`, role: "dialog", "aria-modal": "true", "aria-labelledby": "headline",
      "data-event": "key Enter" },
    element("div", { class: "result" },
      element("h2", { id: "headline" }, content.headline),
      content.stars ? stars(content.stars) : content.result === "won" && screen.where.startsWith("daily") ? null : hearts(screen),
      texts("reasons", content.reasons)),
    element("div", { class: "stage" }, grid(content.room, "", options)),
    element("div", { class: "answers" },
      placed(screen, "choose", { class: "choose" }),
      element("div", { class: "controls" }, placed(screen, "beside"),
        content.share.length ? element("button", { type: "button", "data-copy": content.share.join("\n") },
          element("span", { class: "label" }, phrases.copy)) : null),
      element("p", { class: "share" }, content.share.at(-1)),
      hasLine ? sayField() : null)),
  ],
  help: (content, screen, { pictures }) => [
    element("div", { class: "help" }, content.lines.map(line =>
      line.heading ? element("h2", {}, line.heading)
        : line.text ? element("p", {}, pictures ? drawn(line.text) : line.text)
          : element("p", { class: "entry" }, element("kbd", {}, line.keys), " ", line.meaning))),
  ],
  text: content => [
    element("div", { class: "log", id: "log", tabindex: "0", role: "region", "aria-label": phrases.messages },
      content.messages.map(message => element("p", {}, message))),
    field("command", "line", phrases.ask),
  ],
  panel: (content, screen, options) => [
    hasTitle(screen) ? element("div", { class: "title" },
      placed(screen, "before").map(pointer("back")),
      element("h2", { id: "title", tabindex: "-1" }, content.title),
      placed(screen, "after").map(pointer("forward"))) : null,
    texts("lines", content.cards ? content.lines.slice(0, 2) : content.lines),
    content.cards ? cards(content.cards, options) : null,
    content.pictures.length ? element("div", { class: "stage gallery", "data-part": "pictures",
      style: `--pictures: ${content.pictures.length}` },
    content.pictures.map(picture => element("figure", {}, grid(picture, picture.spoken, options),
      picture.name ? element("figcaption", {}, picture.name) : null))) : null,
    rows(content.rows, options),
    // A name that is typed replaces the present one, which is only an example.
    content.field ? field("answer", content.field.event, content.field.label,
      ...content.field.event === "line" ? [content.field.text] : ["", content.field.text]) : null,
    texts("about", content.notes),
    element("div", { class: "controls answers" }, placed(screen, "choose", { class: "choose" }), placed(screen, "beside")),
  ],
  workshop: (content, screen, options) => [
    board(content.pictures[0], phrases.level, { ...options, way: screen.way, touches: true }),
  ],
};

// The tools of the workshop that are not always in sight.
const workshop = screen => [
  ...screen.groups.slice(1).map(group => element("fieldset", {}, element("legend", {}, group.name),
    element("div", { class: "controls" }, group.tools.map(tool => button(tool))))),
  ...screen.fields.map((item, place) => field(`tool-${place}`, `say ${item.word}`, item.label, "", item.example)),
  screen.kept.length ? element("ul", { class: "kept", role: "list", "aria-label": phrases.kept },
    screen.kept.map(level => element("li", {}, element("span", {}, level.text),
      button({ label: phrases.take, event: level.take }), button({ label: phrases.remove, event: level.remove })))) : null,
];

// The lives, in a message and at the top.
function hearts(screen) {
  const lives = screen.counters.find(counter => counter.name === "lives");
  return lives ? element("div", { class: "hearts", role: "img", "aria-label": lives.spoken },
    Array.from({ length: Math.max(3, lives.count) }, (_, place) =>
      element("span", { class: place < lives.count ? "heart" : "heart empty" }, place < lives.count ? "♥" : "♡"))) : null;
}

// The words above the room: what happened, and the state of the round.
function caption({ caption, status }) {
  const isLong = caption.length > 44;
  return element("div", { class: isLong ? "caption long" : "caption", "data-part": "caption" },
    caption ? element("p", { class: "now" }, caption) : null,
    status.length ? element("p", { class: "status" }, status.join(" · ")) : null);
}

// The controls under the room, which keep their place.
const pad = (screen, form) => element("div", { class: `pad ${form}`, "data-part": "pad" },
  form === "workshop"
    ? element("div", { class: "palette", role: "group", "aria-label": screen.groups[0].name },
      screen.groups[0].tools.map(tool => button(tool)))
    : arrows(screen.arrows, screen.hinted),
  screen.slots.map((slot, place) => button({ event: "", enabled: false, ...slot, ...screen.controls[slot.control] },
    { class: `slot slot-${place}` })), moreButton(),
  hasLine && form !== "workshop" ? sayField() : null);

// What is one step away: all other controls, and the details.
function more(screen, form, content) {
  const isRoom = form === "room" || form === "workshop";
  return element("aside", { id: "more", "data-part": "more", popover: "", "aria-label": phrases.controls },
    element("div", { class: "controls", "data-part": "controls" },
      screen.controls.filter(control => !control.place).map(control => button(control)),
      screen.extras.map(extra => button(extra)),
      form === "room" ? element("button", { type: "button", class: "type", "data-line": "true" },
        element("span", { class: "label" }, phrases.type)) : null),
    form === "workshop" ? workshop(screen) : null,
    isRoom ? texts("notes", [screen.heading, ...screen.notes].filter(note => note)) : null,
    isRoom ? texts("told", screen.told) : null,
    form === "workshop" ? texts("lines", content.lines) : null,
    form === "workshop" ? texts("about", content.notes) : null);
}

function page(screen) {
  phrases = screen.phrases;
  const content = screen.content, form = screen.groups ? "workshop" : content.form;
  const isRoom = form === "room" || form === "workshop", isMessage = form === "message";
  const options = { pictures: screen.style === "pictures", looked: screen.looked, goal: screen.goal?.[0] };
  const size = form === "room" ? content.room : form === "workshop" ? content.pictures[0] : null;
  const [corner] = screen.controls.filter(control => control.place === "corner");
  return element("div", {
    id: "screen", class: `${screen.kind} ${form} ${screen.style}${isRoom ? " pads" : ""}`,
    style: size ? `--columns: ${size.cells[0].length}; --rows: ${size.cells.length}` : null,
    "data-form": content.form, "data-dark": content.whiteOnBlack ? "true" : null,
  },
  element("header", { inert: isMessage ? "" : null },
    corner ? button({ ...corner, keys: [], icon: corner.label === "menu" ? "menu" : "back" },
      { class: "corner", "aria-keyshortcuts": shortcuts(corner.keys) }) : null,
    element("h1", { id: "heading", tabindex: "-1" },
      hasTitle(screen) || !screen.title ? document.title : screen.title),
    form === "room" ? element("div", { class: "counters" }, hearts(screen),
      screen.counters.filter(counter => ["wins", "losses"].includes(counter.name)).map(counter =>
        element("span", { role: "img", "aria-label": counter.spoken }, counter.text))) : null,
    isRoom || isMessage ? null : moreButton()),
  texts("warnings", screen.warnings),
  element("main", {},
    isRoom ? [caption(screen), element("div", { class: "stage", "data-part": "stage" }, middles[form](content, screen, options)),
      pad(screen, form)] : null,
    // Always there, so that a field below it keeps the focus.
    form === "panel" ? element("div", { class: "told", "data-part": "told" }, screen.told.map(line => element("p", {}, line))) : null,
    isRoom ? null : middles[form](content, screen, options)),
  isMessage ? null : more(screen, form, content));
}
