import { expect, test } from 'vitest';
import type { StoppedInfo, UnstoppedCause } from '../../../../src/model/stop-outcome.ts';
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
} as const;
const mutedBy = (kind: 'condition' | 'record') => ({ ...MUTED, because: { kind, breakpointId: 2 } });

test('an exception that a breakpoint muted is said once, and is no failure that did not come back', () => {
  const failure = new SeenFailure();
  failure.note(failed('x'));
  failure.startAnew();
  failure.noteUnstopped(mutedBy('condition'));
  expect(failure.hasUnstopped).toBe(true);
  expect(failure.verdict(EXITED)).toBeUndefined();
  expect(failure.takeUnstopped()).toEqual([
    "TypeError: x is not a function at app.js:3 did not stop it: V8 passes over what a statement throws itself where a breakpoint's condition was false. Remove breakpoint 2 and launch again to stop there.",
  ]);
  expect(failure.takeUnstopped()).toEqual([]);
  expect(failure.hasUnstopped).toBe(true);
  failure.noteUnstopped(mutedBy('record'));
  expect(failure.takeUnstopped().join()).toContain('where a breakpoint logs or collects. Remove breakpoint 2');
  failure.startAnew();
  expect(failure.hasUnstopped).toBe(false);
});

test('it is said why a program ended by an exception that did not stop it, with what was seen of it', () => {
  const textOf = (because: UnstoppedCause) => {
    const failure = new SeenFailure();
    failure.noteUnstopped({ ...MUTED, because });
    return failure
      .takeUnstopped()
      .map((text) => text.replace('TypeError: x is not a function at app.js:3 did not stop it: ', ''));
  };
  const variables = [
    { name: 'n', type: 'number', value: '2', variablesReference: 0 },
    { name: 'f', type: 'function', value: 'function f()', variablesReference: 0 },
    { name: 'text', type: 'string', value: 'x'.repeat(100), variablesReference: 0 },
  ];
  const thrown = { location: MUTED.location, functionName: 'run', variables };
  const start = 'it rejected a promise that might have been handled.';
  const end = 'exceptions "all" stops there.';
  expect(textOf({ kind: 'undecided', thrown })).toEqual([
    `${start} In run then: n = 2, text = ${'x'.repeat(80)}…. ${end}`,
  ]);
  expect(textOf({ kind: 'undecided', thrown: { ...thrown, variables: [] } })).toEqual([
    `${start} Thrown in run. ${end}`,
  ]);
  expect(textOf({ kind: 'limit', count: 50 })).toEqual([
    `after 50 exceptions that were caught, V8's own word for what is caught was taken. ${end}`,
  ]);
  expect(textOf({ kind: 'overflow' })).toEqual([
    'V8 stops at no stack overflow. A breakpoint with a condition stops before it.',
  ]);
  expect(textOf({ kind: 'unforeseen' })).toEqual([`V8 took it for caught. ${end}`]);
});

test('one that was made elsewhere than it was thrown is known by its text', () => {
  const failure = new SeenFailure();
  failure.note(failed(MUTED.message, 99));
  failure.noteUnstopped(mutedBy('condition'));
  expect(failure.hasUnstopped).toBe(false);
});

test('one that was stopped at is not muted where it ends the program', () => {
  const failure = new SeenFailure();
  failure.note(failed('x'));
  failure.noteUnstopped(mutedBy('condition'));
  expect(failure.hasUnstopped).toBe(false);
  expect(failure.takeUnstopped()).toEqual([]);
});

test('a run that has failed itself says nothing of its end', () => {
  const failure = new SeenFailure();
  failure.note(failed('x'));
  failure.startAnew();
  failure.note(failed('x'));
  expect(failure.verdict(EXITED)).toBeUndefined();
});
