// Sends the same events to the page's module and to the native program (Native), and prints each difference of
// their answers, with a shortest list of events that leads to it:
//
//     node equal.mjs MODULE NATIVE LEVELS ACTIONS SEED

import { spawn } from "node:child_process";
import { Instance, compiled, dice, shortest } from "./module.mjs";

const [path, program, levelsWord, actionsWord, seedWord] = process.argv.slice(2);
const [levels, actions, seed] = [levelsWord, actionsWord, seedWord].map(Number);

const mostFailures = 10;

// Dark and lit rooms, with blocks, flashlights and several zombies, rooms that are not square, and a room that is
// wider than the 64 squares of a word. The number is its percentage
// of the levels. A level of the last one takes ten times as long.
const families = {
  "classic": 11, "block": 11, "flashlight": 11, "6x6z1b5+lit": 11, "6x6z2b3f1": 11, "4x7z1b3f1+lit": 11,
  "7x4z2b2": 11, "5x5z3b2+lit": 11, "8x8z2b8": 10, "3x70z2b12f1": 2,
};

// MARK: The native program

const pieces = [];
let native = null, wanted = 0, arrived = null;

function start() {
  // No backtrace of a crash, because the shortest list of events is printed instead.
  const env = { ...process.env, SWIFT_BACKTRACE: "enable=no" };
  native = spawn(program, { stdio: ["pipe", "pipe", "inherit"], env });
  native.stdin.on("error", () => {});
  native.stdout.on("data", piece => {
    pieces.push(piece);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) wanted -= 1;
    if (wanted === 0) arrived?.();
  });
  native.on("close", () => {
    native = null;
    arrived?.();
  });
}

// The native program would read a "!" at the beginning as a command.
const line = event => event.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replace(/^!/, "\\!") + "\n";

/** The answers to some lines, without newlines; fewer if the program crashes. */
async function ask(lines) {
  if (!native) start();
  wanted = lines.length;
  pieces.length = 0;
  await new Promise(done => {
    arrived = done;
    native.stdin.write(lines.join(""));
  });
  const bytes = Buffer.concat(pieces), answers = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    answers.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return answers;
}

// MARK: The module

const instance = new Instance(compiled(path));
// The events of the session, the module's answers, the last screen, and the module's trap.
let events = [], answers = [], screen = null, trap = null;
let count = 0, bytes = 0, moduleTime = 0, nativeTime = 0, failures = 0;

function begin() {
  instance.renew();
  [events, answers, screen, trap] = [[], [], null, null];
}

function happen(event) {
  if (trap) return;
  events.push(event);
  const start = performance.now();
  try {
    const answer = instance.ask(event);
    answers.push(answer);
    if (answer.length) screen = JSON.parse(answer.toString());
  } catch (error) {
    trap = error;
  }
  moduleTime += performance.now() - start;
}

function check(isRight, what) {
  if (isRight || trap) return;
  console.error(`${what}: ${JSON.stringify(events)}`);
  process.exit(1);
}

/** The module's answers to some events; the last is null if the module traps. */
function askModule(list) {
  instance.renew();
  const found = [];
  try {
    for (const event of list) found.push(instance.ask(event));
  } catch {
    found.push(null);
  }
  return found;
}

const askNative = async list => (await ask(["!new\n", ...list.map(line)])).slice(1);

/** The index of the first answer that differs or is missing; -1 if all are the same. */
function difference(found, expected) {
  return found.findIndex((answer, place) => !answer || !expected[place] || !answer.equals(expected[place]));
}

/** Compares the answers of the session with those of the native program. */
async function compare() {
  const start = performance.now();
  const expected = await askNative(events);
  nativeTime += performance.now() - start;
  for (const answer of answers) [count, bytes] = [count + 1, bytes + answer.length];
  if (trap) answers.push(null);
  const place = difference(answers, expected);
  if (place < 0) return;
  failures += 1;
  const list = await shortest(
    events.slice(0, place + 1), async rest => difference(askModule(rest), await askNative(rest)) >= 0);
  const [found, wanted] = [askModule(list).at(-1), (await askNative(list))[list.length - 1]];
  const what = wanted ? (found ? "different answers" : "a trap of the module")
    : found ? "a native trap" : "traps of both";
  console.error(`${what} at the last of these events:`);
  console.error(`  ${JSON.stringify(list)}`);
  if (found && wanted) {
    let at = 0;
    while (found[at] === wanted[at]) at += 1;
    const around = text => text.subarray(Math.max(0, at - 60), at + 60).toString();
    console.error(`  the module:         …${around(found)}…`);
    console.error(`  the native program: …${around(wanted)}…`);
  }
  if (failures === mostFailures) end();
}

function end() {
  const seconds = time => `${(time / 1000).toFixed(1)} s`;
  console.log(`${count} answers, ${bytes} bytes, ${failures} differences`);
  console.log(`${seconds(moduleTime)} in the module, ${seconds(nativeTime)} waiting for the native program`);
  process.exit(failures ? 1 : 0);
}

// MARK: Levels

const draw = dice.chance(seed);
const session = 100;
const seen = { solvable: 0, unsolvable: 0, unknown: 0 };

/** Lets the game continue until it waits for nothing. */
function settle() {
  for (let turns = 0; screen.awaits && turns < 300 && !trap; turns++) happen("go on");
  check(!screen.awaits, "the game does not stop waiting");
}

for (const [family, percent] of Object.entries(families)) {
  const wantedLevels = Math.ceil(levels * percent / 100);
  for (let index = 0; index < wantedLevels; index += session) {
    begin();
    for (const event of [`seed ${seed}`, "today 2026-11-22", "link workshop", "begin", "say skip"]) happen(event);
    for (let i = index; i < Math.min(index + session, wantedLevels); i++) {
      // By reference, so that both also draw the level. Every other level is solvable.
      happen(`link workshop/${family}${i % 2 ? "+any" : ""}@${seed}#${i}`);
      settle();
      check(screen.kind === "workshop", "the workshop did not open");
      const said = screen.content.notes?.join(" ") ?? "";
      const isSolvable = said.includes("can be won: par"), isUnsolvable = said.includes("cannot be won");
      seen[isSolvable ? "solvable" : isUnsolvable ? "unsolvable" : "unknown"] += 1;
      happen(`link ${screen.address.replace("workshop/", "")}`);
      settle();
      check(screen.kind === "round", "no round started");
      happen("say hint");
      settle();
      // A few moves, and a hint after them.
      for (let steps = draw(4); steps > 0; steps--) happen(`arrow ${draw(4)}`);
      settle();
      happen("say hint");
      settle();
    }
    await compare();
  }
  console.log(`${wantedLevels} levels of ${family}: ${failures} differences`);
}
console.log(`${seen.solvable} solvable, ${seen.unsolvable} unsolvable, ${seen.unknown} unknown`);

// MARK: Random actions

const kinds = {};
let done = 0;
while (done < actions) {
  begin();
  for (const event of dice.beginning(draw)) happen(event);
  for (let i = 0; i < 500 && done < actions; i++, done++) {
    happen(dice.nextEvent(draw, screen));
    kinds[screen?.kind] = (kinds[screen?.kind] ?? 0) + 1;
  }
  await compare();
}
const often = Object.entries(kinds).sort((a, b) => b[1] - a[1]).map(([kind, times]) => `${kind} ${times}`);
console.log(`${done} random actions: ${failures} differences`);
console.log(`${often.length} kinds of screens: ${often.join(", ")}`);
end();
