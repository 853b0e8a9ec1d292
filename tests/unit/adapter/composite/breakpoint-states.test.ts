import { expect, test } from 'vitest';
import { BreakpointStates } from '../../../../src/adapter/composite/breakpoint-states.ts';

const VERIFIED = { kind: 'verified', location: { path: '/a.py', line: 4, column: 1 } } as const;
const REJECTED = { kind: 'rejected', reason: 'no code there' } as const;
const PENDING = { kind: 'pending', reason: 'a.py is not loaded yet' } as const;
const EMPTY = { kind: 'pending', reason: 'no process of Python has loaded a.py yet' } as const;

test('a breakpoint that one part has is there, whatever others say', () => {
  const states = new BreakpointStates();
  expect(states.of(1)).toBeUndefined();
  expect(states.note(1, 1, VERIFIED)).toBe(VERIFIED);
  expect(states.note(0, 1, REJECTED)).toBe(VERIFIED);
  expect(states.note(2, 1, EMPTY, true)).toBe(VERIFIED);
});

test('one that may still be found is pending, but not for a part without a process', () => {
  const states = new BreakpointStates();
  expect(states.note(1, 1, EMPTY, true)).toBe(EMPTY);
  expect(states.note(0, 1, REJECTED)).toBe(REJECTED);
  expect(states.note(2, 1, PENDING)).toBe(PENDING);
  expect(states.note(1, 1, VERIFIED)).toBe(VERIFIED);
  states.forget([1]);
  expect(states.of(1)).toBeUndefined();
});
