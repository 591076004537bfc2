// Measures a picture from within its document. Evaluated once in each document by viewing.py.
globalThis.zombies = (() => {
  const root = document.documentElement
  const isSVG = root.localName === "svg"
  const round = box => [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY]
  const seen = element => element.checkVisibility({visibilityProperty: true, opacityProperty: true})
  const ancestors = function* (element) { for (; element; element = element.parentElement) yield element }
  const says = element => element.textContent.replace(/\s+/gu, " ").trim()

  // A colour as [red, green, blue, alpha], or null for "none".
  function color(text) {
    if (!text || text === "none") return null
    const numbers = text.match(/-?[\d.]+(e-?\d+)?/g)?.map(Number)
    if (!/^rgba?\(/.test(text) || numbers.length < 3) throw new Error("unknown colour: " + text)
    return [...numbers.slice(0, 3), numbers[3] ?? 1]
  }

  // The box of an element. For a picture within a picture, its window, not its whole content.
  function boxOf(element) {
    if (!element.ownerSVGElement || element.localName !== "svg") return element.getBoundingClientRect()
    const matrix = element.parentElement.getScreenCTM(), [x, y, width, height] =
      ["x", "y", "width", "height"].map(name => element[name].baseVal.value)
    return new DOMRect(matrix.e + matrix.a * x, matrix.f + matrix.d * y, matrix.a * width, matrix.d * height)
  }

  // The texts of pictures, except those in <defs> and those outside the window of an inner picture.
  function svgTexts() {
    return [...document.querySelectorAll("text")].filter(text => !text.closest("defs,marker") && seen(text)
      && says(text)).filter(text => {
      const box = text.getBoundingClientRect(), window = boxOf(text.ownerSVGElement)
      return text.ownerSVGElement === topmost(text)
        || box.top < window.bottom - 1 && box.bottom > window.top + 1
    })
  }
  const topmost = element => [...ancestors(element)].findLast(one => one.localName === "svg")

  // The visible text nodes of HTML.
  function htmlTexts() {
    const found = []
    const walker = document.createTreeWalker(document.body ?? root, NodeFilter.SHOW_TEXT)
    while (!isSVG && walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement
      // The content of a closed <details> has a position, but is not painted.
      if (node.data.trim() && !parent.closest("svg,style,title") && seen(parent) && parent.checkVisibility())
        found.push(node)
    }
    return found
  }

  const scrolls = element => /auto|scroll/.test(getComputedStyle(element).overflowX)

  function rects(node) {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(box => box.width > 0 && box.height > 0)
  }

  // The box around the first shapes, or around the elements that use them.
  function places(elements) {
    const boxes = elements.flatMap(one => one.closest("defs")
      ? [...document.querySelectorAll(`use[href="#${one.closest("[id]").id}"]`)].slice(0, 8) : [one])
      .map(one => one.getBoundingClientRect()).filter(box => box.width || box.height).slice(0, 8).map(round)
    if (!boxes.length) return null
    return [0, 1].map(at => Math.max(0, Math.floor(Math.min(...boxes.map(box => box[at])) - 4)))
      .concat([2, 3].map(at => Math.ceil(Math.max(...boxes.map(box => box[at])) + 4)))
  }

  return {
    // Markup that is not allowed.
    forbidden() {
      const found = []
      for (const element of document.querySelectorAll("*")) {
        if (element.localName === "script" || element.localName === "foreignObject")
          found.push("a " + element.localName)
        for (const {name, value} of element.attributes) {
          if (/^on/i.test(name)) found.push(`${element.localName} has ${name}`)
          if (/^\s*(javascript|vbscript):/i.test(value)) found.push(`${element.localName} ${name}=${value}`)
          if (/(^|:)(href|src|srcset|data|action|poster)$/.test(name) && !/^(#|data:,?$)/.test(value))
            found.push(`${element.localName} asks for ${value}`)
        }
        const style = element.getAttribute("style") ?? ""
        for (const [, url] of (element.localName === "style" ? element.textContent : style)
            .matchAll(/(?:url\(|@import\s*)["']?([^"')]*)/g))
          if (!url.startsWith("#")) found.push("a style asks for " + url)
      }
      return found
    },

    // The pictures, including a file that is one, without a title or a description.
    untitled() {
      const wrong = [], pictures = isSVG ? [root] : [...document.querySelectorAll("svg")]
      const child = (svg, name) => [...svg.children].find(one => one.localName === name)?.textContent.trim()
      for (const svg of pictures) {
        if (svg.getAttribute("aria-hidden") === "true") continue
        const named = isSVG || svg.getAttribute("role") === "img"
        if (!named || !child(svg, "title") || !child(svg, "desc")) wrong.push(svg.outerHTML.slice(0, 120))
      }
      for (const picture of document.querySelectorAll("g[role=img]"))
        if (!child(picture, "title")) wrong.push(picture.outerHTML.slice(0, 120))
      if (!document.title && !isSVG) wrong.push("the page has no title")
      if (!isSVG && !root.lang) wrong.push("the page has no language")
      return wrong
    },

    // The name of each picture for screen readers.
    names: () => [...document.querySelectorAll("[role=img]")].map(element =>
      element.getAttribute("aria-labelledby")?.split(" ").map(id => document.getElementById(id)?.textContent).join(" ")
      ?? element.querySelector(":scope > title")?.textContent),

    boxOf,

    // Texts that are wider than the window, or cut off.
    cut() {
      const found = [], most = isSVG ? root.getBoundingClientRect().right : innerWidth
      if (!isSVG && root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`)
      for (const node of htmlTexts()) {
        if ([...ancestors(node.parentElement)].some(one => one !== document.body && scrolls(one))) continue
        for (const box of rects(node)) if (box.right > most + 1 || box.left < -1) {
          found.push(`"${node.data.trim().slice(0, 40)}" reaches from ${box.left} to ${box.right}`)
          break
        }
      }
      for (const text of svgTexts()) {
        const box = text.getBoundingClientRect(), svg = topmost(text)
        // A card is drawn before its content.
        const card = text.parentElement.querySelector(":scope > rect.card")
        for (const frame of card ? [svg, card] : [text.ownerSVGElement, svg]) {
          const edge = boxOf(frame)
          // Letters do not fill their boxes, and one browser makes boxes a pixel larger on each side.
          const slack = 0.12 * box.height
          const beyond = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top - slack,
            box.bottom - edge.bottom - slack)
          if (beyond > 1.25) {
            found.push(`"${says(text).slice(0, 40)}" sticks out of its ${frame.localName} by ${beyond.toFixed(1)}`)
            break
          }
        }
      }
      return found
    },

    // Texts of a picture that overlap. Letters do not fill their boxes: digits have about 0.7 of the height.
    overlapping() {
      const found = [], boxes = svgTexts().map(text => {
        const box = text.getBoundingClientRect(), slack = box.height * 0.17
        return {text: says(text), left: box.left + 0.5, right: box.right - 0.5, top: box.top + slack,
          bottom: box.bottom - slack}
      }).sort((a, b) => a.top - b.top)
      boxes.forEach((one, place) => {
        for (const other of boxes.slice(place + 1)) {
          if (other.top >= one.bottom) break
          if (other.left < one.right && one.left < other.right)
            found.push(`"${one.text.slice(0, 30)}" and "${other.text.slice(0, 30)}"`)
        }
      })
      return found
    },

    size: () => isSVG
      ? [Math.ceil(root.getBoundingClientRect().right), Math.ceil(root.getBoundingClientRect().bottom)]
      : [innerWidth, Math.ceil(root.getBoundingClientRect().height)],

    // The texts, each with its boxes, its colour, and the contrast that it needs. Texts of HTML only if `withHTML`,
    // because the browser may choose their colours.
    texts(withHTML) {
      function item(text, element, fill, boxes, scale) {
        const style = getComputedStyle(element), size = parseFloat(style.fontSize) * scale
        const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700
        return {text: text.slice(0, 40), color: color(fill), least: large ? 3 : 4.5, boxes}
      }
      // Text that is scrolled out of view is not painted. It would look like the visible text.
      const isInSight = node => rects(node).every(box => [...ancestors(node.parentElement)].every(one =>
        !scrolls(one) || box.right <= one.getBoundingClientRect().right + 1))
      const found = (withHTML ? htmlTexts() : []).filter(node => isInSight(node) &&
        !node.parentElement.closest("[aria-disabled=true],:disabled")).map(node =>
        item(node.data.trim(), node.parentElement, getComputedStyle(node.parentElement).color,
          rects(node).map(round), 1))
      for (const text of svgTexts()) {
        const style = getComputedStyle(text), scale = Math.abs(text.getScreenCTM().d)
        const one = item(says(text), text, style.fill, [round(text.getBoundingClientRect())], scale)
        // A stroke that is drawn first, around the letters, is their background.
        if (style.stroke !== "none" && style.paintOrder.startsWith("stroke")) one.behind = color(style.stroke)
        found.push(one)
      }
      return found
    },

    hideTexts(withHTML) {
      const style = document.createElementNS(isSVG ? root.namespaceURI : "http://www.w3.org/1999/xhtml", "style")
      style.textContent = "text{visibility:hidden!important}"
        + (withHTML ? "*{color:transparent!important;-webkit-text-fill-color:transparent!important}" : "")
      style.id = "hide-texts"
      root.append(style)
    },
    showTexts: () => document.getElementById("hide-texts").remove(),

    // The groups of the last call of shapes(): the shapes of one class and one colour.
    groups: [],
    shapes(classes) {
      this.groups = []
      const made = new Map()
      for (const [name, property, least] of classes) {
        for (const element of document.querySelectorAll("." + name)) {
          if (element.closest("details:not([open])")) continue
          const style = getComputedStyle(element), value = style[property]
          const alpha = Number(style[property + "Opacity"] ?? 1) * Number(style.opacity)
          const key = name + " " + value
          if (!made.has(key)) {
            const paint = color(value)
            if (!paint || paint[3] === 0) continue
            paint[3] *= alpha
            made.set(key, {name, color: paint, least, elements: []})
          }
          made.get(key).elements.push(element)
        }
      }
      this.groups = [...made.values()]
      return this.groups.map(({name, color, least, elements}) => ({name, color, least, box: places(elements)}))
    },
    // Hides groups. Lines of charts cross each other and the lines of the grid, so each is measured alone.
    hide(places, others) {
      for (const place of places) for (const one of this.groups[place].elements) one.style.visibility = "hidden"
      if (others) for (const one of document.querySelectorAll(".grid,.halo")) one.style.visibility = "hidden"
    },
    show() {
      for (const group of this.groups) for (const one of group.elements) one.style.visibility = ""
      for (const one of document.querySelectorAll(".grid,.halo")) one.style.visibility = ""
    },

    // The colours of classes in this document, used or not.
    painted(classes, property) {
      const svg = isSVG ? root : document.querySelector("svg"), made = {}
      for (const name of classes) {
        const probe = document.createElementNS("http://www.w3.org/2000/svg", "path")
        probe.setAttribute("class", name)
        svg.append(probe)
        made[name] = color(getComputedStyle(probe)[property])
        probe.remove()
      }
      return made
    },

    selected: () => getSelection().toString(),

    // All visible texts: names, facts, sentences, codes.
    readable() {
      return [...svgTexts().map(says), ...htmlTexts().map(node => node.data.replace(/\s+/gu, " ").trim())]
    },

    open() { for (const one of document.querySelectorAll("details")) one.open = true },
  }
})()
undefined
