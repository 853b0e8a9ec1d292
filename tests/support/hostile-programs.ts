/** Replaces all methods of an object by ones that throw, but one that Node itself calls. */
function throwing(holder: string, kept = 'constructor'): string {
  return `{ const { getOwnPropertyDescriptor: d, defineProperty: s, ownKeys } = Reflect, holder = ${holder}, keys = ownKeys(holder); for (let at = 0; at < keys.length; at++) { const key = keys[at], slot = d(holder, key); if (key !== 'constructor' && key !== '${kept}' && slot.configurable && typeof slot.value === 'function') s(holder, key, { ...slot, value: function hostile() { throw 'hostile'; } }); } }`;
}

function gone(names: string): string {
  return names
    .split(' ')
    .map((name) => `globalThis.${name} = undefined;`)
    .join(' ');
}

const THROWS = "function () { throw 'hostile'; }";

/** Deeds on a line of their own, after which a plain run comes to the same end on every version of Node. */
const DEEDS: readonly (readonly [name: string, line: string])[] = [
  // Without `pop`, Node ends with the first timer.
  ['methods of arrays', throwing('Array.prototype', 'pop')],
  ['iterators of arrays', `Array.prototype[Symbol.iterator] = ${THROWS};`],
  ['steps of iterators', `Object.getPrototypeOf([][Symbol.iterator]()).next = ${THROWS};`],
  ['arrays that forget', 'Array.prototype.push = () => 0; Array.prototype.map = Array.prototype.filter = () => [];'],
  ['Array itself', throwing('Array')],
  ['Object itself', throwing('Object')],
  ['methods of objects', throwing('Object.prototype')],
  [
    'setters of all objects',
    "for (const key of ['path', 'line', 'kind', 'text', 'key']) Object.defineProperty(Object.prototype, key, { get() {}, set() { throw 'hostile'; }, configurable: true });",
  ],
  [
    'properties of all objects',
    "Object.prototype.value = 7; Object.prototype.limit = 0; Object.prototype.kind = 'x'; Object.prototype.toJSON = () => 'json';",
  ],
  ['maps and sets', ['Map', 'Set', 'WeakMap', 'WeakSet'].map((name) => throwing(`${name}.prototype`)).join(' ')],
  ['Reflect', throwing('Reflect')],
  ['JSON', throwing('JSON')],
  ['methods of strings', throwing('String.prototype')],
  [
    'strings that lie',
    "String.prototype.startsWith = () => false; String.prototype.indexOf = () => -1; String.prototype.slice = () => ''; String.prototype.split = () => [];",
  ],
  ['regular expressions', throwing('RegExp.prototype')],
  ['numbers', ['Number.prototype', 'Number', 'Math'].map((of) => throwing(of)).join(' ')],
  [
    'methods of functions',
    `for (const key of ['call', 'apply', 'bind', 'toString']) Function.prototype[key] = ${THROWS};`,
  ],
  ['promises', ['Promise.prototype', 'Promise'].map((of) => throwing(of)).join(' ')],
  ['no errors', gone('Error TypeError RangeError')],
  [
    'hooks of errors',
    'Error.prepareStackTrace = () => { throw 1; }; Error.captureStackTrace = undefined; Error.stackTraceLimit = 0;',
  ],
  ['a frozen limit of stacks', "Object.defineProperty(Error, 'stackTraceLimit', { value: 0 }); Object.freeze(Error);"],
  ['no symbols', gone('Symbol')],
  [
    'no built-ins',
    gone(
      'Symbol Error Proxy Object Array Map Set WeakMap Reflect JSON Math Number String Promise RegExp Date Function Boolean performance queueMicrotask Buffer URL',
    ),
  ],
  [
    'deleted built-ins',
    "for (const key of ['Proxy', 'Map', 'Set', 'WeakMap', 'Reflect', 'JSON', 'Math', 'Date', 'performance', 'Buffer', 'URL', 'console', 'setTimeout', 'setInterval', 'queueMicrotask']) delete globalThis[key];",
  ],
  ['no process', gone('process')],
  ['a frozen global object', 'Object.freeze(globalThis); Object.freeze(process);'],
  [
    'frozen built-ins',
    'for (const key of Object.getOwnPropertyNames(globalThis)) { const slot = Object.getOwnPropertyDescriptor(globalThis, key); if (typeof slot.value === "function") { Object.freeze(slot.value); Object.freeze(slot.value.prototype); } } Object.freeze(Reflect); Object.freeze(JSON); Object.freeze(Math);',
  ],
  [
    'a stopped clock',
    'Date.now = () => 0; performance.now = () => 0; process.hrtime = () => [0, 0]; process.hrtime.bigint = () => 0n; globalThis.Date = class extends Date { constructor() { super(0); } };',
  ],
  [
    'timers that never fire',
    "for (const key of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'queueMicrotask']) globalThis[key] = () => 0; process.nextTick = () => {};",
  ],
  [
    'a mocked file system',
    `{ const fs = require('fs'); for (const key of Object.keys(fs)) if (/Sync$/.test(key)) fs[key] = ${THROWS}; }`,
  ],
  [
    'files that cannot be opened until its end',
    `{ const fs = process.binding('fs'), { open } = fs; fs.open = ${THROWS}; process.on('exit', () => { fs.open = open; }); }`,
  ],
  [
    'mocked paths',
    `{ const path = require('path'), url = require('url'); for (const key of ['join', 'resolve', 'relative', 'dirname', 'basename', 'isAbsolute', 'normalize', 'parse']) path[key] = ${THROWS}; url.fileURLToPath = url.pathToFileURL = ${THROWS}; }`,
  ],
  [
    'a mocked loader',
    `{ const Module = require('module'); Module.prototype._compile = Module._resolveFilename = Module._load = ${THROWS}; }`,
  ],
  [
    'mocked events of the process',
    'process.on = process.once = process.addListener = process.listeners = function () { return this; };',
  ],
  [
    'a process without functions',
    'process.binding = process.getBuiltinModule = process.kill = process.exit = undefined;',
  ],
  [
    'an environment that throws',
    `process.env = new Proxy({}, { get: ${THROWS}, has: ${THROWS}, ownKeys: ${THROWS} });`,
  ],
  [
    'typed arrays',
    ['Object.getPrototypeOf(Uint8Array.prototype)', 'ArrayBuffer.prototype', 'DataView.prototype']
      .map((of) => throwing(of))
      .join(' ') + gone('Uint8Array Uint32Array Float64Array'),
  ],
  ['no weak references', gone('WeakRef FinalizationRegistry')],
  ['arrays without a prototype', 'Object.setPrototypeOf(Array.prototype, null);'],
  [
    'a prototype of arrays that watches',
    'const seen = []; Object.setPrototypeOf(Array.prototype, new Proxy(Object.prototype, { get(of, key, self) { if (seen.length > 100) throw 1; seen[seen.length] = key; return Reflect.get(of, key, self); } }));',
  ],
  ['generators', `Object.getPrototypeOf(Object.getPrototypeOf(function* () {}.prototype)).next = ${THROWS};`],
  ['a closed inspector', "require('inspector').close();"],
  ['a console that throws', `globalThis.Intl = undefined; globalThis.console = new Proxy({}, { get: ${THROWS} });`],
  [
    'a watched defineProperty',
    "{ const { defineProperty } = Object; Object.defineProperty = (of, key, slot) => { if (String(key).includes('mcp')) throw 'seen'; return defineProperty(of, key, slot); }; }",
  ],
  [
    'species',
    `for (const of of [Array, RegExp, Promise]) Object.defineProperty(of, Symbol.species, { get: ${THROWS} });`,
  ],
];

/** A program of CommonJS that changes what other code relies on, and then calls `f`, on lines 3 to 9. Its output is `total 6054`. */
export interface HostileProgram {
  readonly name: string;
  /** The deed, on a line of its own. */
  readonly line: string;
  readonly text: string;
}

function program(name: string, line: string): HostileProgram {
  return {
    name,
    line,
    text: `const write = process.stdout.write.bind(process.stdout);
${line}
function f(order) {
  let total = 0;
  for (let i = 0; i < order.n; i++) {
    total += i * 1009;
  }
  return total;
}
write('total ' + f({ n: 4, items: [1, { a: 2 }], m: 'x' }) + '\\n');
`,
  };
}

/** Programs that replace, freeze or remove built-ins and functions of Node. */
export const HOSTILE_PROGRAMS: readonly HostileProgram[] = DEEDS.map(([name, line]) => program(name, line));

/** The same program, without anything of that. */
export const TAME_PROGRAM = program('nothing', '');
