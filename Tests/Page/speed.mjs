// Times modules in Node. Reads jobs as lines of JSON, and prints the milliseconds of each.
//
//     node speed.mjs PAGE.wasm DECIDING.wasm

import { createInterface } from "node:readline";
import { Instance, compiled } from "./module.mjs";

const [page, deciding] = process.argv.slice(2).map(compiled);

function time(asked, events) {
  const start = performance.now();
  for (const event of events) asked.ask(event);
  return performance.now() - start;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { question, begin, events } = JSON.parse(line);
  const instance = new Instance(question ? deciding : page);
  // A first run, which is not measured, because a module's first work is slower.
  for (const event of begin ?? [question]) instance.ask(event);
  console.log(time(instance, events ?? [question]));
}
