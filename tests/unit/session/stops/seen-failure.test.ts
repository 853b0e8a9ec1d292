import { expect, test } from 'vitest';
import type { StoppedInfo } from '../../../../src/model/stop-outcome.ts';
import { SeenFailure } from '../../../../src/session/stops/seen-failure.ts';

function failed(message: string, line = 3): StoppedInfo & { kind: 'stopped' } {
  return {
    kind: 'stopped',
    threadId: 1,
    frameId: 1,
    reason: 'exception',
    location: { path: '/p/app.js', line, column: 1 },
    functionName: 'total',
    hitBreakpointIds: [],
    exception: {
      name: 'TypeError',
      message,
      uncaught: true,
      value: { type: 'object', value: message, variablesReference: 0 },
    },
  };
}

const EXITED = { kind: 'exited', exitCode: 0, signal: null } as const;

test('after a restart it is said what became of the failure before', () => {
  const failure = new SeenFailure();
  failure.startAnew();
  expect(failure.verdict(EXITED)).toBeUndefined();
  failure.note(failed('x is not a\nfunction'));
  expect(failure.verdict(failed('x is not a\nfunction'))).toBeUndefined();
  failure.startAnew();
  expect(failure.verdict({ ...failed('x'), reason: 'breakpoint' })).toBeUndefined();
  expect(failure.verdict(EXITED)).toBe(
    'The failure of the run before (TypeError: x is not a function in total at app.js:3) did not come back.',
  );
  expect(failure.verdict(failed('x is not a\nfunction', 5))).toBe('The same failure as in the run before.');
  expect(failure.verdict(failed('y'))).toBe(
    'Another failure than in the run before, which was TypeError: x is not a function in total at app.js:3.',
  );
});

const MUTED = {
  name: 'TypeError',
  message: 'x is not a\nfunction',
  location: { path: '/p/app.js', line: 3, column: 1 },
  breakpointId: 2,
} as const;

test('an exception that a breakpoint muted is said once, and is no failure that did not come back', () => {
  const failure = new SeenFailure();
  failure.note(failed('x'));
  failure.startAnew();
  failure.noteMuted({ ...MUTED, because: 'condition' });
  expect(failure.hasMuted).toBe(true);
  expect(failure.verdict(EXITED)).toBeUndefined();
  expect(failure.takeMuted()).toEqual([
    "TypeError: x is not a function at app.js:3 did not stop it: V8 passes over what a statement throws itself where a breakpoint's condition was false. Remove breakpoint 2 and launch again to stop there.",
  ]);
  expect(failure.takeMuted()).toEqual([]);
  expect(failure.hasMuted).toBe(true);
  failure.noteMuted({ ...MUTED, because: 'record' });
  expect(failure.takeMuted().join()).toContain('where a breakpoint logs or collects. Remove breakpoint 2');
  failure.startAnew();
  expect(failure.hasMuted).toBe(false);
});

test('one that was stopped at is not muted where it ends the program', () => {
  const failure = new SeenFailure();
  failure.note(failed('x'));
  failure.noteMuted({ ...MUTED, because: 'condition' });
  expect(failure.hasMuted).toBe(false);
  expect(failure.takeMuted()).toEqual([]);
});

test('a run that has failed itself says nothing of its end', () => {
  const failure = new SeenFailure();
  failure.note(failed('x'));
  failure.startAnew();
  failure.note(failed('x'));
  expect(failure.verdict(EXITED)).toBeUndefined();
});
