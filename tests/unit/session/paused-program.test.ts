import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { DebugSession } from '../../../src/session/debug-session.ts';
import { nodeHost } from '../../live/scenarios/node-host.ts';

const LIMITS = { depth: 0, maxChildren: 100, maxTextLength: 1_000 };
const host = nodeHost(process.execPath);
const program = host.program('cart');

/** One stopped program for all runs: what they evaluate does not change it, and it is never continued. */
let session: DebugSession;

beforeAll(async () => {
  const request = { kind: 'launch', ...host.launchRequest(program, []) } as const;
  session = new DebugSession(
    { id: 'paused', language: 'node', createAdapter: () => new NodeAdapter() },
    { ...request, stopOnEntry: true },
  );
  await session.start();
  await session.waitForStop();
});
afterAll(() => session.end());

/** Expressions without variables, whose value the test computes by itself. */
const number = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }));
const literal = fc.oneof(
  number.map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  fc.boolean().map(String),
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'undefined', 'NaN', '[]', '[1, [2]]', '10n'),
);
const operator = fc.constantFrom('+', '-', '*', '/', '%', '**', '&&', '||', '??', '===', '<', '>=', '|', '>>>', ',');
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    literal,
    fc.tuple(tie('expression'), operator, tie('expression')).map(([a, op, b]) => `((${a}) ${op} (${b}))`),
    fc.tuple(fc.constantFrom('!', '-', 'typeof ', 'void '), tie('expression')).map(([op, a]) => `(${op}(${a}))`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
    fc.array(tie('expression'), { maxLength: 3 }).map((parts) => `[${parts.join(', ')}]`),
    tie('expression').map((a) => `String(${a})`),
  ),
}));

function expected(text: string): { thrown: string } | { type: string; value: string } {
  let value: unknown;
  try {
    // biome-ignore lint/security/noGlobalEval: the language itself is what the debugger is compared with.
    value = globalThis.eval(text);
  } catch (error) {
    return { thrown: error instanceof Error ? error.name : String(error) };
  }
  if (Array.isArray(value)) return { type: 'array', value: '' };
  return { type: value === null ? 'null' : typeof value, value: Object.is(value, -0) ? '-0' : String(value) };
}

describe('evaluating in a stopped program', () => {
  // Feature: mcp-debugger-tool, Property 8: Expression evaluation correctness
  test('any expression has the value and the type that the language gives it', async () => {
    await fc.assert(
      fc.asyncProperty(expression, async (text) => {
        const outcome = await session.inspection.evaluate({ expression: text, readOnly: false, ...LIMITS });
        const wanted = expected(text);
        if ('thrown' in wanted) {
          expect(outcome, text).toMatchObject({ kind: 'thrown', exception: { name: wanted.thrown } });
          return;
        }
        expect(outcome, text).toMatchObject({ kind: 'value', type: wanted.type });
        if (outcome.kind !== 'value' || wanted.type === 'array') return;
        const shown = wanted.type === 'string' ? JSON.parse(outcome.value) : outcome.value.replace(/n$/, '');
        expect(shown, text).toBe(wanted.value);
      }),
      { numRuns: 300 },
    );
  });

  test('a list has the elements that the language gives it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { maxLength: 20 }), async (numbers) => {
        const text = `${JSON.stringify(numbers)}.map((n) => n * 2)`;
        const outcome = await session.inspection.evaluate({ expression: text, readOnly: true, ...LIMITS, depth: 1 });
        const children = outcome.kind === 'value' ? (outcome.children ?? []) : [];
        const elements = children.filter(({ name }) => /^\[?\d+\]?$/.test(name)).map(({ value }) => Number(value));
        expect(elements).toEqual(numbers.map((n) => n * 2));
      }),
      { numRuns: 100 },
    );
  });
});

describe('breakpoints of a stopped program', () => {
  const line = fc.integer({ min: 1, max: 50 });
  const step = fc.oneof(
    fc.record({
      do: fc.constant('set' as const),
      line,
      condition: fc.option(fc.constant('false'), { nil: undefined }),
    }),
    fc.record({ do: fc.constant('remove' as const), nth: fc.nat(4) }),
    fc.record({ do: fc.constant('enable' as const), nth: fc.nat(4), enabled: fc.boolean() }),
  );

  // Feature: mcp-debugger-tool, Property 1: Breakpoint creation and retrieval consistency
  // Feature: mcp-debugger-tool, Property 3: Breakpoint removal completeness
  // Feature: mcp-debugger-tool, Property 4: Breakpoint toggle preserves identity
  test('whatever is set is listed with a location, keeps its number when it is switched, and is gone when it is removed', async () => {
    const { breakpoints } = session;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const each of steps) {
          const known = breakpoints.list();
          const nth = 'nth' in each ? known[each.nth] : undefined;
          if (each.do === 'set') {
            const target = { kind: 'line', path: program, line: each.line } as const;
            const { id, state } = await breakpoints.set({ target, condition: each.condition });
            if (state.kind === 'rejected') expect(breakpoints.list()).toEqual(known);
            else expect(breakpoints.get(id)).toMatchObject({ target, enabled: true });
            // Only a place that V8 has resolved is called verified.
            if (state.kind === 'verified') expect(state.location).toMatchObject({ path: program });
          } else if (each.do === 'remove' && nth) {
            await breakpoints.remove(nth.id);
            expect(breakpoints.list()).toEqual(known.filter(({ id }) => id !== nth.id));
          } else if (each.do === 'enable' && nth) {
            const { id, target, condition } = await breakpoints.enable(nth.id, each.enabled);
            expect({ id, target, condition }).toEqual({ id: nth.id, target: nth.target, condition: nth.condition });
            expect(breakpoints.get(id).enabled).toBe(each.enabled);
          }
        }
        for (const { id } of breakpoints.list()) await breakpoints.remove(id);
        expect(breakpoints.list()).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
