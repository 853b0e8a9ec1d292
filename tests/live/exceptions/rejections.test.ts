import { describe, expect, test } from 'vitest';
import { runNotes } from '../../../src/session/run-notes.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Functions that reject, in each way that there is. */
const FUNCTIONS = `
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
async function now(text) { throw new Error(text); }
async function later(text) { await null; throw new Error(text); }
async function pass(text) { await now(text); }
async function give(text) { return now(text); }
function hand(text) { return now(text); }
function refuse(text) { return Promise.reject(new Error(text)); }
function made(text) { return new Promise((done, fail) => { fail(new Error(text)); }); }
function thrown(text) { return new Promise(() => { throw new Error(text); }); }
async function retry(work) { const tried = work(); return Promise.race([tried.catch(() => 'failed'), wait(1)]); }
const turns = async (count) => { while (count-- > 0) await null; };
async function slow(text) { await turns(5); throw new Error(text); }
const handOn = async (text) => slow(text);
async function run(text) { return handOn(text); }
async function other(text) { await turns(5); throw new Error(text); }
async function handOther(text) { return other(text); }
function guarded(text) { return handOther(text).catch(() => {}); }
async function named(text) { await turns(5); throw new Error(text); }
const table = { named };
class Store {
  async load(text) { await null; return this.parse(text); }
  async parse(text) { throw new Error(text); }
}
const { promisify } = process.getBuiltinModule?.('util') ?? require('util');
const stat = promisify((process.getBuiltinModule?.('fs') ?? require('fs')).stat);
`;

/**
 * Statements, and whether their promise is handled: `dropped` can be known when it is thrown, `kept` not before the microtasks
 * have run.
 */
const STATEMENTS = [
  ['handled', "now('%').catch(() => {});"],
  ['handled', "refuse('%').catch(() => {});"],
  ['handled', "made('%').then(() => {}).catch(() => {});"],
  ['handled', "thrown('%').finally(() => {}).then(null, () => {});"],
  ['handled', "const kept = now('%'); kept.catch(() => {});"],
  ['handled', "pass('%').catch(() => {});"],
  ['handled', "(async () => { await pass('%'); })().catch(() => {});"],
  ['handled', "(async () => { try { await now('%'); } catch {} })();"],
  ['handled', "(async () => { try { await pass('%'); } catch {} })();"],
  ['handled', "(async () => { try { await give('%'); } catch {} })();"],
  ['handled', "(async () => { try { await hand('%'); } catch {} })();"],
  ['handled', "(async () => { const kept = now('%'); try { await kept; } catch {} })();"],
  ['handled', "(async () => { try { await Promise.all([now('%')]); } catch {} })();"],
  ['handled', "(async () => { await Promise.allSettled([later('%'), now('%')]); })();"],
  [
    'handled',
    "(async () => { for (const each of [1, 2].map(async () => { await null; throw new Error('%'); })) try { await each; } catch {} })();",
  ],
  ['handled', "(async () => { for (const each of [1, 2].map(() => later('%'))) try { await each; } catch {} })();"],
  ['handled', "retry(() => now('%'));"],
  ['handled', "retry(() => later('%'));"],
  ['handled', "(async () => { try { await new Store().load('%'); } catch {} })();"],
  ['handled', "const jobs = []; jobs.push({ result: now('%') }); jobs[0].result.catch(() => {});"],
  ['handled', '(async () => { try { await stat(undefined); } catch {} })();'],
  ['handled', "setTimeout(async () => { try { await pass('%'); } catch {} });"],
  [
    'handled',
    "setTimeout(async () => { await null; async function run() { await null; await pass('%'); } run().catch(() => {}); });",
  ],
  [
    'handled',
    "setTimeout(async () => { async function run() { await null; await now('%'); } const kept = run(); try { await kept; } catch {} });",
  ],
  [
    'handled',
    "(async () => { try { for await (const each of (async function* () { yield await now('%'); })()) each; } catch {} })();",
  ],
  [
    'handled',
    "{ const kept = Promise.resolve().then(() => { throw new Error('%'); }).catch(() => {}); (async () => { await kept; })(); }",
  ],
  [
    'handled',
    "(async () => { try { await (async () => (async () => { await Promise.resolve().then(() => { throw new Error('%'); }); })())(); } catch {} })();",
  ],
  ['handled', "guarded('%');"],
  ['handled', "(async () => { try { await guarded('%'); } catch {} })();"],
  ['handled', "(async () => { try { await (async () => table.named('%'))(); } catch {} })();"],
  ['dropped', "now('%');"],
  ['dropped', "run('%');"],
  ['dropped', "setTimeout(() => { run('%'); });"],
  ['dropped', "void pass('%');"],
  ['dropped', "(async () => { await null; throw new Error('%'); })();"],
  ['dropped', "refuse('%');"],
  ['dropped', "made('%');"],
  ['dropped', "thrown('%');"],
  ['dropped', "(async () => { await null; await now('%'); })();"],
  ['dropped', "[1].forEach(async () => { throw new Error('%'); });"],
  ['dropped', "setTimeout(async () => { throw new Error('%'); });"],
  ['dropped', "setTimeout(async () => { await null; throw new Error('%'); });"],
  ['dropped', "setTimeout(async () => { await null; await pass('%'); });"],
  ['dropped', "Promise.resolve().then(() => { throw new Error('%'); });"],
  ['dropped', "Promise.resolve().then(() => now('%'));"],
  ['dropped', "(async () => (async () => { await null; await Promise.resolve().then(() => now('%')); })())();"],
  [
    'dropped',
    "(async () => (async () => { await null; await Promise.resolve().then(() => { throw new Error('%'); }); })())();",
  ],
  ['dropped', "(async () => { try { now('%'); } catch {} })();"],
  ['dropped', "new Store().load('%');"],
  ['kept', "const kept = now('%');"],
  ['kept', "const jobs = []; jobs.push({ result: later('%') });"],
  ['kept', "const all = [1].map(async () => { throw new Error('%'); });"],
] as const;

