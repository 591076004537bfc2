// Times modules in Node: a job as a line of JSON comes in, and its milliseconds go out.
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
  // Without what a module's first work costs.
  for (const event of begin ?? [question]) instance.ask(event);
  console.log(time(instance, events ?? [question]));
}
