// Elements as values. The document is updated to match them with as few changes as possible, so that a
// player who types or uses a screen reader keeps the focus.

// An element: a name, attributes, and children (elements or texts).
function element(name, attributes = {}, ...children) {
  return { name, attributes, children: children.flat().filter(child => child != null && child !== "") };
}

const svgNames = ["svg", "use", "path", "polyline"];

// Parts of screens that are no longer shown, by their names. The next parts of these names take over their elements,
// which is much faster than making them.
const spare = {};

function make(value) {
  if (typeof value === "string") return document.createTextNode(value);
  const part = value.attributes["data-part"], old = spare[part];
  if (old) {
    spare[part] = null;
    update(old, value);
    return old;
  }
  const node = svgNames.includes(value.name)
    ? document.createElementNS("http://www.w3.org/2000/svg", value.name)
    : document.createElement(value.name);
  update(node, value);
  return node;
}

// Updates a node to match an element of the same name.
function update(node, value) {
  const { attributes } = value;
  let count = 0;
  for (const name in attributes) {
    if (attributes[name] == null) continue;
    count += 1;
    if (node.getAttribute(name) !== String(attributes[name])) node.setAttribute(name, attributes[name]);
  }
  if (node.attributes.length > count) {
    for (const { name } of [...node.attributes]) if (attributes[name] == null) node.removeAttribute(name);
  }
  const nodes = [...node.childNodes];
  value.children.forEach((child, place) => {
    const old = nodes[place];
    if (!old) {
      node.append(make(child));
    } else if (typeof child === "string") {
      if (old.nodeType !== Node.TEXT_NODE) old.replaceWith(make(child));
      else if (old.data !== child) old.data = child;
    } else if (old.nodeType === Node.ELEMENT_NODE && old.localName === child.name
      && old.getAttribute("data-part") === (child.attributes["data-part"] ?? null)) {
      update(old, child);
    } else {
      old.replaceWith(make(child));
    }
  });
  for (const old of nodes.slice(value.children.length)) old.remove();
}
