// Turns a screen into elements. Every text comes from the module.

// The names of the parts of the page.
let phrases = {};

const texts = (part, lines) => lines.length
  ? element("div", { class: part, "data-part": part }, lines.map(line => element("p", {}, line))) : null;

function button(control, attributes = {}) {
  const keys = control.keys ?? [];
  return element("button", {
    type: "button", "data-event": control.event, "data-part": control.event.split(" ")[0],
    "aria-disabled": control.enabled === false ? "true" : null,
    "aria-pressed": control.pressed == null ? null : String(control.pressed),
    "aria-keyshortcuts": shortcuts(keys), ...attributes,
  },
  control.symbol ? element("span", { class: "symbol", "aria-hidden": "true" }, control.symbol) : null,
  element("span", { class: "label" }, control.label),
  keys.length ? element("kbd", { "aria-hidden": "true" }, keys[0]) : null);
}

const keyNames = {
  Return: "Enter", Esc: "Escape", Up: "ArrowUp", Down: "ArrowDown", Left: "ArrowLeft", Right: "ArrowRight",
  "Page up": "PageUp", "Page down": "PageDown",
};
const shortcuts = keys => keys.map(key => keyNames[key] ?? key).join(" ") || null;

// A room as an image with a description in words. The page puts its controls around it.
function grid(room, spoken, { looked, way, touches } = {}) {
  const columns = room.cells[0].length;
  const cells = room.cells.flatMap((row, r) => row.map((cell, c) => {
    const place = [r + room.firstRow, c + room.firstColumn];
    const isLooked = looked && looked[0] === place[0] && looked[1] === place[1];
    return element("div", {
      class: `cell ${cell.class}${isLooked ? " looked" : ""}`,
      "data-event": touches ? `square ${place[0]} ${place[1]}` : cell.heard ? `listen ${place[0]} ${place[1]}` : null,
      "data-mark": cell.mark,
    },
    // The number takes the place of the floor.
    cell.heard && !cell.class.includes(" player") ? null : cell.symbol,
    cell.heard ? element("span", { class: "number" }, cell.heard) : null);
  }));
  const line = way && way.length > 1
    ? element("svg", {
      class: "path", viewBox: `0 0 ${columns} ${room.cells.length}`, "aria-hidden": "true",
      preserveAspectRatio: "none",
    }, element("polyline", {
      points: way.map(([r, c]) => `${c - room.firstColumn + 0.5},${r - room.firstRow + 0.5}`).join(" "),
    })) : null;
  return element("div", {
    class: "grid", "data-part": "grid", role: "img", "aria-label": spoken,
    style: `--columns: ${columns}; --rows: ${room.cells.length}`,
  }, ...cells, line);
}

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

function rows(list) {
  return list.length ? element("ul", { class: "rows", "data-part": "rows", role: "list" }, list.map(row =>
    element("li", {}, element("button", {
      type: "button", "data-event": row.event, "aria-current": row.current ? "true" : null,
      "aria-disabled": row.enabled ? null : "true", "aria-label": row.spoken,
    }, element("span", { class: "text" }, row.text), element("span", { class: "detail" }, row.detail))))) : null;
}

function arrows(list) {
  return list.length ? element("div", { class: "arrows", role: "group", "aria-label": phrases.walk },
    list.map(arrow => button({ ...arrow, keys: [] }, {
      class: `arrow ${arrow.label}`, "aria-keyshortcuts": shortcuts(arrow.keys) }))) : null;
}

// The controls at a position in the main part.
const placed = (screen, place) => screen.controls.filter(control => control.place === place)
  .map(control => button(control, { class: place }));

