// Runs a module that answers lines of text (Tests/Outside/wasm/Exports/Host.swift) in Node.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const dice = createRequire(import.meta.url)("./chance.js");

/** A module that native.py unpacked or built. */
export const compiled = path => new WebAssembly.Module(readFileSync(path));

/** An instance of a module. It answers with bytes, so that no decoder can hide a difference. */
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
 * A shortest list of events that still fails. Removes parts as long as the rest fails
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
