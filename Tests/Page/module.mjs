// The module that stands in the program (PageModule.swift), for Node.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const root = new URL("../../", import.meta.url);
const folder = new URL("Sources/ZombiesFiles/Page/", root);
const unpack = createRequire(import.meta.url)(new URL("Web/unpack.js", folder).pathname);

export const chance = createRequire(import.meta.url)(new URL("Tests/Page/chance.js", root).pathname);

/** The bytes of the module of the page. */
export function pageModule() {
  const source = readFileSync(new URL("PageModule.swift", folder), "latin1");
  const packed = source.match(/"([A-Za-z0-9+/=]+)"$/m);
  if (!packed) throw new Error("no module in PageModule.swift");
  return unpack(Buffer.from(packed[1], "base64"));
}

/** A module at work. It answers with bytes, so that no decoder can hide a difference. */
export class Instance {
  constructor(compiled) {
    this.compiled = compiled;
    this.renew();
  }

  renew() {
    this.exports = new WebAssembly.Instance(this.compiled).exports;
  }

  ask(event) {
    const { allocate, release, answer, memory } = this.exports;
    const text = new TextEncoder().encode(event);
    const question = allocate(text.length);
    new Uint8Array(memory.buffer, question, text.length).set(text);
    const found = answer(question, text.length);
    release(question);
    const length = new DataView(memory.buffer).getUint32(found, true);
    const bytes = Buffer.from(new Uint8Array(memory.buffer, found + 4, length));
    release(found);
    return bytes;
  }
}

/**
 * A shortest list of events that still fails: parts are left out as long as it does
 * (A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
 */
export async function shortest(events, fails, tries = 2000) {
  let part = Math.ceil(events.length / 2);
  while (part >= 1 && tries > 0) {
    let isShorter = false;
    for (let place = 0; place < events.length && tries > 0; tries--) {
      const rest = [...events.slice(0, place), ...events.slice(place + part)];
      if (await fails(rest)) {
        events = rest;
        isShorter = true;
      } else {
        place += part;
      }
    }
    if (part > 1) part = Math.ceil(part / 2);
    else if (!isShorter) break;
  }
  return events;
}
