import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BreakpointBook } from '../../../../src/session/breakpoints/breakpoint-book.ts';

const PATHS = ['/a.js', '/b.js'] as const;
const target = fc.oneof(
  fc.record({
    kind: fc.constant('line' as const),
    path: fc.constantFrom(...PATHS),
    line: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('function' as const), name: fc.constantFrom('f', 'g') }),
);
const request = fc.record({ target, condition: fc.option(fc.constantFrom('i > 1', 'ok'), { nil: undefined }) });
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), request }),
  fc.record({ do: fc.constant('remove' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('enable' as const), nth: fc.nat(5), enabled: fc.boolean() }),
  fc.record({ do: fc.constant('reset' as const) }),
);

interface Model {
  readonly id: number;
  readonly place: string;
  readonly condition: string | undefined;
  enabled: boolean;
}

describe('a book of breakpoints behaves like a list of places', () => {
  // Feature: mcp-debugger-tool, Property 1: Breakpoint creation and retrieval consistency
  // Feature: mcp-debugger-tool, Property 3: Breakpoint removal completeness
  // Feature: mcp-debugger-tool, Property 4: Breakpoint toggle preserves identity
  test('any sequence of setting, removing, switching and restarting gives what the model says', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const book = new BreakpointBook();
        const model: Model[] = [];
        const everUsed = new Set<number>();
        for (const each of steps) apply(book, model, each, everUsed);
      }),
      { numRuns: 300 },
    );
  });

  test('a run-to makes a breakpoint that does not always stop step back, and only that one', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (requests, line) => {
        const book = new BreakpointBook();
        for (const each of requests) book.put(each);
        const before = book.wantedIn('/a.js');
        const { id } = book.put({ target: { kind: 'line', path: '/a.js', line }, oneShot: true });
        const during = book.wantedIn('/a.js');
        expect(during.filter((each) => each.line === line)).toHaveLength(1);
        expect(during.find((each) => each.line === line)?.condition).toBeUndefined();
        for (const other of before.filter((each) => each.line !== line)) expect(during).toContainEqual(other);
        if (book.get(id).oneShot) book.remove(id);
        expect(book.wantedIn('/a.js')).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });
});

function apply(
  book: BreakpointBook,
  model: Model[],
  each: typeof step extends fc.Arbitrary<infer T> ? T : never,
  everUsed: Set<number>,
): void {
  const nth = 'nth' in each ? model[each.nth] : undefined;
  if (each.do === 'put') {
    const place = JSON.stringify(each.request.target);
    const existing = model.findIndex((known) => known.place === place);
    const { id } = book.put(each.request);
    expect(existing === -1 ? everUsed.has(id) : id !== model[existing]?.id, 'numbers are never reused').toBe(false);
    everUsed.add(id);
    const known = { id, place, condition: each.request.condition, enabled: true };
    if (existing === -1) model.push(known);
    else model[existing] = known;
  }
  if (each.do === 'remove' && nth) {
    expect(book.remove(nth.id).id).toBe(nth.id);
    expect(() => book.get(nth.id)).toThrow(`There is no breakpoint ${nth.id}.`);
    model.splice(model.indexOf(nth), 1);
  }
  if (each.do === 'enable' && nth) {
    const { condition, target: place } = book.get(nth.id);
    expect(book.setEnabled(nth.id, each.enabled)).toMatchObject({ id: nth.id, target: place });
    expect(book.get(nth.id).condition).toBe(condition);
    nth.enabled = each.enabled;
  }
  if (each.do === 'reset') book.reset();
  const listed = book.list().map(({ id, target: place, condition, enabled }) => {
    return { id, place: JSON.stringify(place), condition, enabled };
  });
  expect(listed.sort((a, b) => a.id - b.id)).toEqual([...model].sort((a, b) => a.id - b.id));
  const sent = [...PATHS.flatMap((path) => book.wantedIn(path)), ...book.wantedFunctions()].map(({ id }) => id);
  expect(sent.sort()).toEqual(model.flatMap(({ id, enabled }) => (enabled ? id : [])).sort());
}

describe('a book with many breakpoints', () => {
  test('takes no longer for each than one with few', () => {
    const book = new BreakpointBook();
    const began = performance.now();
    for (let line = 1; line <= 20_000; line++) book.put({ target: { kind: 'line', path: '/a.js', line } });
    book.put({ target: { kind: 'line', path: '/a.js', line: 7 }, condition: 'i', oneShot: true });
    for (const { id } of book.list()) book.countHit(id);
    expect(book.wantedIn('/a.js')).toHaveLength(20_000);
    // Looking through all of them for each takes ten times as long.
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test('names some of them where one is not there', () => {
    const book = new BreakpointBook();
    for (let line = 1; line <= 25; line++) book.put({ target: { kind: 'line', path: '/a.js', line } });
    expect(() => book.get(99)).toThrow(
      expect.objectContaining({ advice: expect.stringMatching(/, 20 and 5 more\.$/) }),
    );
  });
});
