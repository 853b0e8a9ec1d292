import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { type ScriptHits, scriptHits } from '../../../src/investigate/probe/script-hits.ts';
import type { CollectedValue } from '../../../src/model/collected-value.ts';
import { DebugSession } from '../../../src/session/debug-session.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Each line with a mark is passed; what stands behind the mark is evaluated there. */
const PROGRAM = `'use strict';
class Account {
  #balance = 0;
  deposit(amount) {
    this.#balance += amount; // @ [amount, this.#balance]
    return this;
  }
}
function* numbers(limit) {
  for (let value = 0; value < limit; value++) {
    const square = value * value; // @ value
    yield square; // @ [value, square]
  }
}
function sum(list) {
  let total = 0;
  for (const item of list) total += item; // @ { total, list }
  return total; // @ total
}
async function later(value) {
  await null;
  const doubled = value * 2; // @ value
  return doubled; // @ ({ value, doubled })
}
const arrow = (text) => text.toUpperCase(); // @ typeof arrow
function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2); // @ n
}
function choose(kind) {
  switch (kind) {
    case 'a':
      return 1; // @ kind
    default:
      return kind.length; // @ kind + '!'
  }
}
function risky(value) {
  try {
    JSON.parse(value); // @ value.length
  } catch (error) {
    return error.name; // @ [error instanceof SyntaxError, value]
  }
  return value; // @ missing.value
}
function shadow(x) {
  {
    const x = 'inner';
    String(x); // @ x
  }
  let late = x; // @ late
  late += 1;
  return late; // @ (() => { x += 1; return x; })()
}
function outer(seed) {
  const inner = (step) => {
    const next = seed + step; // @ seed * step
    return next;
  };
  return inner(1) + inner(2); // @ inner(5)
}
new Account().deposit(1).deposit(2);
for (const number of numbers(3)) String(number); // @ [...numbers(2)]
sum([1, 2, 3]);
arrow('x');
fib(4);
choose('a');
choose('bcd');
risky('{}');
risky('{');
shadow(1);
outer(10);
for (let i = 0; i < 3; i++) String(i); // @ i
let i = 0; while (i < 3) { i++; } // @ [i]
later(1).then((value) => later(value)).then(String);
`;

const MARKS = PROGRAM.split('\n').flatMap((text, index) => {
  const expression = / \/\/ @ (.*)$/.exec(text)?.[1];
  return expression === undefined ? [] : [{ line: index + 1, expression }];
});

describe.each(nodeVersions())('what is collected on Node $major', ({ path: node }) => {
  it.each(['main.cjs', 'main.mjs'])('is what stopping and evaluating gives, at every place of %s', async (name) => {
    await inFolder(async (folder) => {
      const path = join(folder, name);
      writeFileSync(path, PROGRAM);
      expect(MARKS.length).toBeGreaterThan(20);
      const [collected, stopped] = await Promise.all([allCollected(path, node), allStopped(path, node)]);
      expect(collected).toEqual(stopped);
      expect([...stopped.values()].filter((values) => values.length === 0)).toEqual([]);
    });
  });
});

