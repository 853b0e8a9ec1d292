import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const MAIN = `let runs = 0;
const seen = [];
function price(item, n) {
  runs++;
  n = n + 1;
  const p = item.price * n;
  return p;
}
class Till {
  #open = true;
  constructor() {
    this.isOpen = this.#open;
  }
}
class Shop extends Till {
  sold = 0;
  constructor(name) {
    super();
    this.name = name;
  }
}
class Cart {
  sum = 0;
  constructor(first) {
    seen.push('new');
    this.first = first;
  }
  total(items) {
    const before = this.sum;
    this.sum = items.reduce((sum, item) => {
      const one = price(item, 1);
      return sum + one;
    }, 0);
    return this.sum + before * 0;
  }
}
function down(n) {
  const at = n;
  return at === 0 ? price({ price: 5 }, 1) : down(n - 1);
}
async function later() {
  await 1;
  const asked = price({ price: 3 }, 1);
  return asked;
}
function* each() {
  yield price({ price: 7 }, 1);
}
console.log(new Shop('x').sold, new Cart({ price: 1 }).total([{ price: 1 }, { price: 2 }]), down(2), [...each()]);
setTimeout(() => {
  const inTimer = price({ price: 9 }, 1);
  console.log(inTimer);
  later().then((value) => console.log(value, runs, seen.join()));
}, 1);
`;
const FILES = { 'main.cjs': MAIN };

/** Names of the stack's functions, the innermost first, without Node's own. */
async function names(program: DebuggedProgram): Promise<string> {
  const frames = await program.session.inspection.stack();
  return frames.flatMap(({ name, presentation }) => (presentation === 'normal' ? name : [])).join(' < ');
}

async function restart(program: DebuggedProgram, frameIndex?: number): Promise<string> {
  const outcome = await program.session.restartFrame(frameIndex, { timeoutMs: 10_000 });
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : program.firstStop();
}

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test('a call begins anew with its arguments, and does again what it does', async () => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: 'const p =' }] });
    await program.firstStop();
    expect(await restart(program)).toBe('restart main.cjs:4');
    expect(await program.value('[runs, n, item.price]')).toMatch(/1, 2, 1/);
    expect(await names(program)).toMatch(
      /^price < \(anonymous\) < .*total < \(module\)$|^price < .* < total < \(module\)$/,
    );
    expect(await program.go('next')).toBe('step main.cjs:5');
    expect(await program.value('runs')).toBe('2');
  });

  test.each([
    [1, 'const one ='],
    [2, 'const before ='],
    [3, 'let runs = 0'],
  ])('so does its caller, %i up', async (up, first) => {
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints: [{ at: 'const p =' }] });
    await program.firstStop();
    const frames = await program.session.inspection.stack();
    const own = frames.flatMap(({ presentation }, index) => (presentation === 'normal' ? index : []));
    expect(await restart(program, own[up])).toBe(`restart main.cjs:${program.line(first)}`);
    expect(await program.go()).toBe('breakpoint [1] main.cjs:6');
  });

  test('constructors, recursion and callbacks of timers do', async () => {
    const breakpoints = [{ at: 'this.first =' }, { at: 'price: 5' }, { at: 'console.log(inTimer)' }];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    await program.firstStop();
    // A class's fields come first.
    expect(await restart(program)).toBe(`restart main.cjs:${program.line('sum = 0')}`);
    await program.session.breakpoints.remove(1);
    await program.go();
    // The breakpoint's line runs on each level; here it is the innermost but two.
    expect(await program.go()).toBe(`breakpoint [2] main.cjs:${program.line('price: 5')}`);
    expect(await restart(program, 1)).toBe(`restart main.cjs:${program.line('const at')}`);
    expect(await program.value('n')).toBe('2');
    await program.session.breakpoints.remove(2);
    expect(await program.go()).toBe(`breakpoint [3] main.cjs:${program.line('console.log(inTimer)')}`);
    expect(await restart(program)).toBe(`restart main.cjs:${program.line('const inTimer')}`);
    await program.session.breakpoints.remove(3);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('0 6 10 [ 14 ]\n18\n6 7 new,new\n');
  });

  test('generators and async functions are refused in plain words, and the program stands where it stood', async () => {
    const breakpoints = [{ at: 'yield' }, { at: 'return asked' }];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    expect(await program.firstStop()).toBe(`breakpoint [1] main.cjs:${program.line('yield')}`);
    expect(await restart(program)).toBe('refused: V8 restarts no generator, and each is one');
    expect(await names(program)).toBe('each < (module)');
    expect(await program.go('stepIn')).toBe('step main.cjs:4');
    expect(await restart(program, 1)).toBe('refused: V8 restarts no generator, and each is one');
    expect(await restart(program, 2)).toMatch(/^refused: /);
    expect(await program.go()).toBe(`breakpoint [2] main.cjs:${program.line('return asked')}`);
    expect(await restart(program)).toBe('refused: V8 restarts no async function, and later is one');
    expect(await program.value('asked')).toBe('6');
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('0 6 10 [ 14 ]\n18\n6 6 new\n');
  });

  test('a constructor whose object cannot be made twice is refused: it would throw', async () => {
    const breakpoints = [{ at: 'this.isOpen' }, { at: 'this.name =' }, { at: 'sold = 0' }];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    await program.firstStop();
    expect(await restart(program)).toMatch(/^refused: .* is the constructor of a class with private members/);
    await program.go();
    expect(await restart(program)).toMatch(/^refused: .* is in a field of a class/);
    await program.go();
    expect(await restart(program)).toMatch(/^refused: .* is the constructor of a class that extends another/);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('0 6 10 [ 14 ]\n18\n6 6 new\n');
  });

  test('breakpoints in it count each pass once', async () => {
    const breakpoints = [
      { at: 'runs++', condition: 'item.price === 2' },
      { at: 'n = n + 1', logMessage: 'n={n}' },
      { at: 'const p =', condition: 'item.price === 2' },
    ];
    await using program = await DebuggedProgram.start(node, FILES, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.go()).toBe('breakpoint [3] main.cjs:6');
    expect(await restart(program)).toMatch(/^(breakpoint \[1\]|restart) main\.cjs:4$/);
    expect(await program.go()).toBe('breakpoint [3] main.cjs:6');
    expect(await program.value('n')).toBe('3');
    for (const id of [1, 3]) await program.session.breakpoints.remove(id);
    expect(await program.go()).toBe('exited 0');
    expect(program.output('log').split('\n').slice(0, 3)).toEqual(['n=1', 'n=1', 'n=2']);
  });
});
