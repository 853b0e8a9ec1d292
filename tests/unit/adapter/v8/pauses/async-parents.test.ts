import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { nodeScriptNaming } from '../../../../../src/adapter/node/script-naming.ts';
import { ASYNC_STACK, parseAsyncParents } from '../../../../../src/adapter/v8/pauses/async-parents.ts';

/** Built-ins that the summariser has saved before the program began. */
const SAVED = `{ descriptor: Object.getOwnPropertyDescriptor, defineProperty: Reflect.defineProperty,
  deleteProperty: Reflect.deleteProperty, errorClass: Error, global: globalThis, types: { isProxy: () => false } }`;

test('only the asynchronous callers that have a place are read, with their names', () => {
  const stack = `Error
    at now (file:///a/b.mjs:1:2)
    at async work (file:///a/b.mjs:10:3)
    at async Object.handler [as run] (/a/c d.js:4:5)
    at async Promise.all (index 0)
    at async file:///a/%5Bid%5D.mjs:7:1`;
  expect(parseAsyncParents(stack, nodeScriptNaming)).toEqual([
    { name: 'work', location: { path: '/a/b.mjs', line: 10, column: 3 } },
    { name: 'Object.handler [as run]', location: { path: '/a/c d.js', line: 4, column: 5 } },
    { name: '(anonymous)', location: { path: '/a/[id].mjs', line: 7, column: 1 } },
  ]);
  expect(parseAsyncParents(undefined, nodeScriptNaming)).toEqual([]);
  expect(parseAsyncParents('', nodeScriptNaming)).toEqual([]);
});

test.each([
  ['a formatter and a limit', 'Error.prepareStackTrace = () => { called = true; }; Error.stackTraceLimit = 1;'],
  ['no limit at all', 'delete Error.stackTraceLimit;'],
  ['a limit that cannot be changed', "Object.defineProperty(Error, 'stackTraceLimit', { value: 1 });"],
  ['a frozen Error', 'Object.freeze(Error);'],
])('a program with %s keeps it, and none of its code runs', (_what, setup) => {
  const settings =
    "JSON.stringify(['stackTraceLimit', 'prepareStackTrace'].map((name) => String(Object.getOwnPropertyDescriptor(Error, name)?.value)))";
  const program = `const saved = ${SAVED}; called = false; ${setup} const before = ${settings}; const stack = (${ASYNC_STACK})(saved); const after = ${settings};
    ({ called, stackType: typeof stack, before, after })`;
  const { called, stackType, before, after } = runInNewContext(program, {});
  expect({ called, stackType }).toEqual({ called: false, stackType: 'string' });
  expect(after).toBe(before);
});