const HEAD = "process.on('unhandledRejection', ({ message }) => console.log('unhandled', message));\n";

function programOf(kind: string): { readonly [name: string]: string } {
  const texts = STATEMENTS.map(([, text], index) => `{ ${text.replaceAll('%', `case ${index}`)} }`);
  const at = kind === 'a callback' ? `setTimeout(() => {\n${texts.join('\n')}\n});` : texts.join('\n');
  return { [kind === 'an ES module' ? 'main.mjs' : 'main.cjs']: `${HEAD}${FUNCTIONS}${at}\n` };
}

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  test.each(['an ES module', 'a script', 'a callback'])('only promises that nobody handles stop %s', async (kind) => {
    await using program = await DebuggedProgram.start(path, programOf(kind));
    const stops = new Map<string, number>();
    for (let end = ''; end !== 'exited 0'; ) {
      const outcome = await program.session.resume('continue', { timeoutMs: 20_000 });
      end = program.describe(outcome);
      if (outcome.kind !== 'stopped') expect(end).toBe('exited 0');
      else {
        expect(outcome.exception).toMatchObject({ uncaught: true });
        const text = outcome.exception?.message ?? '';
        stops.set(text, (stops.get(text) ?? 0) + 1);
      }
    }
    const unhandled = new Set([...program.output('stdout').matchAll(/^unhandled (.*)$/gm)].map(([, text]) => text));
    const textsOf = (wanted: string) => STATEMENTS.flatMap(([fate], index) => (fate === wanted ? `case ${index}` : []));
    expect([...unhandled].sort()).toEqual([...textsOf('dropped'), ...textsOf('kept')].sort());
    expect([...stops.keys()].sort()).toEqual(textsOf('dropped').sort());
    expect([...stops.values()].every((count) => count === 1)).toBe(true);
  });

  test.each([
    ['const job = run(2);', /^Error: bad 2 at main\.mjs:2 .* In run then: n = 2\. exceptions "all" stops there\.$/],
    ['const jobs = [1, 2].map((n) => run(n));', /^Error: bad 1 at main\.mjs:2 .* In run then: n = 1\./],
  ])('what could not be known is said when the program dies of it: %s', async (text, wanted) => {
    const source = `async function run(n) {\n  throw new Error('bad ' + n);\n}\n${text}\n`;
    await using program = await DebuggedProgram.start(path, { 'main.mjs': source });
    const outcome = await program.session.waitForStop({ timeoutMs: 20_000 });
    expect(program.describe(outcome)).toBe('exited 1');
    expect(runNotes(program.session, outcome)).toEqual([expect.stringMatching(wanted)]);
  });

  test('after many caught ones the last one is named, with the limit', async () => {
    const source = `for (let n = 0; n < 60; n++) try { JSON.parse('{' + n); } catch {}\nnull.a;\n`;
    await using program = await DebuggedProgram.start(path, { 'main.mjs': source });
    const outcome = await program.session.waitForStop({ timeoutMs: 20_000 });
    expect(program.describe(outcome)).toBe('exited 1');
    expect(runNotes(program.session, outcome).join()).toMatch(
      /^TypeError: Cannot read .* at main\.mjs:2 did not stop it: after 50 exceptions that were caught/,
    );
  });

  test('a stack overflow is named, with why it did not stop', async () => {
    await using program = await DebuggedProgram.start(path, {
      'main.cjs': 'function deep() {\n  return deep() + 1;\n}\ndeep();\n',
    });
    const outcome = await program.session.waitForStop({ timeoutMs: 20_000 });
    expect(runNotes(program.session, outcome).join()).toMatch(
      /^RangeError: Maximum call stack size exceeded at main\.cjs:2 did not stop it: V8 stops at no stack overflow/,
    );
  });

  test('a step over a rejection that is handled ends on the next line', async () => {
    const source = `${FUNCTIONS}
async function main() {
  const kept = now('a');
  const other = hand('b');
  await Promise.allSettled([kept, other]);
  console.log('end');
}
setTimeout(main);
`;
    const breakpoints = [{ at: 'const kept = now' }];
    await using program = await DebuggedProgram.start(path, { 'main.cjs': source }, { breakpoints });
    expect(await program.firstStop()).toMatch(/^breakpoint/);
    for (const text of ['const other', 'await Promise.all', "console.log('end')"])
      expect(await program.go('next')).toBe(`step main.cjs:${program.line(text)}`);
    expect(await program.go()).toBe('exited 0');
  });
});
