import { expect, test } from 'vitest';
import { innerOrigin } from '../../../../../src/investigate/test-run/why/inner-origin.ts';
import type {
  TracedCall,
  TracedFunction,
  TracedPlace,
  ValueOrigin,
} from '../../../../../src/model/trace/trace-report.ts';

function fn(name: string, line: number): TracedFunction {
  return { name, path: '/p/a.js', line, endLine: line + 4, key: name };
}
const parse = fn('parse', 1);
const setArg = fn('setArg', 10);
const toNumber = fn('toNumber', 20);
const value = { text: '5', type: 'number', number: 5 };

function origin(
  called: TracedFunction,
  line: number,
  how: TracedPlace['how'],
  more: Partial<ValueOrigin> = {},
): ValueOrigin {
  const place = { function: called, number: 1, line, how };
  const facts = {
    text: 0,
    likeness: 'equal',
    process: 0,
    startedAtMs: 1,
    value,
    depth: 1,
    outermost: 0,
    times: 1,
  } as const;
  return { ...facts, place, path: [], callers: [], ...more };
}

function call(called: TracedFunction, callerLine: number): TracedCall {
  const caller = { name: 'parse', path: '/p/a.js', line: callerLine };
  const facts = { number: 1, isWanted: true, startedAtMs: 0, durationMs: 1, arguments: [], events: [] };
  return { ...facts, function: called, caller, end: { kind: 'returned', value } };
}

const seen = origin(parse, 3, 'set', { startedAtMs: 5 });
const inParse = [{ function: parse, number: 1 }];
const made = origin(setArg, 12, 'set', { callers: inParse });
const deeper = origin(toNumber, 21, 'returned', { callers: [{ function: setArg, number: 1 }, ...inParse] });
const calls = [call(setArg, 3), call(toNumber, 12)];

test('a value that a call put into an object came to be in that call', () => {
  expect(innerOrigin(seen, { origins: [made, seen], calls, isCommon: false })).toBe(made);
  expect(innerOrigin(seen, { origins: [deeper, made, seen], calls, isCommon: false })).toBe(deeper);
});

test('not in one that another statement made, in another call, or later', () => {
  const around = { calls: [call(setArg, 2)], isCommon: false };
  expect(innerOrigin(seen, { ...around, origins: [made, seen] })).toBe(seen);
  for (const more of [{ callers: [] }, { startedAtMs: 9 }, { process: 1 }, { likeness: 'part' as const }])
    expect(innerOrigin(seen, { origins: [{ ...made, ...more }, seen], calls, isCommon: false })).toBe(seen);
});

test('what was returned is what it is, and of common values only one may be there', () => {
  const returned = origin(parse, 3, 'returned', { startedAtMs: 5 });
  expect(innerOrigin(returned, { origins: [made, returned], calls, isCommon: false })).toBe(returned);
  const another = origin(setArg, 13, 'set', { callers: inParse });
  expect(innerOrigin(seen, { origins: [made, seen], calls, isCommon: true })).toBe(made);
  expect(innerOrigin(seen, { origins: [made, another, seen], calls, isCommon: true })).toBe(seen);
});
