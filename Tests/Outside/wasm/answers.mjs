// Asks a WebAssembly module (Exports/Answers.swift) and the program the same questions, and stops at the
// first difference:
//
//     node answers.mjs MODULE.wasm PROGRAM

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [modulePath, program] = process.argv.slice(2);
const bytes = readFileSync(modulePath);
const compiled = new WebAssembly.Module(bytes);

// MARK: The module and the program

let instance = new WebAssembly.Instance(compiled);

/** The module's answer. A trap is a bug, after which a new instance is needed. */
function ask(question) {
  const { allocate, release, answer, memory } = instance.exports;
  const text = new TextEncoder().encode(question);
  try {
    const place = allocate(text.length);
    new Uint8Array(memory.buffer, place, text.length).set(text);
    const found = answer(place, text.length);
    release(place);
    const length = new DataView(memory.buffer).getUint32(found, true);
    const reply = new TextDecoder().decode(new Uint8Array(memory.buffer, found + 4, length));
    release(found);
    return reply;
  } catch (trap) {
    instance = new WebAssembly.Instance(compiled);
    return `a trap: ${trap.message}`;
  }
}

/** Runs the program; returns what it prints, and whether it succeeded. */
function run(input, ...words) {
  const done = spawnSync(program, words, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.error) throw done.error;
  return { isDone: done.status === 0, output: done.stdout, error: done.stderr };
}

/** The rows of a table that the program prints, each as a list of cells. */
function table(input, ...words) {
  const { isDone, output, error } = run(input, ...words);
  if (!isDone) throw new Error(`zombies ${words.join(' ')}: ${error}`);
  return rows(output);
}

const rows = (text) => text.trimEnd().split('\n').slice(1).map((row) => row.split(','));

/** The last error that a failed run prints, in the module's form. */
const lastError = (error) => error.trimEnd().split('\n').findLast((line) => line.startsWith('Error: '))
  .replace('Error: ', 'error: ').replace(/argument 1(, column \d+)?: /, '')
  .replace('; there is no file with this name either', '');

let answers = 0;

function compare(question, expected, asProgram = (answer) => answer) {
  answers += 1;
  const found = asProgram(ask(question));
  if (found === expected) return;
  console.error(`${question}\n  the program: ${expected}\n  the module:  ${found}`);
  process.exit(1);
}

// MARK: Chance

let state = 1n;
const draw = (below) => {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return Number((state >> 33n) % BigInt(below));
};

// MARK: The runtime's arithmetic

// Numbers of all lengths: halves that are empty, full or have few bits are as likely as others.
const half = () => {
  const bits = BigInt.asUintN(64, (BigInt(draw(2 ** 31)) << 33n) ^ (BigInt(draw(2 ** 31)) << 11n) ^ state);
  return [0n, 2n ** 64n - 1n, bits, bits >> BigInt(draw(64))][draw(4)];
};
for (let i = 0; i < 2000; i++) {
  const [a1, a0, b1, b0] = [half(), half(), half(), half()];
  const [a, b] = [a1 << 64n | a0, b1 << 64n | b0];
  const halves = (number) => `${BigInt.asUintN(128, number) >> 64n} ${BigInt.asUintN(64, number)}`;
  compare(`product ${a1} ${a0} ${b1} ${b0}`, halves(a * b));
  const count = BigInt(i % 130);
  compare(`shifts ${a1} ${a0} ${count}`, `${halves(a << count)} ${halves(a >> count)}`);
  compare(`quotient ${a1} ${a0} ${b1} ${b0}`, halves(b === 0n ? 0n : a / b));
}

// MARK: Levels, solved and played

