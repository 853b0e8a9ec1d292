import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const UNUSED = `function a(x) {
  return x + 1;
}
function b(x) {
  return x * 2;
}
b(1);
b(2);
`;

const DEAD = `function f(x) {
  if (false) {
    x += 1;
  }
  return x;
}
f(1);
`;

describe.each(nodeVersions())('on Node $major, a breakpoint', ({ path: node }) => {
  test.each([
    ['in a function that nothing uses', UNUSED, 2, 'no code there: a() is never used, V8 left it out'],
    ['in dead code', DEAD, 3, 'no code there; the nearest line with code is 5'],
  ])('%s does not count the passes of another place', async (_where, text, line, reason) => {
    for (const collect of [undefined, ['x']]) {
      await using program = await DebuggedProgram.start(node, { 'main.cjs': text }, { stopOnEntry: true });
      await program.firstStop();
      const target = { kind: 'line', path: program.path(), line } as const;
      const { state } = await program.session.breakpoints.set({ target, collect });
      expect(state).toEqual({ kind: 'rejected', reason });
      expect(await program.go()).toBe('exited 0');
      expect(program.session.collected.list()).toEqual([]);
    }
  });

  test('set before the start says so when its file is loaded, and does not stop', async () => {
    const breakpoints = [{ at: 'x + 1' }];
    await using program = await DebuggedProgram.start(node, { 'main.cjs': UNUSED }, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    const [record] = program.session.breakpoints.list();
    expect(record).toMatchObject({
      hits: 0,
      state: { kind: 'rejected', reason: expect.stringContaining('a() is never used') },
    });
  });

  test('that logs says nothing of the passes of another place', async () => {
    // It may not be known yet at the first pass.
    for (let run = 0; run < 4; run++) {
      const breakpoints = [{ at: 'x + 1', logMessage: 'passed with {x}' }];
      await using program = await DebuggedProgram.start(node, { 'main.cjs': UNUSED }, { breakpoints });
      expect(await program.firstStop()).toBe('exited 0');
      expect(program.output('log')).toBe('');
      expect(program.session.breakpoints.list()).toMatchObject([{ hits: 0, state: { kind: 'rejected' } }]);
    }
  });

  test('of which values are recorded never records those of another line', async () => {
    const text = 'let x = 0;\n// nothing\nx += 1;\nx += 1;\n';
    await using program = await DebuggedProgram.start(node, { 'main.cjs': text }, { stopOnEntry: true });
    await program.firstStop();
    const target = { kind: 'line', path: program.path(), line: 2 } as const;
    const { state } = await program.session.breakpoints.set({ target, collect: ['x'] });
    expect(state).toEqual({ kind: 'rejected', reason: 'no code there; the nearest line with code is 1' });
    expect(await program.go()).toBe('exited 0');
    expect(program.session.collected.list()).toEqual([]);
  });
});

test.each(nodeVersions().filter(({ major }) => major >= 22))(
  'on Node $major, a breakpoint in TypeScript of which Node takes the types out is judged as well',
  async ({ path: node }) => {
    const typed = UNUSED.replaceAll('(x)', '(x: number)');
    const breakpoints = [{ at: 'x + 1' }];
    await using program = await DebuggedProgram.start(node, { 'main.ts': typed }, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    const [record] = program.session.breakpoints.list();
    expect(record).toMatchObject({ hits: 0, state: { kind: 'rejected' } });
  },
);
