import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Deadline } from '../../../../../src/adapter/deadline.ts';
import { inTurns, type Turn } from '../../../../../src/investigate/test-run/why/in-turns.ts';
import type { WantedValue } from '../../../../../src/investigate/test-run/why/wanted-values.ts';
import type { TestFailure } from '../../../../../src/model/tests/test-report.ts';

const TIME_MS = 60_000;

function wanted(name: string): WantedValue {
  const failure: TestFailure = {
    ...{ kind: 'test', name, moreErrors: [], error: { name: '', message: '', stack: [], stackText: '' } },
    site: { kind: 'unseen', cause: 'not thrown', reason: '' },
  };
  return { failure, value: { shown: name, text: name, path: '' } };
}

/**
 * A runner whose tests take so long, one after the other. The time of a run is only counted, and none of it passes.
 *
 * @param reports False: what it ran is known only when it has ended.
 */
function runner(tookMs: ReadonlyMap<string, number>, reports = true) {
  const turns: string[][] = [];
  const run = async (part: readonly WantedValue[], deadline: Deadline): Promise<Turn> => {
    turns.push(part.map(({ failure }) => failure.name));
    let leftMs = deadline.timeoutMs;
    const done: WantedValue[] = [];
    for (const each of part) {
      leftMs -= tookMs.get(each.failure.name) ?? 0;
      if (leftMs < 0) {
        const unfinished = reports ? [{ name: each.failure.name }] : [];
        return turnOf(reports ? done : [], unfinished, false);
      }
      done.push(each);
    }
    return turnOf(done, [], true);
  };
  return { turns, run };
}

function turnOf(done: readonly WantedValue[], unfinished: Turn['unfinished'], hasEnded: boolean): Turn {
  const tests = done.map(({ failure: { name } }) => ({ name, status: 'failed' as const }));
  return { found: new Map(done.map((each) => [each, { kind: 'passed' }])), tests, unfinished, hasEnded };
}

async function kinds(names: readonly string[], { run }: ReturnType<typeof runner>) {
  const found = await inTurns(names.map(wanted), new Deadline(TIME_MS, undefined), run);
  return Object.fromEntries([...found].map(([{ failure }, { kind }]) => [failure.name, kind]));
}

test('tests that have time enough run once, together', async () => {
  const quick = runner(new Map());
  expect(await kinds(['a', 'b'], quick)).toEqual({ a: 'passed', b: 'passed' });
  expect(quick.turns).toEqual([['a', 'b']]);
});

test('one that takes too long leaves time for the others', async () => {
  const slow = runner(new Map([['a', TIME_MS * 2]]));
  expect(await kinds(['a', 'b', 'c'], slow)).toEqual({ a: 'late', b: 'passed', c: 'passed' });
  expect(slow.turns).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c'],
  ]);
});

test('one of which others had most of the time has another turn', async () => {
  const third = TIME_MS / 3;
  const slow = runner(new Map([...'abc'].map((name) => [name, third / 2] as const).concat([['d', third]])));
  expect(await kinds(['a', 'b', 'c', 'd'], slow)).toMatchObject({ a: 'passed', b: 'passed', d: 'passed' });
});

test('where nothing is known of a run that was cut, each test has its own', async () => {
  const silent = runner(new Map([['a', TIME_MS * 2]]), false);
  expect(await kinds(['a', 'b', 'c'], silent)).toEqual({ a: 'late', b: 'passed', c: 'passed' });
  expect(silent.turns.slice(1)).toEqual([['a'], ['b'], ['c']]);
});

test('one alone has all of the time, and it is said where that is too little', async () => {
  const slow = runner(new Map([['a', TIME_MS * 0.9]]));
  expect(await kinds(['a'], slow)).toEqual({ a: 'passed' });
  expect(await kinds(['a'], runner(new Map([['a', TIME_MS * 2]]), false))).toEqual({ a: 'late' });
});

test('whichever tests are too slow, all others have their turn, and the turns have an end', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const slow = fc.subarray(names, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(slow, fc.boolean(), async (tooSlow, reports) => {
      const each = runner(new Map(tooSlow.map((name) => [name, TIME_MS * 2])), reports);
      const found = await kinds(names, each);
      for (const name of names) if (!tooSlow.includes(name)) expect(found[name]).toBe('passed');
      expect(each.turns.length).toBeLessThanOrEqual(names.length + 1);
    }),
  );
});