async function inFolder(task: (folder: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder('collected-');
  try {
    await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A program in which the first place that can stop is in a function, and the code outside of it runs before. */
const TYPED = `function next(n: number): number {
  return n + 1; // @ n
}
for (let i: number = 0; i < 3; i++) {
  String(i); // @ i
}
for (let i: number = 0; i < 3; i++) next(i);
`;

const STRIPPING = nodeVersions().filter(({ major }) => major >= 22);

describe.each(STRIPPING)('TypeScript that Node $major runs by itself', ({ path: node }) => {
  it.each([2, 5])('has the values of every pass of line %i, from the first one on', async (line) => {
    await inFolder(async (folder) => {
      const path = join(folder, 'main.ts');
      writeFileSync(path, TYPED);
      const values = ({ hits }: ScriptHits) =>
        hits.flatMap((hit) => hit.values.map((value) => (value.kind === 'value' ? value.json : value.message)));
      const expression = line === 2 ? 'n' : 'i';
      // Whether the breakpoint comes in time must not be a matter of luck.
      const runs = await Promise.all([1, 2, 3, 4].map(() => collectedAt(path, node, { line, expression })));
      expect(runs.map(values)).toEqual([1, 2, 3, 4].map(() => [0, 1, 2]));
    });
  });
});

/** On these, Node can make code of types as it loads a file, which moves places. */
const TRANSFORMING = nodeVersions().filter(({ major }) => major === 22 || major === 24);

describe.each(TRANSFORMING)('TypeScript that Node $major compiles as it is loaded', ({ path: node }) => {
  it('has the values from the first pass on, where V8 is stopped before it knows of the breakpoint', async () => {
    await inFolder(async (folder) => {
      const path = join(folder, 'main.ts');
      writeFileSync(path, TYPED);
      const mark = { line: 2, expression: 'n' };
      const run = () => collectedAt(path, node, mark, ['--experimental-transform-types', '--no-warnings']);
      const runs = await Promise.all([1, 2, 3, 4].map(run));
      const values = ({ hits }: ScriptHits) => hits.flatMap((hit) => hit.values.map(textOf));
      expect(runs.map(values)).toEqual([1, 2, 3, 4].map(() => ['0', '1', '2']));
    });
  });
});

/** The values at each mark, in the order of its passes: JSON texts, or errors. */
type Seen = ReadonlyMap<string, readonly string[]>;

/** All marks in one run that never stops. */
async function allCollected(path: string, node: string): Promise<Seen> {
  return withSession(path, node, async (session) => {
    const marks = new Map<number, string>();
    for (const { line, expression } of MARKS) {
      const record = await session.breakpoints.plan({ target: { kind: 'line', path, line }, collect: [expression] });
      marks.set(record.id, `${line}: ${expression}`);
    }
    await session.start();
    expect(await session.waitForStop()).toMatchObject({ kind: 'exited', exitCode: 0 });
    return grouped(
      session.collected.list().map(({ id, values: [value] }) => [marks.get(id) ?? '', textOf(value)] as const),
    );
  });
}

function textOf(value: CollectedValue | undefined): string {
  if (value?.kind === 'thrown') return value.message;
  return JSON.stringify(value?.json) ?? 'undefined';
}

/** The way of the specification, all marks in one run: stop, evaluate in the paused frame, go on. */
async function allStopped(path: string, node: string): Promise<Seen> {
  return withSession(path, node, async (session) => {
    const marks = new Map<number, (typeof MARKS)[number]>();
    for (const mark of MARKS)
      marks.set((await session.breakpoints.plan({ target: { kind: 'line', path, line: mark.line } })).id, mark);
    const seen: (readonly [string, string])[] = [];
    await session.start();
    let outcome = await session.waitForStop();
    while (outcome.kind === 'stopped') {
      for (const id of outcome.hitBreakpointIds) {
        const { line, expression } = marks.get(id) ?? { line: 0, expression: '' };
        seen.push([`${line}: ${expression}`, await evaluated(session, expression)]);
      }
      outcome = await session.resume('continue');
    }
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    return grouped(seen);
  });
}

async function evaluated(session: DebugSession, expression: string): Promise<string> {
  const request = { expression: `JSON.stringify(${expression})`, readOnly: false };
  const result = await session.inspection.evaluate({ ...request, depth: 0, maxChildren: 0, maxTextLength: 10_000 });
  if (result.kind === 'thrown') return `${result.exception.name}: ${result.exception.message}`;
  if (result.kind !== 'value') return result.kind;
  return result.type === 'string' ? JSON.parse(result.value) : result.value;
}

function grouped(seen: readonly (readonly [string, string])[]): Seen {
  const groups = new Map<string, string[]>(MARKS.map(({ line, expression }) => [`${line}: ${expression}`, []]));
  for (const [mark, value] of seen) groups.get(mark)?.push(value);
  return groups;
}

async function withSession<T>(path: string, node: string, task: (session: DebugSession) => Promise<T>): Promise<T> {
  const createAdapter = () => new NodeAdapter();
  const session = new DebugSession(
    { id: 'test', language: 'node', createAdapter },
    { kind: 'launch', ...launchOf(path, node) },
  );
  try {
    session.exceptionMode = 'none';
    return await task(session);
  } finally {
    await session.end();
  }
}

function collectedAt(
  path: string,
  node: string,
  { line, expression }: (typeof MARKS)[number],
  runtimeArgs: readonly string[] = [],
): Promise<ScriptHits> {
  const engine = new DebugEngine({ cwd: tmpdir() });
  const breakpoint = { target: { kind: 'line', path, line } as const, collect: [expression] };
  const request = { launch: { ...launchOf(path, node), runtimeArgs }, language: 'node', breakpoint };
  return scriptHits(engine, request, { timeoutMs: 20_000, signal: new AbortController().signal });
}

function launchOf(path: string, node: string) {
  return { program: path, args: [], cwd: tmpdir(), env: {}, runtimeExecutable: node, stopOnEntry: false };
}
