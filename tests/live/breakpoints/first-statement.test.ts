import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { DebuggedProgram, type PlannedBreakpoint } from '../../support/debugged-program.ts';
import { type NodeVersion, nodeVersions } from '../../support/node-versions.ts';

const TYPED = `function main(): number {
  return 1;
}
main();
let sum: number = 0;
for (let i = 0; i < 3; i++) {
  sum += i;
}
`;
const WRITTEN = TYPED.replaceAll(': number', '');
const SOURCE_MAP = { loader: 'ts', sourcefile: '../src/main.ts', sourcemap: 'inline' } as const;

/** The same program as each kind of script; breakpoints stand in the last file. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CommonJS: { 'main.cjs': WRITTEN },
  'an ES module': { 'main.mjs': WRITTEN },
  'TypeScript with a map': {
    'dist/main.cjs': transformSync(TYPED, { ...SOURCE_MAP, format: 'cjs' }).code,
    'src/main.ts': TYPED,
  },
  'TypeScript, types stripped': { 'main.ts': TYPED },
};

/** Types are taken out by Node itself from 22.18 on. */
const kindsOn = ({ major }: NodeVersion) =>
  Object.entries(KINDS).filter(([name]) => name !== 'TypeScript, types stripped' || major >= 22);

/** The options of a breakpoint at the first statement, and its number of hits: the statement runs once. */
const GATES = [
  [{}, 1],
  [{ hitCondition: '2' }, 0],
  [{ condition: 'true', hitCondition: '1' }, 1],
  [{ logMessage: 'passed' }, 1],
] as const;

/** Changes the text of the script where it begins, so that its frame begins again. */
const IN_THE_LOOP = { at: 'sum += i', condition: 'i === 2' };

describe.each(nodeVersions())('on Node $major a first statement under a function', (node) => {
  describe.each(kindsOn(node))('of %s', (_name, files) => {
    const file = Object.keys(files).at(-1) ?? '';

    async function hitsOf(breakpoints: readonly PlannedBreakpoint[]): Promise<number[]> {
      const planned = breakpoints.map((each) => ({ file, ...each }));
      await using program = await DebuggedProgram.start(node.path, files, { breakpoints: planned });
      await program.valuesAtStops('0');
      const hits = program.session.breakpoints.list().map((record) => record.hits);
      const logged = breakpoints[0]?.logMessage === undefined ? [] : program.output('log').match(/passed/g);
      return [...hits, logged?.length ?? 0];
    }

    test('passes each of its breakpoints once', { timeout: 60_000 }, async () => {
      const seen: Record<string, readonly (readonly number[])[]> = {};
      const expected: typeof seen = {};
      for (const [gate, count] of GATES) {
        const first = { at: 'main();', ...gate };
        const logged = 'logMessage' in gate ? count : 0;
        const key = JSON.stringify(gate);
        seen[key] = await Promise.all([hitsOf([first]), hitsOf([first, IN_THE_LOOP])]);
        expected[key] = [
          [count, logged],
          [count, 1, logged],
        ];
      }
      expect(seen).toEqual(expected);
    });
  });
});

/** Calls a function in its first statement, whose variable no function captures. */
const UNCAPTURED = `function twice(n) {
  return n * 2;
}
const sum = twice(1);
console.log(sum);
`;

test.each(nodeVersions())(
  'on Node $major a first statement stops where a message captures its variable',
  async (node) => {
    const breakpoints = [{ at: 'const sum' }, { at: 'return n' }, { at: 'console.log', logMessage: 'sum {sum}' }];
    await using program = await DebuggedProgram.start(node.path, { 'main.cjs': UNCAPTURED }, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.go()).toBe('breakpoint [2] main.cjs:2');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('log')).toContain('sum 2');
  },
);

/** First statements of each kind, and where V8 may go on without having been in them. */
const STARTS = [
  'if (process.argv.length > 9) process.exit(9);',
  'if (!process.argv) throw new Error();',
  'switch (process.argv.length) { case 9: process.exit(9); }',
  'switch (typeof 1) { case 9: process.exit(9); }',
  'for (const each of []) process.exit(each);',
  'for (let i = 9; i < 9; i++) process.exit(i);',
  'let unset, value = 1;',
  'throw (process.exit(0), 1);',
];

describe.each(nodeVersions())('on Node $major a program stops at its entry that begins with', ({ path: node }) => {
  test.each(STARTS)('%s', async (start) => {
    for (const file of ['main.cjs', 'main.mjs']) {
      const command = { program: 'sh', args: ['-c', `${node} ${file}`] };
      const files = { [file]: `${start}\nglobalThis.last = 1;\n` };
      await using program = await DebuggedProgram.start(node, files, { command, stopOnEntry: true });
      expect(await program.firstStop()).toBe(`entry ${file}:1`);
      expect(await program.go()).toBe('exited 0');
    }
  });
});