const standard = ['1', 'longest', '1'];
const folder = mkdtempSync(join(tmpdir(), 'zombies-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const options = ([distance, chase, speed]) =>
  ['--catching-distance', distance, '--chase', chase, '--zombie-speed', speed];

/** Draws and solves levels of a family, and plays them with some policies; returns the number of levels. */
function playThrough(family, count, {
  seed = '1', rules = standard, levels = 'solvable', limit = 0, grades = true,
  policies = ['random', 'edge', 'beeline', 'clairvoyant'],
}) {
  const settings = rules.join(' ');
  const drawn = table('', 'generate', '--family', family, '--seed', seed, '--count', `${count}`,
    '--levels', levels, '--format', 'csv', ...options(rules));
  drawn.forEach(([reference, code], index) => {
    compare(`draw ${family} ${levels} ${seed} ${index} ${settings}`, code);
    if (reference) compare(`reference ${reference}`, code);
  });

  const codes = drawn.map(([, code]) => code);
  const list = codes.join('\n') + '\n';
  compare(`read ${list}`, codes.join('\n'));
  const solve = ['solve', '--input', '-', '--format', 'csv', ...options(rules)];
  for (const [code, ...cells] of table(list, ...solve, ...(limit ? ['--max-states', `${limit}`] : [])))
    compare(`solve ${code} ${limit} ${settings}`, cells.slice(0, 5).join(','));
  if (grades)
    for (const [code, ...cells] of table(list, ...solve, '--difficulty')) {
      const [excess, states, dead, , run, direct, things, every, random, grade] = cells.slice(14);
      const billionths = random && `${BigInt(random.replace('.', ''))}`;
      compare(`grade ${code} ${settings}`,
        [excess, states, dead, run, direct, things, every, billionths, grade, grade].join(','));
    }

  if (policies.length === 0) return drawn.length;
  // A file, because the table of the batch is on standard output.
  const file = join(folder, 'rounds.csv');
  const done = run(list, 'simulate', '--input', '-', '--policy', policies.join(), '--rounds',
    `${2 * count}`, '--first', '4294967290', '--seed', seed, '--rounds-csv', file, ...options(rules));
  if (!done.isDone) throw new Error(`zombies simulate ${family}: ${done.error}`);
  for (const [trial, , policy, code, ...cells] of rows(readFileSync(file, 'utf8')))
    compare(`play ${policy} ${code} ${seed} ${trial} ${settings}`, cells.join(','));
  return drawn.length;
}

const all = ['random', 'edge', 'beeline', 'clairvoyant', 'optimal', 'cautious'];
let levels = 0;
for (const [family, count, more] of [
  ['classic', 150, { seed: '18446744073709551615', policies: all }],
  ['classic', 100, { levels: 'any', policies: all }],
  ['block', 100, { policies: all }],
  ['flashlight', 150, { levels: 'any', policies: all }],
  ['6x6z1b5+lit', 150, { seed: '20261122', policies: all }],
  ['1x12b1', 1, { levels: 'any' }],
  ['4x9z1f2', 50, { levels: 'any', policies: all }],
  ['7x7z3b4f2', 100, { levels: 'any', limit: 40 }],
  ['8x8z2b6+lit', 60, {}],
  ['8x8z3b8f1', 60, {}],
  ['12x10z3b8f1', 50, {}],
  ['10x10z2b12+lit', 40, { levels: 'any', limit: 200 }],
  ['3x90z4b6', 40, { levels: 'any' }],
  ['100x100z20b900', 5, { levels: 'any' }],
  ['1024x1024z9b9999', 1, { levels: 'any', policies: [], grades: false }],
]) levels += playThrough(family, count, more);

for (const rules of [
  ['0', 'longest', '1'], ['1', 'vertical', '1'], ['1', 'horizontal', '1'], ['1', 'longest', '2'],
  ['0', 'vertical', '16'], ['0', 'horizontal', '3'],
]) {
  levels += playThrough('classic', 10, { rules, levels: 'any', policies: all });
  levels += playThrough('flashlight', 10, { rules, levels: 'any', policies: all });
  levels += playThrough('6x6z2b3f1', 10, { rules, levels: 'any' });
  levels += playThrough('8x8z3b4+lit', 10, { rules, levels: 'any' });
  levels += playThrough('9x9z2b6+lit', 10, { rules, levels: 'any' });
}

// MARK: Whole families

/** A fraction with twelve decimals, rounded half up. */
const twelveDecimals = (fraction) => {
  if (!fraction) return '';
  const [numerator, denominator] = fraction.split('/').map(BigInt);
  const digits = `${(2n * numerator * 10n ** 12n + denominator) / (2n * denominator)}`.padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
};
for (const [family, rules] of [
  ['classic', standard], ['flashlight', standard], ['4x4z1b2+lit', standard], ['3x5z2f1', standard],
  ['block', ['0', 'longest', '1']], ['4x4z2f1', ['1', 'vertical', '2']],
]) {
  const known = table('', 'analyze', '--family', family, '--policy', all.join(), '--format', 'csv',
    '--quiet', ...options(rules)).map((cells) =>
    [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 14].map((column) => cells[column]).join(','));
  const columnsOf = (rows) => rows.split('\n').map((row) =>
    row.split(',').map((cell) => cell.includes('/') ? twelveDecimals(cell) : cell).join(','));
  compare(`analyze ${family} ${rules.join(' ')}`, known.join('\n'),
    (found) => columnsOf(found).join('\n'));
}

// MARK: A game

const said = ['up', 'up', 'left', 'left', 'down', 'right', 'hint', 'undo', 'look', 'next', 'next', 'show',
  'new', 'restart', 'score', 'share', 'set tell off', 'set family flashlight', 'set chase vertical',
  'level S4/5/Z1#2/5/4P+lit', 'level classic@18446744073709551615#4294967296', 'help', 'xyzzy', '🧟'];
for (const [family, games] of [
  ['classic', 20], ['flashlight', 20], ['6x6z1b5+lit', 20], ['8x8z3b8f1', 5], ['12x10z3b8f1', 5],
  ['4x4z2f1', 20],
])
  for (let game = 0; game < games; game++) {
    const lines = [...Array(40)].map(() => said[draw(said.length)]);
    const known = run(lines.join('\n'), 'play', '--family', family, '--seed', `${game}`);
    if (!known.isDone) throw new Error(`zombies play: ${known.error}`);
    compare(`talk ${family} ${game} ${lines.join(',').replaceAll(' ', '_')}`, known.output);
  }

// MARK: Errors

// Beliefs, placements and positions beyond 32 and 64 bits.
for (const family of ['8x8z3b8f1', '8x8z20b20', '6x6z6b6f6', '9x9z2', '8x8z1b30f2'])
  for (const [reference, code] of table('', 'generate', '--family', family, '--levels', 'any',
    '--count', '1', '--format', 'csv')) {
    const { isDone, error } = run('', 'simulate', code, '--policy', 'optimal', '--rounds', '1', '--quiet');
    if (isDone) throw new Error(`expected optimal to refuse ${reference}`);
    compare(`play optimal ${code} 0 0 ${standard.join(' ')}`, lastError(error));
  }
for (const reference of ['5x5z25@0#0', '2x3@0#18446744073709551616', '5x5z24b1@1#1', '1025x5@1#1',
  '4x4z99999999999@0#0', '6x6z6+lit+any@01#0', 'classic@1#é'])
  compare(`reference ${reference}`, lastError(run('', 'solve', reference, '--quiet').error));

// MARK: Bad texts

/** Compares the answers to a file of levels that may be damaged: the same levels, or the same error and place. */
function readThrough(text) {
  const { isDone, output, error } = run(text, 'solve', '--input', '-', '--format', 'csv', '--quiet');
  compare(`read ${text}`, isDone
    ? rows(output).map(([code]) => code).join('\n')
    : error.replace('Error: standard input, ', 'error: ').split('\n')[0]);
}

const good = 'S4/5/Z1#2/2F2/4P\nclassic@42#7\n; a comment\n\n'
  + 'S....\n.....\n🧟....\n...🔦.\n; lit\n....P\n\n6x6z1b5+lit@20261122#0 ; today\n';
const letters = [...'SPZ#F./+@;0159 \n', 'lit', '🧟', '🧟‍♂️', '❤️', 'é', '\u0000', '\uFEFF', '18446744073709551616'];
const bad = 300;
for (let i = 0; i < bad; i++) {
  const text = [...good];
  for (let changes = draw(3); changes >= 0; changes--)
    text.splice(draw(text.length), draw(3), letters[draw(letters.length)]);
  readThrough(text.join(''));
}

// A page may stay open for days, so repeating the same work must not use more memory.
const again = [...Array(20).keys()].map((index) => `draw 8x8z2b6+lit solvable 3 ${index} 1 longest 1`);
const sizes = [...Array(10)].map(() => {
  for (const question of again) {
    const code = ask(question);
    for (const policy of ['random', 'edge', 'clairvoyant'])
      ask(`play ${policy} ${code} 1 1 1 longest 1`);
    ask(`grade ${code} 1 longest 1`);
  }
  return instance.exports.memory.buffer.byteLength;
});
if (sizes[1] !== sizes[9]) throw new Error(`memory grew from ${sizes[1]} to ${sizes[9]} bytes`);

console.log(`${levels} levels and ${bad} damaged files: ${answers} answers, all the same`);
console.log(`${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
