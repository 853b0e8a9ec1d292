import { describe, expect, it } from 'vitest';
import { runNotes } from '../../../src/session/run-notes.ts';
import { DebuggedProgram, type PlannedBreakpoint } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Passes of a breakpoint at which V8 is paused for the sake of exceptions. */
const MET = 100;
const inClass = (statement: string): string => `class Shop {
  run(x) {
    ${statement}
  }
  async sell(x) {
    await null;
    this.run(x);
  }
}
const shop = new Shop();
for (let n = 0; n < 3; n++)
  try {
    shop.run({ n });
  } catch (error) {
    console.log('caught', n);
  }
`;
const CALLS = { uncaught: 'shop.run({ n: 3 });\n', rejected: 'shop.sell({ n: 3 });\n' } as const;
const KINDS = {
  throw: ['throw new Error(typeof x);', 'Error: object'],
  value: ["throw 'text';", 'string: "text"'],
  TypeError: ['const y = x.a.b;', "TypeError: Cannot read properties of undefined (reading 'b')"],
  native: ["decodeURI(\n      '%',\n    );", 'URIError: URI malformed'],
} as const;
type Gate = Omit<PlannedBreakpoint, 'at'>;
const GATES: readonly Gate[] = [{ condition: 'x.n > 5' }, { hitCondition: '7' }, { logMessage: 'n={x.n}' }];
const FALSE = "where a breakpoint's condition was false. Remove breakpoint 1 and launch again to stop there.";
const RECORD = 'where a breakpoint logs or collects. Remove breakpoint 1 and launch again to stop there.';

describe.each(nodeVersions())('an exception of a statement with a breakpoint on Node $major', ({ path }) => {
  const start = (text: string, breakpoint: PlannedBreakpoint, more: object = {}, name = 'main.cjs') =>
    DebuggedProgram.start(path, { [name]: text }, { breakpoints: [breakpoint], ...more });

  describe.each(Object.entries(KINDS))('%s', (_kind, [statement]) => {
    const first = statement.split('\n', 1)[0] ?? '';

    it.each(GATES.flatMap((gate) => Object.values(CALLS).map((call) => [gate, call] as const)))(
      'stops it once, and is counted once, with %j and %s',
      async (gate, call) => {
        await using program = await start(`${inClass(statement)}${call}`, { at: first, ...gate });
        expect(await program.firstStop()).toBe('exception main.cjs:3');
        expect(await program.value('x.n')).toBe('3');
        expect(program.session.state).toMatchObject({ exception: { uncaught: true } });
        expect(await program.go()).toBe('exited 1');
        expect(program.output('stdout')).toBe('caught 0\ncaught 1\ncaught 2\n');
        expect(program.output('log')).toBe(gate.logMessage ? 'n=0\nn=1\nn=2\nn=3\n' : '');
        const { hits, tallies = {} } = program.session.breakpoints.get(1);
        expect(hits).toBe(gate.logMessage ? 4 : 0);
        const tally = { passes: 4, trues: 0, failures: 0 };
        expect(Object.values(tallies).filter(({ passes }) => passes > 0)).toMatchObject(gate.logMessage ? [] : [tally]);
      },
    );

    it.each(GATES)('stops it once each time, where it is caught, with %j', async (gate) => {
      const more = { exceptionMode: 'all' };
      await using program = await start(inClass(statement), { at: first, ...gate }, more);
      expect(await program.valuesAtStops('x.n')).toEqual(['0', '1', '2']);
      expect(program.output('log')).toBe(gate.logMessage ? 'n=0\nn=1\nn=2\n' : '');
    });
  });

  it('stops it beside a stop of the breakpoint, which is counted once', async () => {
    const text = `${inClass('x.a.b();')}${CALLS.uncaught}`;
    await using program = await start(text, { at: 'x.a.b', hitCondition: '2' }, { exceptionMode: 'all' });
    const stops = [await program.firstStop(), await program.go(), await program.go(), await program.go()];
    const thrown = 'exception main.cjs:3';
    expect(stops).toEqual([thrown, 'breakpoint [1] main.cjs:3', thrown, thrown]);
    expect(await program.go()).toBe(thrown);
    expect(await program.go()).toBe('exited 1');
    expect(program.session.breakpoints.get(1).hits).toBe(1);
  });

  it('is not in the way of a pause, of a step or of a breakpoint beside it', async () => {
    const text = `class A {
  #n = 0;
  run(n) {
    this.#n += n;
    return this.#n;
  }
}
const a = new A();
let sum = 0;
for (let n = 0; n < 20; n++) {
  sum = a.run(n);
}
console.log(sum);
`;
    await using program = await start(text, { at: 'this.#n += n', condition: 'n > 50' });
    await program.breakpoint({ at: 'sum = a.run', condition: 'n === 12' });
    await program.breakpoint({ at: 'console.log' });
    const first = await program.firstStop();
    expect(first).toMatch(/^breakpoint \[[23]\] main.cjs/);
    if (first.includes('[3]')) return;
    expect(await program.go('next')).toBe('step main.cjs:10');
    expect(await program.go()).toBe('breakpoint [3] main.cjs:13');
    expect(await program.value('sum')).toBe('190');
  });

  describe.each(Object.entries(KINDS))('%s', (_kind, [statement, text]) => {
    const first = statement.split('\n', 1)[0] ?? '';

    it.each<[Gate, string]>([
      [{ condition: 'x > 5' }, FALSE],
      [{ hitCondition: '777' }, FALSE],
      [{ logMessage: 'here' }, RECORD],
    ])('behind the first passes is said not to have stopped it, with %j', async (gate, because) => {
      const often = inClass(statement).replace('n < 3', `n < ${MET}`);
      await using program = await start(`${often}${CALLS.uncaught}`, { at: first, ...gate });
      const outcome = await program.session.waitForStop({ timeoutMs: 20_000 });
      expect(program.describe(outcome)).toBe('exited 1');
      expect(runNotes(program.session, outcome)).toEqual([
        `${text} at main.cjs:3 did not stop it: V8 passes over what a statement throws itself ${because}`,
      ]);
    });
  });

  it('of a module, or a rejected promise, is said not to have stopped it', async () => {
    const often = inClass('x.a.b();').replace('n < 3', `n < ${MET}`);
    for (const call of [CALLS.rejected, `await ${CALLS.rejected}`]) {
      await using program = await start(`${often}${call}`, { at: 'x.a.b', condition: 'x > 5' }, {}, 'main.mjs');
      const outcome = await program.session.waitForStop({ timeoutMs: 20_000 });
      expect(runNotes(program.session, outcome).join()).toContain('at main.mjs:3 did not stop it');
    }
  });

  it('is not said to be passed over where it comes from another statement, or where the program ends otherwise', async () => {
    const text = `${inClass('this.more(x);').replace('async sell', 'more(x) {\n    x.c.d();\n  }\n  async sell')}${CALLS.uncaught}`;
    await using program = await start(text, { at: 'this.more', condition: 'x > 5' });
    const outcome = await program.session.waitForStop({ timeoutMs: 20_000 });
    expect(program.describe(outcome)).toBe('exception main.cjs:6');
    expect(runNotes(program.session, outcome)).toEqual([]);
    const other = `${inClass('process.exitCode = 3;')}`;
    await using ending = await start(other, { at: 'process.exitCode', condition: 'x > 5' });
    const end = await ending.session.waitForStop({ timeoutMs: 20_000 });
    expect(ending.describe(end)).toBe('exited 3');
    expect(runNotes(ending.session, end).join()).toMatch(/^No exception stopped it/);
  });
});
