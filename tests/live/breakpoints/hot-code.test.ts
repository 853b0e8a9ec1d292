import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const GROUPS = 150;

/** Functions that are inlined into one another when they are hot. */
function group(k: number): string {
  return `function add${k}(x) { return x + 1; }
function twice${k}(x) { return add${k}(x) * 2; }
function minus${k}(x) { return twice${k}(x) - add${k}(x); }
function sum${k}(x) { return minus${k}(x) + twice${k}(x) + add${k}(x); }
function mix${k}(x) { return sum${k}(x) ^ minus${k}(x); }
groups.push((n) => { let s = 0; for (let i = 0; i < n; i++) s = (s + mix${k}(i) + sum${k}(i) + minus${k}(i) + twice${k}(i)) | 0; return s; });
`;
}

/** Makes one group of functions hot after the other, and says which. */
const PROGRAM = `const groups = [];
${Array.from({ length: GROUPS }, (_, k) => group(k)).join('')}
let k = 0;
function next() {
  if (k === groups.length) return console.log('all done'), setInterval(() => {}, 1_000);
  console.log('group ' + k);
  const run = groups[k++];
  const end = Date.now() + 10;
  while (Date.now() < end) run(2_000);
  setImmediate(next);
}
setTimeout(next, 200);
`;

/** The group that is hot now. */
function hotGroup(output: string): number {
  return Number(/(\d+)\n$/.exec(output)?.[1] ?? -1);
}

test.each(nodeVersions())(
  'on Node $major breakpoints are set in code that is just being optimised',
  async ({ path: node }) => {
    // A place where V8 evaluates a condition is prepared in the running program.
    await using program = await DebuggedProgram.start(node, { 'main.cjs': PROGRAM });
    const { session } = program;
    let set = 0;
    while (!program.output('stdout').includes('all done')) {
      expect(session.state.kind, program.output('stderr')).toBe('running');
      const hot = hotGroup(program.output('stdout'));
      if (hot >= 0) {
        const target = { kind: 'line', path: program.path(), line: program.line(`function twice${hot}(`) } as const;
        const { id } = await session.breakpoints.set({ target, condition: 'x === -1' });
        await session.breakpoints.remove(id);
        set++;
      }
      await sleep(set % 3);
    }
    expect(set).toBeGreaterThan(0);
    expect(session.state.kind, program.output('stderr')).toBe('running');
  },
);
