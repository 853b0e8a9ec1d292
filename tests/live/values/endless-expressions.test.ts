import { describe, expect, test } from 'vitest';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { DebuggedPython } from '../../support/debugged-python.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { debugpyVersions, pythonWith } from '../../support/pythons.ts';

const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 200, readOnly: false };
const JAVASCRIPT = `
const n = 7;
console.log(n);
console.log('end');
`;
const PYTHON = `
n = 7
print(n)
print('end')
`;

/** The result of an expression, and the time of the answer. */
async function asked(session: DebugSession, expression: string, timeoutMs: number, signal?: AbortSignal) {
  const began = performance.now();
  const answer = await session.inspection
    .evaluate({ ...LIMITS, expression }, { timeoutMs, ...(signal && { signal }) })
    .then(
      (outcome) => (outcome.kind === 'value' ? outcome.value : outcome.kind),
      (error: Error) => ('code' in error ? String(error.code) : error.message),
    );
  return { answer, tookMs: performance.now() - began };
}

/** An expression that never ends, and then one that blocks in the system: each call keeps its limit, and the program goes on. */
async function checked(session: DebugSession, expressions: { readonly endless: string; readonly blocked: string }) {
  const cancelling = new AbortController();
  setTimeout(() => cancelling.abort(), 200);
  const cancelled = await asked(session, expressions.endless, 2_000, cancelling.signal);
  expect(cancelled.answer).toBe('cancelled');
  expect(cancelled.tookMs).toBeLessThan(1_500);
  // Its turn comes when the program has ended the expression.
  expect((await asked(session, 'n', 10_000)).answer).toBe('7');

  const late = await asked(session, expressions.endless, 1_000);
  expect(late.answer).toBe('timeout');
  expect(late.tookMs).toBeLessThan(1_500);
  expect((await asked(session, 'n', 10_000)).answer).toBe('7');

  const blocked = await asked(session, expressions.blocked, 500);
  expect(blocked.answer).toBe('timeout');
  expect(blocked.tookMs).toBeLessThan(1_000);
  expect((await asked(session, 'n', 10_000)).answer).toBe('7');
}

/** Begins an expression with a long limit, and gives it up. */
async function givenUp(session: DebugSession, expression: string, timeoutMs: number): Promise<void> {
  const cancelling = new AbortController();
  const begun = asked(session, expression, timeoutMs, cancelling.signal);
  // Nothing else says that the program is at it.
  await new Promise((resolve) => setTimeout(resolve, 300));
  cancelling.abort();
  expect((await begun).answer).toBe('cancelled');
}

describe.each(nodeVersions())('Node $major', ({ path }) => {
  test('an expression that is cancelled, or takes too long, leaves the program as usable as before', async () => {
    await using program = await DebuggedProgram.start(
      path,
      { 'main.cjs': JAVASCRIPT },
      {
        breakpoints: [{ at: 'console.log(n)' }],
      },
    );
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:3');
    await checked(program.session, {
      endless: 'while (true);',
      blocked: 'process.getBuiltinModule("child_process").execSync("sleep 2")',
    });
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('7\nend\n');
  });

  test('one that is cancelled is named, with how long it runs, by the calls that cannot wait for it', async () => {
    await using program = await DebuggedProgram.start(
      path,
      { 'main.cjs': JAVASCRIPT },
      { breakpoints: [{ at: 'console.log(n)' }] },
    );
    await program.firstStop();
    const { session } = program;
    const named =
      /^An expression that was cancelled still runs in the program, for up to \d s, and nothing reaches the program before: while \(true\);$/;
    await givenUp(session, 'while (true);', 4_000);
    await expect(session.inspection.stack()).rejects.toThrow(named);
    await expect(session.inspection.stack()).rejects.toThrow(named);
    await expect(session.inspection.evaluate({ ...LIMITS, expression: 'n' }, { timeoutMs: 500 })).rejects.toThrow(
      named,
    );
    expect((await asked(session, 'n', 10_000)).answer).toBe('7');
    expect((await session.inspection.stack())[0]?.location.line).toBe(3);
    expect(await program.go()).toBe('exited 0');
  });
});

test('Python: so it is there', async () => {
  await using program = await DebuggedPython.start({ 'main.py': PYTHON }, { breakpoints: [{ at: 'print(n)' }] });
  await program.firstStop();
  await checked(program.session, {
    endless: '[0 for _ in iter(int, 1)]',
    blocked: '__import__("subprocess").run(["sleep", "2"])',
  });
  expect(await program.go()).toContain('exited 0');
});

describe.each(debugpyVersions())('Python with the %s debugpy', (debugpy) =>
  test.each([
    ['a loop', '[0 for _ in iter(int, 1)]'],
    ['a call that sleeps', '__import__("time").sleep(60)'],
    ['a method without a call', 'slow.value'],
    ['a wait for a task', 'await __import__("asyncio").sleep(60)'],
  ])('%s that is cancelled ends at once in the program', async (_, expression) => {
    await using program = await DebuggedPython.start(
      {
        'main.py': `class Slow:\n    @property\n    def value(self):\n        while True: pass\nslow = Slow()\n${PYTHON}`,
      },
      { breakpoints: [{ at: 'print(n)' }], python: pythonWith(debugpy) },
    );
    await program.firstStop();
    await givenUp(program.session, expression, 60_000);
    // Its own limit, and that of a call that waits for the turn, are far away.
    expect((await asked(program.session, 'n', 5_000)).answer).toBe('7');
    expect(await program.go()).toContain('exited 0');
  }),
);
