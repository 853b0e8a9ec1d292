import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebuggedProgram, type PlannedBreakpoint } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const FUNCTIONS = `let thrown = 0;
function fail(text) {
  thrown += 1;
  throw new Error(text);
}
class Shop {
  async now(text) {
    fail(text);
  }
  async later(text) {
    await null;
    fail(text);
  }
  made(text) {
    return new Promise(() => fail(text));
  }
}
const shop = new Shop();
async function slowly(text) {
  for (const each of [1, 2, 3]) await each;
  fail(text);
}
const handOn = async (text) => slowly(text);
process.on('unhandledRejection', ({ message }) => console.log('unhandled', message));
process.on('exit', () => console.log('thrown', thrown));
`;
/** Expressions that give a promise which will be rejected. */
const REJECTED = [
  "shop.now('%')",
  "shop.later('%')",
  "shop.made('%')",
  "slowly('%')",
  "handOn('%')",
  "Promise.resolve().then(() => fail('%'))",
];
/** Code that hands a rejected promise on. */
const LAYERS = [
  '(async () => { await %; })()',
  '(async () => %)()',
  '(() => %)()',
  '(async () => { await null; await %; })()',
  '(async () => { try { return %; } catch {} })()',
  '(async () => { try { await %; } finally {} })()',
  '%.then(() => {})',
  '%.finally(() => {})',
  'Promise.all([1, %])',
];
/** The fates of a promise at last. Whether a `kept` promise is handled cannot be known when it is thrown. */
const ENDS = {
  dropped: ['%;', 'void %;', 'setTimeout(() => { %; });', '[1].forEach(() => { %; });'],
  handled: [
    '%.catch(() => {});',
    '%.then(() => {}, () => {});',
    '(async () => { try { await %; } catch {} })();',
    '(async () => { await null; try { await %; } catch {} })();',
    'Promise.allSettled([%]);',
  ],
  kept: [
    'const kept = %; kept.catch(() => {});',
    'const kept = %;',
    '(async () => { const kept = %; await null; try { await kept; } catch {} })();',
    '[% ].map((each) => each.catch(() => {}));',
  ],
};

/**
 * V8 takes a promise that an async function returns for handled; a method may be called from elsewhere, where it is, as may a function
 * that has its promise handled by another call.
 */
const TAKEN_FOR_HANDLED = /handOn|async \(\) => (?!\{).*(?:shop\.later|slowly)/;

const endOf = fc.oneof(
  ...Object.entries(ENDS).map(([fate, texts]) => fc.constantFrom(...texts).map((text) => ({ fate, text }))),
);
const caseOf = fc
  .tuple(fc.constantFrom(...REJECTED), fc.array(fc.constantFrom(...LAYERS), { maxLength: 3 }), endOf)
  .map(([base, layers, { fate, text }]) => {
    const expression = layers.reduce((inner, layer) => layer.replace('%', () => inner), base);
    return { fate, text: `{ ${text.replace('%', () => expression)} }` };
  });
const gateOf = fc.constantFrom<Omit<PlannedBreakpoint, 'at'> | undefined>(
  undefined,
  { logMessage: 'passed' },
  { condition: 'text === "never"' },
);

// Feature: mcp-debugger-tool, Property 333: a promise is said to be uncaught only if it has no handler, and always where no promise is kept for later
test('each stop at a rejection is one that nobody handled', { timeout: 300_000 }, async () => {
  const runs = fc.record({
    cases: fc.array(caseOf, { minLength: 1, maxLength: 10 }),
    node: fc.constantFrom(...nodeVersions()),
    name: fc.constantFrom('main.mjs', 'main.cjs'),
    gate: gateOf,
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ cases, node, name, gate }) => {
      const texts = cases.map(({ text }, index) => text.replaceAll("'%'", `'case ${index}'`));
      const source = `${FUNCTIONS}${texts.join('\n')}\n`;
      const breakpoints = gate ? [{ at: 'throw new Error', ...gate }] : [];
      await using program = await DebuggedProgram.start(node.path, { [name]: source }, { breakpoints });
      const stops: string[] = [];
      for (;;) {
        const outcome = await program.session.resume('continue', { timeoutMs: 20_000 });
        if (outcome.kind !== 'stopped') {
          expect(program.describe(outcome)).toBe('exited 0');
          break;
        }
        stops.push(outcome.exception?.message ?? outcome.reason);
      }
      const output = program.output('stdout');
      const unhandled = [...output.matchAll(/^unhandled (.*)$/gm)].map(([, text = '']) => text);
      expect(new Set(stops).size).toBe(stops.length);
      expect(unhandled).toEqual(expect.arrayContaining(stops));
      // V8 takes a `finally`, and on Node 20 a `try` without an `await`, for a handler of a promise that is rejected later.
      const dropped = cases.flatMap(({ fate, text }, index) =>
        fate === 'dropped' && !/finally|try/.test(text) && !TAKEN_FOR_HANDLED.test(text) ? `case ${index}` : [],
      );
      // A function whose promise is kept elsewhere may be the one whose promise is dropped here.
      if (cases.every(({ fate }) => fate !== 'kept')) expect(stops).toEqual(expect.arrayContaining(dropped));
      if (gate?.logMessage)
        expect(program.output('log')).toBe('passed\n'.repeat(Number(/thrown (\d+)/.exec(output)?.[1])));
    }),
    { numRuns: 100 },
  );
});
