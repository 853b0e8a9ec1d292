import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeOf, nodeVersions } from '../../support/node-versions.ts';
import { oneOfEach } from '../../support/tier.ts';

/** Written and loaded by the program: no search for functions can have seen it. */
const WRITTEN = `const fs = require('node:fs');
const path = require('node:path').join(__dirname, 'late.cjs');
fs.writeFileSync(path, 'exports.late = function late(x) {\\n  return x + 1;\\n};\\n');
const { late } = require(path);
console.log(late(1));
`;

const TYPED = `interface Item {
  price: number;
}

function total(items: Item[]): number {
  const first = items[0];
  return first.price;
}

export const twice = (value: number): number => {
  return value * 2;
};

// Called while the file is loaded.
console.log(total([{ price: 3 }]));
setTimeout(() => console.log(twice(2)), 20);
`;

describe.each(oneOfEach(nodeVersions(), () => 'any'))(
  'on Node $major a function is stopped in by its name',
  ({ path: node }) => {
    test('in a file that the program writes', async () => {
      const options = { functions: ['late'], breakpoints: [{ at: 'console.log' }] };
      await using program = await DebuggedProgram.start(node, { 'main.cjs': WRITTEN }, options);
      expect(await program.firstStop()).toBe(`breakpoint [1] main.cjs:${program.line('console.log')}`);
      await expect.poll(() => program.session.breakpoints.get(2).state.kind).toBe('verified');
      expect(await program.go()).toBe('function breakpoint [2] late.cjs:2');
      expect(await program.go()).toBe('exited 0');
    });

    test.each([
      { how: 'tsx', command: { program: 'npx', args: ['tsx', 'main.ts'] } },
      { how: 'ts-node', command: { program: 'npx', args: ['ts-node', '--swc', 'main.ts'] } },
    ])('in TypeScript that is compiled as it is loaded, by $how', async ({ command }) => {
      const files = { 'main.ts': TYPED, 'tsconfig.json': '{ "compilerOptions": { "module": "commonjs" } }' };
      const options = { functions: ['total', 'twice'], hasTools: true, command };
      await using program = await DebuggedProgram.start(node, files, options);
      expect(await program.firstStop()).toBe(`function breakpoint [1] main.ts:${program.line('const first')}`);
      expect(await program.go()).toBe(`function breakpoint [2] main.ts:${program.line('value * 2')}`);
      expect(await program.go()).toBe('exited 0');
    });
  },
);

/** The first place at which V8 can stop in it is in the function. */
const BEGINS_WITH_IT = `function first(value: number): number {
  return value;
}
console.log(first(1), first(2));
`;

test('in TypeScript that Node runs by itself, also where the file begins with the function', async () => {
  const node = nodeOf(24).path;
  await using program = await DebuggedProgram.start(node, { 'main.ts': BEGINS_WITH_IT }, { functions: ['first'] });
  expect(await program.firstStop()).toBe('function breakpoint [1] main.ts:2');
  expect(await program.value('value')).toBe('1');
  expect(await program.go()).toBe('function breakpoint [1] main.ts:2');
  expect(await program.go()).toBe('exited 0');
});
