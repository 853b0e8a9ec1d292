import vm from 'node:vm';

/**
 * The text of a program that replaces every built-in which it can reach, puts accessors on the prototypes of all objects and arrays, and takes
 * note in `called` of each function that calls one of them, from `poison()` until `heal()`.
 */
export const HOSTILE_PROGRAM = `
var called = '';
var patches = [];
var isLoud = false;
function hookOf(label) {
  return function () { called += label + ' '; if (isLoud) throw new TypeError('by ' + label); };
}
function collect(holder, label) {
  for (const name of Reflect.ownKeys(holder)) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (!found.configurable || name === 'constructor' || name === Symbol.toStringTag) continue;
    const path = label + '.' + (typeof name === 'symbol' ? 'symbol' : name);
    const hook = hookOf(path);
    const accessor = { __proto__: null, configurable: true, get: hook, set: hook };
    patches.push({ path, holder, name, before: { __proto__: null, ...found }, patch: typeof found.value === 'function' ? { __proto__: null, configurable: true, value: hook } : accessor });
  }
}
function addAccessor(holder, label, name) {
  const hook = hookOf('inherited ' + name);
  patches.push({ path: label + '.' + name, holder, name, patch: { __proto__: null, configurable: true, get: hook, set: hook } });
}
const { defineProperty } = Object;
var poison = (spared, loud) => {
  const inherited = ['toJSON', 'k', 'v', 't', 'c', 'state', 'value', 'index', 'then', 'get', 'set', 'hidden', 'off', 'writable', 'name', 'message'];
  for (const name of inherited) addAccessor(Object.prototype, 'Object.prototype', name);
  for (let at = 0; at < 5; at++) addAccessor(Array.prototype, 'Array.prototype', at);
  for (const shared of [Map, Set, Date, RegExp, Array, String, Number, BigInt, Symbol, Function, WeakRef, Error, Promise]) collect(shared.prototype, shared.name + '.prototype');
  for (const holder of [new Map().entries(), new Set().values(), [].values(), Uint8Array.prototype]) collect(Object.getPrototypeOf(holder), 'inner');
  const statics = { Object, Reflect, JSON, Math, Error, Array, Date, Symbol, Promise };
  for (const label of Object.keys(statics)) collect(statics[label], label);
  for (let at = patches.length - 1; at >= 0; at--) {
    const { path, holder, name, patch } = patches[at];
    let isSpared = false;
    for (let index = 0; index < spared.length; index++) if (spared[index] === path) isSpared = true;
    if (!isSpared) defineProperty(holder, name, patch);
  }
  called = '';
  isLoud = loud;
};
var heal = () => {
  for (let at = 0; at < patches.length; at++) {
    const { holder, name, before } = patches[at];
    if (before) defineProperty(holder, name, before);
    else delete holder[name];
  }
};
`;

/** The behaviour of its built-ins: they give nothing, or throw. */
type Manner = 'quiet' | 'loud';

/** A program in a world of its own, in which nothing can be relied upon once it was poisoned. */
export interface HostileRealm {
  readonly context: vm.Context;
  /** Evaluates a text in it. */
  readonly run: (text: string) => unknown;
  /** @param spared Built-ins that the program leaves as they are: `Reflect.defineProperty`. */
  readonly poison: (spared?: readonly string[], manner?: Manner) => void;
  /** The functions that have been called since then. */
  readonly called: () => unknown;
}

/** @param setup A program that runs first; what it declares with `var` can be used by texts. */
export function hostileRealm(setup = ''): HostileRealm {
  const context: vm.Context = vm.createContext({
    process: Object.create(process, { getBuiltinModule: { value: builtin } }),
  });
  // As V8 puts a binding into our realms.
  const own = (holder: vm.Context, named: vm.CreateContextOptions) => {
    holder.__binding = context.__binding;
    return vm.createContext(holder, named);
  };
  function builtin(id: string): object | undefined {
    return id === 'vm' ? { Script: vm.Script, createContext: own } : process.getBuiltinModule(id);
  }
  const run = (text: string): unknown => vm.runInContext(text, context);
  run(`${HOSTILE_PROGRAM}\n${setup}`);
  // An array of this world would be read by methods of this world.
  const poison = (spared: readonly string[] = [], manner: Manner = 'quiet') =>
    void run(`poison(${JSON.stringify(spared)}, ${manner === 'loud'})`);
  return { context, run, poison, called: () => run('called') };
}
