import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoopSnapshot, LoopTest } from '../../../../src/adapter/hang-evidence.ts';
import { judgeLoop } from '../../../../src/investigate/hang/judge-loop.ts';
import { lastingFrames, owningLoop } from '../../../../src/investigate/hang/judge-stack.ts';

const lines = { path: '/app/main.js', first: 3, last: 9 };
const number = (expression: string, value: number) => ({ expression, text: String(value), number: value });

function sight(tests: readonly LoopTest[], more: Partial<LoopSnapshot> = {}): LoopSnapshot {
  return { lines, ending: 'open', awaits: false, tests, values: tests.map(({ left }) => left), ...more };
}

const counting = (operator: LoopTest['operator'], values: readonly number[], limit: number) =>
  values.map((value) => sight([{ operator, left: number('i', value), right: number('n', limit) }]));

describe('what a loop does, by its tests', () => {
  test.each([
    ['counts up to its limit', counting('<', [1, 5, 5, 9], 100), 'advancing'],
    ['counts down to its limit', counting('>', [90, 40, 10], 5), 'advancing'],
    ['counts away from its limit', counting('<', [1, -5, -9], 100), 'receding'],
    ['passes what it should meet', counting('!=', [3, 4, 5], 1), 'receding'],
    ['begins anew', counting('<', [1, 90, 17, 3], 100), 'restarting'],
    ['goes round in a circle', counting('!=', [1, 2, 1, 2], 5), 'recurring'],
    ['never changes', counting('<', [1, 1, 1], 100), 'constant'],
    ['has no way out', [sight([], { ending: 'endless' })], 'endless'],
    ['shows nothing', [sight([]), sight([])], 'unknown'],
  ])('%s', (_, series, kind) => {
    expect(judgeLoop(series).kind).toBe(kind);
  });

  const NUMBERS = [144_043, 8_305, 58_138, 406_969, 848_771];
  const BACK_TO = [97, 98, 99, 0, 1, 2];

  test.each([
    ['goes up and down beside what it should meet', counting('!=', NUMBERS, -1), false, 'wandering'],
    ['goes up and down below its limit, seen now and then', counting('<', NUMBERS, 2e9), false, 'restarting'],
    ['goes up and down below its limit, round by round', counting('<', NUMBERS, 2e9), true, 'wandering'],
    ['begins anew, round by round', counting('<', BACK_TO, 100), true, 'restarting'],
  ] as const)('%s', (_, series, areRounds, kind) => {
    expect(judgeLoop(series, areRounds).kind).toBe(kind);
  });

  test('a value is said without what it is compared with', () => {
    const text = (value: string) => ({ expression: 'state', text: value });
    const series = ['a', 'b', 'c'].map((value) => sight([{ operator: '!=', left: text(value), right: text('end') }]));
    expect(judgeLoop(series)).toMatchObject({ kind: 'changing', what: 'state', from: 'a', to: 'c' });
  });

  test('one test that advances is enough', () => {
    const series = [1, 2, 3].map((value) =>
      sight([
        { operator: 'truth', left: { expression: 'done', text: 'false' } },
        { operator: '<', left: number('tries', value), right: number('max', 5) },
      ]),
    );
    expect(judgeLoop(series)).toMatchObject({ kind: 'advancing', what: 'tries', from: '1', to: '3', steps: 2 });
  });

  test.each([
    ['towards its limit', 'restarting'],
    ['away from its limit', 'receding'],
  ] as const)('a counter that cannot be read and goes %s by the source is %s', (course, kind) => {
    expect(judgeLoop([sight([], { course }), sight([], { course })]).kind).toBe(kind);
  });

  test('an object that says little about itself proves nothing', () => {
    const series = [1, 2, 3].map(() =>
      sight([{ operator: 'truth', left: { expression: 'node', text: '{…}', opaque: true } }]),
    );
    expect(judgeLoop(series).kind).toBe('unknown');
  });

  test('a counter on its way up to a limit above it is never called stuck', () => {
    const rising = fc.array(fc.nat(1_000), { minLength: 2, maxLength: 10 }).map((steps) => {
      let at = 0;
      return steps.map((step) => {
        at += step + 1;
        return at;
      });
    });
    fc.assert(
      fc.property(rising, fc.nat(1_000), (values, room) => {
        const limit = (values.at(-1) ?? 0) + room;
        expect(judgeLoop(counting('<', values, limit)).kind).toBe('advancing');
      }),
    );
  });
});

describe('the loop that keeps a function', () => {
  const judged = (kind: 'constant' | 'recurring' | 'restarting', first: number) => ({
    series: [sight([], { lines: { ...lines, first } })],
    verdict: { kind },
  });

  test.each([
    ['the inner one that stays', [judged('constant', 5), judged('constant', 3)], 5],
    ['the outer one, when the inner one begins anew', [judged('restarting', 5), judged('constant', 3)], 3],
    ['the outer one, when the inner one comes back', [judged('recurring', 5), judged('constant', 3)], 3],
    ['the only one, whatever it does', [judged('recurring', 3)], 3],
  ])('is %s', (_, loops, first) => {
    expect(owningLoop(loops)?.series[0]?.lines.first).toBe(first);
  });
});

describe('what samples of a stack have in common', () => {
  const frame = (name: string, line: number) => ({
    name,
    functionId: name,
    location: { path: '/app/main.js', line, column: 1 },
    presentation: 'normal' as const,
    loops: [],
  });

  test('ends where another function is, or a call stands at another place', () => {
    const same = lastingFrames([
      [frame('inner', 4), frame('outer', 9), frame('main', 20)],
      [frame('other', 7), frame('outer', 9), frame('main', 20)],
    ]);
    expect(same.map(({ frames }) => frames[0]?.name)).toEqual(['main', 'outer']);
    const moved = lastingFrames([
      [frame('inner', 4), frame('outer', 9), frame('main', 20)],
      [frame('inner', 4), frame('outer', 11), frame('main', 20)],
    ]);
    expect(moved.map(({ frames }) => frames[0]?.name)).toEqual(['main', 'outer']);
  });
});
