import { describe, expect, it, test } from 'vitest';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import type { ResumeCommand } from '../../../src/session/run/run-control.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { DebuggedPython } from '../../support/debugged-python.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Each call has a number, `id`, from its first statement on: what shows another number before has mixed two calls up. */
const PROGRAM = `let calls = 0;
function handle(n) {
  const id = ++calls;
  let sum = n;
  sum += 1;
  if (n > 1) {
    sum *= 2;
  }
  return sum;
}
function each(n) {
  const id = ++calls; let seen = n; seen += 1; // one
  seen += 2;
}
function deep(n) {
  const id = ++calls;
  let rest = n - 1;
  if (n > 0) rest += deep(rest);
  return rest;
}
function fails(n) {
  const id = ++calls;
  let left = n;
  left -= 1;
  if (n % 2) throw new Error('odd');
  return left;
}
async function serve(n) {
  const id = ++calls;
  let step = n;
  await null;
  step += 1;
  debugger;
  await new Promise((resolve) => setTimeout(resolve, 1));
  step += 2;
  return step;
}
function* count(n) {
  const id = ++calls;
  for (let at = 0; at < n; at++) {
    yield at;
  }
}
function loop(list) {
  const id = ++calls;
  let total = 0;
  for (const item of list) {
    total += item;
    handle(item);
  }
  return total;
}
function twice() { loop([1, 2]); return loop([3, 4]); }
loop([5, 6]);
for (const n of [1, 2]) { loop([n]); }
[1, 2, 3].forEach(each);
deep(3);
[1, 2, 3].map((n) => { try { return fails(n); } catch { return 0; } });
Promise.reject(1).catch(handle);
Promise.resolve(1).then(fails).catch(() => {});
Promise.resolve(3).then(fails).catch(() => {});
const one = count(2), two = count(2);
[one, two, one, two].forEach((each) => each.next());
setTimeout(handle, 1, 1);
setTimeout(handle, 1, 2);
serve(1);
serve(2);
twice();
`;
const MARKS = ['sum += 1', 'seen += 2', 'let rest', 'left -= 1', 'step += 1', 'step += 2', 'yield at', 'total += item'];

/** Goes through a program, one of these after another; the previous values of `id` that were shown, and how many of others. */
async function walked(session: DebugSession, commands: readonly ResumeCommand[]) {
  const mixedUp: string[] = [];
  let known = 0;
  let outcome = await session.waitForStop({ timeoutMs: 20_000 });
  for (let at = 0; outcome.kind === 'stopped'; at++) {
    const { locals, stop } = await session.report({ depth: 0, maxChildren: 20, maxTextLength: 50 });
    const changed = locals.filter(({ previous }) => previous !== undefined && previous !== null);
    known += changed.length;
    for (const { name, value, previous } of changed)
      if (name === 'id' && /^\d+$/.test(previous ?? ''))
        mixedUp.push(`${stop.functionName}:${stop.location.line} ${value} was ${previous}`);
    outcome = await session.resume(commands[at % commands.length] ?? 'continue', { timeoutMs: 20_000 });
  }
  expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
  return { mixedUp, known };
}

const WALKS: readonly (readonly ResumeCommand[])[] = [
  ['continue'],
  ['next', 'next', 'continue'],
  ['next', 'next', 'next', 'next', 'next', 'next', 'next', 'next', 'continue'],
  ['next', 'stepIn', 'next', 'continue', 'stepIn', 'stepOut'],
];

describe.each(nodeVersions())('what a local was before, on Node $major', ({ path }) => {
  it.each(WALKS.map((walk) => [walk.join(' '), walk] as const))('is of the same call: %s', async (_, walk) => {
    const breakpoints = MARKS.map((at) => ({ at }));
    await using program = await DebuggedProgram.start(path, { 'main.cjs': PROGRAM }, { breakpoints });
    const { mixedUp, known } = await walked(program.session, walk);
    expect(mixedUp).toEqual([]);
    expect(known).toBeGreaterThan(walk.length > 1 ? 8 : -1);
  });

  it('is shown in a loop that continues to its breakpoint, where nothing else can have called the function', async () => {
    const source = `import { sum } from './sum.mjs';\nsum([1, 2, 3]);\n`;
    const files = {
      'main.mjs': source,
      'sum.mjs': `export function sum(list) {\n  let total = 0;\n  for (const item of list)\n    total += item;\n  return total;\n}\n`,
    };
    const breakpoints = [{ at: 'total += item', file: 'sum.mjs' }];
    await using program = await DebuggedProgram.start(path, files, { breakpoints });
    await program.firstStop();
    const limits = { depth: 0, maxChildren: 20, maxTextLength: 50 };
    await program.session.report(limits);
    await program.go();
    const { locals } = await program.session.report(limits);
    expect(locals.map(({ name, value, previous }) => [name, value, previous])).toEqual(
      expect.arrayContaining([
        ['item', '2', '1'],
        ['total', '1', '0'],
      ]),
    );
  });
});

const PYTHON = `import asyncio, itertools
calls = itertools.count(1)
def handle(n):
    id = next(calls)
    total = n
    total += 1
    if n > 1:
        total *= 2
    return total
def loop(items):
    id = next(calls)
    total = 0
    for item in items:
        total += item
        handle(item)
    return total
async def serve(n):
    id = next(calls)
    step = n
    await asyncio.sleep(0)
    step += 1
    await asyncio.sleep(0.001)
    step += 2
    return step
def count(n):
    id = next(calls)
    for at in range(n):
        yield at
async def main():
    asyncio.get_running_loop().call_soon(handle, 1)
    asyncio.get_running_loop().call_soon(handle, 2)
    await asyncio.gather(serve(1), serve(2))
loop([1, 2])
loop([3])
list(map(handle, [1, 2]))
one, two = count(2), count(2)
for each in (one, two, one, two):
    next(each)
asyncio.run(main())
`;

test.each(WALKS.map((walk) => [walk.join(' '), walk] as const))(
  'what a local of Python was before is of the same call: %s',
  async (_, walk) => {
    const marks = ['total += 1', 'total += item', 'step += 1', 'step += 2', 'yield at'];
    const breakpoints = marks.map((at) => ({ at }));
    await using program = await DebuggedPython.start({ 'main.py': PYTHON }, { breakpoints });
    const { mixedUp, known } = await walked(program.session, walk);
    expect(mixedUp).toEqual([]);
    expect(known).toBeGreaterThan(walk.length > 1 ? 2 : -1);
  },
);
