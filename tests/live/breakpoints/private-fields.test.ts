import { describe, expect, it } from 'vitest';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { scriptHits } from '../../../src/investigate/probe/script-hits.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const QUEUE = `let called = 0;
class Item { #id; constructor(id) { this.#id = id; } }
class Queue {
  #items = [];
  label = 'q';
  get size() { called++; return 0; }
  add(id) { this.#items.push(new Item(id)); return this; }
}
exports.Queue = Queue;
exports.called = () => called;
`;

const MAIN = `const { Queue, called } = require('./queue.cjs');
function work(queue, n) {
  const next = n + 1;
  return queue.add(next);
}
function both(queue) {
  const first = work(queue, 1);
  return first;
}
const queue = new Queue();
for (let n = 0; n < 3; n++) work(queue, n);
both(queue);
console.log('done', called());
`;
const FILES = { 'main.cjs': MAIN, 'queue.cjs': QUEUE };
const RETURN = 'return queue.add';

const withItems = (...ids: number[]) =>
  `Queue {label: "q", #items: [${ids.map((id) => `Item {#id: ${id}}`).join(', ')}]}`;
/** One level further in, the text of an item is cut. */
const inside = (...ids: number[]) => withItems(...ids).replace(/#id: \d+/g, '…');

describe.each(nodeVersions())('private fields on Node $major', ({ path }) => {
  it('are in log messages, and no stop is made of it', async () => {
    const breakpoints = [{ at: RETURN, logMessage: '{n}: {queue} and {[n, queue]}' }];
    await using program = await DebuggedProgram.start(path, FILES, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('stdout')).toBe('done 0\n');
    const line = (n: number, ...ids: number[]) => `${n}: ${withItems(...ids)} and [${n}, ${inside(...ids)}]`;
    const lines = [line(0), line(1, 1), line(2, 1, 2), line(1, 1, 2, 3)];
    expect(program.output('log').trimEnd().split('\n')).toEqual(lines);
    expect(program.session.breakpoints.get(1).hits).toBe(4);
  });

  it('stand beside a stop at the same line', async () => {
    const breakpoints = [
      { at: RETURN, logMessage: '{queue}' },
      { at: 'const next', condition: 'n === 2' },
    ];
    await using program = await DebuggedProgram.start(path, FILES, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [2] main.cjs:3');
    expect(program.output('log')).toBe(`${withItems()}\n${withItems(1)}\n`);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('log').trimEnd().split('\n')).toHaveLength(4);
  });

  it('are left to a stop where a step passes the line, which ends where it should', async () => {
    const breakpoints = [{ at: RETURN, logMessage: '{queue}' }, { at: 'const first' }];
    await using program = await DebuggedProgram.start(path, FILES, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [2] main.cjs:7');
    expect(await program.go('next')).toBe('step main.cjs:8');
    const lines = program.output('log').trimEnd().split('\n');
    expect(lines.at(-1)).toBe('Queue {label: "q"} (a stop here shows more of it)');
    expect(await program.go()).toBe('exited 0');
  });

  it('are read in the first passes of a hot line alone', async () => {
    const hot = MAIN.replace('n < 3', 'n < 400').replace('queue.add(next)', 'queue');
    await using program = await DebuggedProgram.start(
      path,
      { ...FILES, 'main.cjs': hot },
      { breakpoints: [{ at: 'return queue;', logMessage: '{n} {queue}' }] },
    );
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.session.breakpoints.get(1).hits).toBe(401);
    const lines = program.output('log').trimEnd().split('\n');
    expect([lines[0], lines[199]]).toEqual([`0 ${withItems()}`, `199 ${withItems()}`]);
    expect(lines[200]).toBe('200 Queue {label: "q"} (a stop here shows more of it)');
  });

  it('are in what is collected', async () => {
    await using program = await DebuggedProgram.start(path, { 'other.cjs': '', ...FILES });
    const launch = { program: program.path('main.cjs'), args: [], cwd: program.path('.'), env: {}, stopOnEntry: false };
    const target = { kind: 'line', path: program.path('main.cjs'), line: 4 } as const;
    const request = {
      launch: { ...launch, runtimeExecutable: path },
      language: 'node',
      breakpoint: { target, collect: ['queue', 'n', '{ queue }'] },
    };
    const engine = new DebugEngine({ cwd: program.path('.') });
    const { hits, end } = await scriptHits(engine, request, {
      timeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(hits.map(({ values }) => values)[1]).toEqual([
      { kind: 'value', type: 'object', json: { label: 'q' }, description: withItems(1) },
      { kind: 'value', type: 'number', json: 1 },
      { kind: 'value', type: 'object', json: { queue: { label: 'q' } }, description: `{queue: ${inside(1)}}` },
    ]);
    expect(hits).toHaveLength(4);
  });
});
