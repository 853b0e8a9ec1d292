// Has the code that runs inside a program run in a realm of its own: a V8 context with an `Array.prototype`, a `Map`, an `Error` and all
// else that the language has, on which the program has no hand. They stay as they are whatever it replaces, and it never sees them used.
import { runInNewContext } from 'node:vm';

/** The names that such code finds beside those of the language: of the CommonJS module around it, the program's globals, and Node's, as they are at the start. */
export const GIVEN = [
  ...['require', 'module', '__filename', 'PROGRAM'],
  ...['Buffer', 'URL', 'process', 'queueMicrotask', 'setInterval', 'setTimeout'],
];
/** The names of the language. They are variables there: a look at the global object of a context takes a hundred times as long. */
export const BUILT_INS = runInNewContext('Object.getOwnPropertyNames(globalThis)').filter(
  (name) => !/^(?:undefined|globalThis|console|WebAssembly|eval)$/.test(name),
);

/**
 * Makes a CommonJS module of another that names nothing but what is above.
 *
 * @param {string} text A bundle, as esbuild writes it for CommonJS.
 */
export function inOwnRealm(text) {
  // An ES module that imports it is given what Node finds in the text. esbuild lists it for that, in code that never runs.
  const [, listed = ''] = /\b0 ?&& ?\(module\.exports ?= ?\{([\w,\s]*)\}\)/.exec(text) ?? [];
  const exported = listed.match(/\w+/g) ?? [];
  const inside = `(function (${GIVEN.join(', ')}) { const { ${BUILT_INS.join(', ')} } = globalThis; (() => {${text}\n})() })`;
  return `'use strict';
const { createContext, Script } = require('node:vm');
const realm = createContext(Object.create(null));
const made = { exports: {} };
// Their functions are called by name, and programs replace them.
const taken = (name) => (name === 'node:path' || name === 'node:url' ? { ...require(name) } : require(name));
const run = new Script(${JSON.stringify(inside)}, { filename: __filename }).runInContext(realm);
run(taken, made, __filename, globalThis, ${GIVEN.slice(4).join(', ')});
${exported.map((name) => `exports.${name} = made.exports.${name};`).join('\n')}
`;
}