// The main part of each kind of content.
const middles = {
  room: (content, screen) => [
    element("div", { class: "board", id: "board", role: "application", tabindex: "0", "aria-label": phrases.room },
      grid(content.room, content.room.spoken, { looked: screen.looked })),
    arrows(screen.arrows),
  ],
  message: (content, screen) => [
    element("div", { class: "message", role: "dialog", "aria-modal": "true", "aria-labelledby": "headline",
      "data-event": "key Enter" },
      element("h2", { id: "headline" }, content.headline),
      texts("reasons", content.reasons),
      content.share.length ? element("div", { class: "share" }, content.share.map(line => element("p", {}, line)),
        element("button", { type: "button", "data-copy": content.share.join("\n") }, phrases.copy)) : null,
      element("div", { class: "controls" }, screen.controls.map(control => button(control))),
      sayField()),
  ],
  help: content => [
    element("div", { class: "help" }, content.lines.map(line =>
      line.heading ? element("h2", {}, line.heading)
        : line.text ? element("p", {}, line.text)
          : element("p", { class: "entry" }, element("kbd", {}, line.keys), " ", line.meaning))),
  ],
  settings: content => [
    element("ul", { class: "rows", role: "list" }, content.rows.map(row =>
      element("li", {}, element("button", {
        type: "button", "data-event": row.event, "aria-current": row.current ? "true" : null,
        "aria-label": row.spoken,
      }, element("span", { class: "text" }, row.text), element("span", { class: "detail" }, row.detail),
      element("span", { class: "summary" }, row.summary))))),
  ],
  text: content => [
    element("div", { class: "log", id: "log", tabindex: "0", role: "region", "aria-label": phrases.messages },
      content.messages.map(message => element("p", {}, message))),
    field("command", "line", phrases.ask),
  ],
  panel: (content, screen) => [
    element("div", { class: "title" }, placed(screen, "before"),
      element("h2", { id: "title", tabindex: "-1" }, content.title), placed(screen, "next")),
    texts("lines", content.lines),
    element("div", { class: "controls" }, placed(screen, "choose")),
    content.pictures.length ? element("div", { class: "pictures", "data-part": "pictures" },
      content.pictures.map(picture => element("figure", {},
        screen.groups
          ? element("div", { class: "board", id: "board", role: "application", tabindex: "0", "aria-label": phrases.level },
            grid(picture, picture.spoken, { way: screen.way, touches: true }))
          : grid(picture, picture.spoken),
        picture.name ? element("figcaption", {}, picture.name) : null))) : null,
    rows(content.rows),
    content.field ? field("answer", "line", content.field.label, content.field.text) : null,
    texts("about", content.notes),
  ],
};

// The tools of the workshop.
function workshop(screen) {
  return [
    ...screen.groups.map(group => element("fieldset", {}, element("legend", {}, group.name),
      element("div", { class: "controls" }, group.tools.map(tool => button(tool))))),
    ...screen.fields.map((item, place) => field(`tool-${place}`, `say ${item.word}`, item.label, "", item.example)),
    screen.kept.length ? element("ul", { class: "kept", role: "list", "aria-label": phrases.kept },
      screen.kept.map(level => element("li", {}, element("span", {}, level.text),
        button({ label: phrases.take, event: level.take }), button({ label: phrases.remove, event: level.remove })))) : null,
  ];
}

function page(screen) {
  phrases = screen.phrases;
  const content = screen.content, isMessage = content.form === "message";
  return element("div", {
    id: "screen", class: `${screen.kind} ${content.form} ${screen.style}`,
    "data-dark": content.whiteOnBlack ? "true" : null,
  },
  element("header", { inert: isMessage ? "" : null },
    element("h1", { id: "heading", tabindex: "-1" },
      content.form === "panel" || !screen.heading ? document.title : screen.heading),
    element("div", { class: "counters" }, screen.counters.map(counter =>
      element("span", { role: "img", "aria-label": counter.spoken }, counter.text)))),
  element("main", {}, texts("warnings", screen.warnings), ...middles[content.form](content, screen)),
  element("aside", { "aria-label": phrases.controls, inert: isMessage ? "" : null },
    texts("notes", screen.notes),
    isMessage ? null : texts("told", screen.told),
    isMessage ? null : element("div", { class: "controls", "data-part": "controls" },
      screen.controls.filter(control => !control.place).map(control => button(control)),
      screen.extras.map(extra => button(extra))),
    screen.groups ? workshop(screen) : null,
    content.form === "room" && screen.kind !== "farewell" ? sayField() : null));
}
