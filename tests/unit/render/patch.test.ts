import { describe, expect, test } from 'vitest';
import type { PatchedFunction, PatchOutcome } from '../../../src/model/program/patch-outcome.ts';
import { renderPatch } from '../../../src/render/patch.ts';
import { DEBUG_ACTIONS } from '../../../src/toolsets/action-names.ts';

const CONTEXT = {
  path: '/p/cart.js',
  cwd: '/p',
  request: 'replace',
  actions: DEBUG_ACTIONS,
  restarted: undefined,
  waiting: [],
  moved: [],
} as const;

const applied = (name: string, line = 3): PatchedFunction => ({ name, line, verdict: { kind: 'applied', kept: 0 } });

function patched(...functions: readonly PatchedFunction[]): PatchOutcome {
  return { kind: 'patched', functions };
}

describe('an answer about a patch', () => {
  test('names the threads that differ, and what keeps its old text', () => {
    const outcome = patched(
      { ...applied('total'), thread: 'Main Thread' },
      { ...applied('total'), thread: 'worker\n2', verdict: { kind: 'applied', kept: 2 } },
      { ...applied('total'), thread: 'worker 3', verdict: { kind: 'notApplied', why: 'it is busy' } },
    );
    expect(renderPatch(outcome, CONTEXT)).toEqual([
      'total (cart.js:3) in Main Thread: applied',
      String.raw`total (cart.js:3) in worker\n2: applied; the old text is kept by 2 function objects that earlier calls made`,
      'total (cart.js:3) in worker 3: not applied: it is busy',
      'Edit the file and call debug_launch again: it runs that, with the breakpoints kept.',
      'Only the running program has changed; no file was written.',
    ]);
  });

  test('names no more functions than one would read', () => {
    const many = Array.from({ length: 23 }, (_, index) => applied(`f${index}`));
    const lines = renderPatch(patched(...many), CONTEXT);
    expect(lines.slice(-3)).toEqual([
      'f19 (cart.js:3): applied',
      '… and 3 more functions.',
      'Only the running program has changed; no file was written.',
    ]);
  });

  test('says of a call that was to begin anew what came of it', () => {
    const runs: PatchedFunction = { name: 'total', line: 3, verdict: { kind: 'nextCall', restartable: true } };
    const told = (restarted: NonNullable<Parameters<typeof renderPatch>[1]['restarted']>, waiting: string[] = []) => {
      const names = waiting.map((name) => ({ name, path: CONTEXT.path }));
      const moved = [{ line: 4 }, { breakpoint: 2, line: 9 }];
      return renderPatch(patched(runs), { ...CONTEXT, restarted, waiting: names, moved }).slice(0, -1);
    };
    expect(told({ kind: 'restarted' })).toEqual([
      'total (cart.js:3): applied',
      'Lines have moved: breakpoint 2 on line 9.',
    ]);
    expect(told({ kind: 'restarted' }, ['total'])[0]).toBe('total (cart.js:3): applied at its next call');
    const python: PatchedFunction = { name: 'total', line: 3, verdict: { kind: 'nextCall', restartable: false } };
    // Another call has begun again: the one that runs keeps its text.
    expect(renderPatch(patched(python), { ...CONTEXT, restarted: { kind: 'restarted' } })[0]).toBe(
      'total (cart.js:3): applied at its next call',
    );
    expect(told({ kind: 'noCall' })[1]).toBe('Nothing was restarted: no call of a patched function is stopped.');
    expect(told({ kind: 'refused', why: 'V8 cannot' }, ['total'])).toEqual([
      'total (cart.js:3): applied at its next call (it runs now; restart: true restarts the stopped call)',
      'The call was not restarted: V8 cannot.',
      'Lines have moved: the stop is on line 4 now, breakpoint 2 on line 9.',
    ]);
  });
});
