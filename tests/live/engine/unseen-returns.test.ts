import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Each returns where V8 sees no return; what is called with it ends up in the caller, at `const next`. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  'a loop over an iterator': `function leave(items) {
  for (const item of items) {
    return item; // last
  }
}`,
  'a loop within a loop': `function leave(items) {
  for (const one of items) {
    for (const item of [one, 1]) return item; // last
  }
}`,
  'a call in its return': `function same(item) {
  return item; // last
}
function leave(items) {
  for (const item of items) return same(item);
}`,
  'calls in the returns of two': `function same(item) {
  return item; // last
}
function inner(items) {
  for (const item of items) return same(item);
}
function leave(items) {
  for (const item of items) return inner([item]);
}`,
  'a finally': `function leave([item]) {
  try {
    return item;
  } finally {
    items.left = true; // last
  }
}`,
  'an empty finally': `function leave([item]) {
  try {
    return item; // last
  } finally {
  }
}`,
  'a finally around a loop': `function leave(items) {
  try {
    for (const item of items) return item;
  } finally {
    items.left = true; // last
  }
}`,
  'an async function': `async function leave(items) {
  for (const item of items) {
    await item;
    return item; // last
  }
}`,
  'an async function that has not waited': `async function leave(items) {
  for (const item of items) return item; // last
}`,
  'a method that a library calls': `class Shop {
  sell(items) {
    for (const item of items) return item; // last
  }
}
function leave(items) {
  return [items].map(new Shop().sell)[0];
}`,
};

function programOf(name: string): Record<string, string> {
  const [isAsync, awaits] = name.startsWith('an async') ? ['async ', 'await '] : ['', ''];
  return {
    'main.cjs': `const items = [7, 8];
${FUNCTIONS[name]}
${isAsync}function caller() {
  const got = ${awaits}leave(items);
  const next = got + 1; // next
  return next;
}
Promise.resolve(caller()).then((value) => console.log(value));
setTimeout(() => console.log('later'), 50);
`,
  };
}

/** Steps until the caller is reached, a few times: the loop's head is a step of its own, and so is a caller with nothing left to do. */
async function leave(program: DebuggedProgram, command: 'next' | 'stepIn' | 'stepOut'): Promise<string> {
  let stop = '';
  for (let steps = 0; steps < 5; steps++) {
    stop = await program.go(command);
    if (stop === `step main.cjs:${program.line('// next')}` || !stop.startsWith('step')) break;
  }
  return stop;
}

/** A step into at the caller's `await` goes to what runs meanwhile. */
function commandsFor(name: string): readonly ('next' | 'stepIn' | 'stepOut')[] {
  return name.endsWith('not waited') ? ['next', 'stepOut'] : ['next', 'stepIn', 'stepOut'];
}

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test.each(Object.keys(FUNCTIONS).flatMap((name) => commandsFor(name).map((command) => ({ name, command }))))(
    '$command out of $name ends in the caller',
    async ({ name, command }) => {
      await using program = await DebuggedProgram.start(node, programOf(name), { breakpoints: [{ at: '// last' }] });
      await program.firstStop();
      expect(await leave(program, command)).toBe(`step main.cjs:${program.line('// next')}`);
      expect(await program.value('got')).toBe('7');
      await program.session.breakpoints.remove(1);
      expect(await program.go()).toBe('exited 0');
      expect(program.output('stdout')).toBe('8\nlater\n');
    },
  );

  test.each(['next', 'stepOut'] as const)('%s past calls that are stopped in on the way', async (command) => {
    const breakpoints = [
      { at: 'const got' },
      { at: '// last', condition: 'item > 100' },
      { at: 'for (const item', logMessage: 'in {items.length}' },
    ];
    const files = { 'main.cjs': `${programOf('a loop over an iterator')['main.cjs']}console.log(caller());` };
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe(`breakpoint [1] main.cjs:${program.line('const got')}`);
    const end = command === 'next' ? '// next' : 'Promise.resolve';
    expect(await program.go(command)).toBe(`step main.cjs:${program.line(end)}`);
    await program.session.breakpoints.remove(1);
    expect(await program.go()).toBe('exited 0');
  });

  test.each(['next', 'stepOut'] as const)(
    '%s from a throw in an async function ends in the catch of the caller',
    async (command) => {
      const text = `async function reserve(count) {
  await null;
  const left = 1 - count;
  if (left < 0) throw new RangeError('too many'); // last
  return left;
}
async function order() {
  try {
    const left = await reserve(2);
    return left;
  } catch (error) {
    return error.message; // caught
  }
}
order().then(console.log);
setTimeout(() => {}, 300);
`;
      await using program = await DebuggedProgram.start(
        node,
        { 'main.cjs': text },
        { breakpoints: [{ at: '// last' }] },
      );
      await program.firstStop();
      let stop = '';
      for (let steps = 0; steps < 3 && !stop.endsWith(`:${program.line('// caught')}`); steps++)
        stop = await program.go(command);
      expect(stop).toBe(`step main.cjs:${program.line('// caught')}`);
      expect(await program.go()).toBe('exited 0');
      expect(program.output('stdout')).toBe('too many\n');
    },
  );
});
