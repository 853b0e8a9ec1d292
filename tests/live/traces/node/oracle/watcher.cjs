// What an instrumented copy of a program calls, in a plain Node: everything that happens, in order, with values as they are then.
// Nothing here is the tracer's. Loaded by --require; writes to a file of its own when the process or worker ends.
'use strict';
const { appendFileSync } = require('node:fs');
const { types } = require('node:util');
const { join } = require('node:path');
const { isMainThread, threadId } = require('node:worker_threads');

const folder = process.env.TRACE_ORACLE;
const isArray = Array.isArray;
const { getOwnPropertyDescriptor: slotOf, getPrototypeOf, keys: keysOf } = Object;
const toSource = Function.prototype.toString;
const { ownKeys, apply } = Reflect;
const log = [];
const parts = new Map();
const ids = new WeakMap();
let lastId = 0;
let lastCall = 0;

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function idOf(object) {
  if (!ids.has(object)) ids.set(object, ++lastId);
  return ids.get(object);
}

/** A data property along the prototypes, without running a getter. */
function read(object, key) {
  for (let at = object; at !== null; at = getPrototypeOf(at)) {
    if (types.isProxy(at)) return undefined;
    const slot = slotOf(at, key);
    if (slot) return slot.value;
  }
  return undefined;
}

function className(object) {
  const prototype = getPrototypeOf(object);
  const maker = prototype === null ? undefined : read(prototype, 'constructor');
  const name = typeof maker === 'function' && !types.isProxy(maker) ? slotOf(maker, 'name')?.value : '';
  return typeof name === 'string' && name !== '' ? name : 'Object';
}

function typeOf(value) {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isNaN(value) ? 'NaN' : 'number';
  if (typeof value !== 'object') return typeof value;
  return types.isProxy(value) ? 'Proxy' : className(value);
}

function primitiveText(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function functionText(of) {
  const source = apply(toSource, of, []).replace(/\s+/g, ' ');
  let depth = 0;
  let end = 0;
  for (; end < source.length; end++) {
    if ('(['.includes(source[end])) depth++;
    else if (')]'.includes(source[end])) depth--;
    else if (depth === 0 && source.startsWith('=>', end)) return `${source.slice(0, end).trim()} => …`;
    else if (depth === 0 && source[end] === '{') break;
  }
  const head = source.slice(0, end).trim();
  const own = slotOf(of, 'name')?.value;
  const name = typeof own === 'string' ? own : '';
  const word = /^(class|function|async function)(?= ?\(| extends|$)/.exec(head)?.[0];
  if (word !== undefined && name !== '') return `${word} ${name}${head.slice(word.length).replace(/^ \(/, '(')}`;
  if (/^(class|function|async function)\b/.test(head)) return head;
  return head.startsWith('async ') ? `async function ${head.slice(6)}` : `function ${head}`;
}

function keyText(key) {
  if (typeof key === 'symbol') return `[${String(key)}]`;
  return /^#?[\w$\u00c0-\uffff]+$/.test(key) ? key : JSON.stringify(key);
}

function propertyText(object, key, level, open) {
  const slot = slotOf(object, key);
  if (!('value' in slot)) return slot.get ? '(getter)' : '(setter)';
  return text(slot.value, level + 1, open);
}

function propertyTexts(object, names, level, open) {
  return names.map((key) => `${keyText(key)}: ${propertyText(object, key, level, open)}`);
}

function listTexts(list, level, open) {
  const texts = [];
  for (let at = 0; at < list.length; at++) {
    let holes = 0;
    while (at < list.length && !Object.hasOwn(list, at)) {
      holes++;
      at++;
    }
    if (holes > 0) texts.push(`<${holes} empty>`);
    if (at < list.length) texts.push(propertyText(list, String(at), level, open));
  }
  return texts;
}

function prefixOf(object) {
  if (getPrototypeOf(object) === null)
    return types.isModuleNamespaceObject(object) ? '[Module] ' : '[Object: null prototype] ';
  const name = className(object);
  const tag = read(object, Symbol.toStringTag);
  if (typeof tag === 'string' && tag !== '' && tag !== name) return `${name} [${tag}] `;
  return name === 'Object' ? '' : `${name} `;
}

function text(value, level = 0, open = []) {
  if (!isObject(value)) return primitiveText(value);
  if (open.includes(value)) return '[Circular]';
  if (types.isProxy(value))
    return typeof value === 'function' ? 'Proxy(function)' : isArray(value) ? 'Proxy(array)' : 'Proxy(object)';
  if (typeof value === 'function') return functionText(value);
  const inside = [...open, value];
  const isOwnName = (key) =>
    slotOf(value, key).enumerable && !(typeof key === 'string' && isArray(value) && /^\d+$/.test(key));
  if (value === globalThis) return '[global]';
  if (types.isPromise(value)) return `${className(value)} {…}`;
  if (types.isDate(value))
    return Number.isNaN(Date.prototype.getTime.call(value)) ? 'Invalid Date' : Date.prototype.toISOString.call(value);
  if (types.isRegExp(value)) return RegExp.prototype.toString.call(value);
  if (types.isAnyArrayBuffer(value)) return `${className(value)}(${value.byteLength})`;
  if (types.isWeakMap(value) || types.isWeakSet(value)) return `${className(value)} {<items unknown>}`;
  if (types.isBoxedPrimitive(value)) return `[${className(value)}: ${primitiveText(value.valueOf())}]`;
  if (types.isNativeError(value)) return errorText(value, level, inside);
  if (types.isTypedArray(value)) {
    const items = Array.from(value, primitiveText);
    const name = `${className(value)}(${value.length})`;
    return level >= 3 && items.length > 0 ? name : `${name} [${items.join(', ')}]`;
  }
  const names = ownKeys(value).filter(isOwnName);
  if (types.isMap(value) || types.isSet(value)) {
    const items = [...(types.isMap(value) ? Map.prototype.entries : Set.prototype.values).call(value)];
    const name = `${className(value)}(${items.length})`;
    if (items.length + names.length === 0) return `${name} {}`;
    if (level >= 3) return name;
    const shown = types.isMap(value)
      ? items.map(([key, item]) => `${text(key, level + 1, inside)} → ${text(item, level + 1, inside)}`)
      : items.map((item) => text(item, level + 1, inside));
    return `${name} {${[...shown, ...propertyTexts(value, names, level, inside)].join(', ')}}`;
  }
  if (isArray(value) || types.isArgumentsObject(value)) {
    const name = types.isArgumentsObject(value) ? 'Arguments' : className(value);
    const own = names.filter((key) => !/^\d+$/.test(String(key)));
    const prefix = name === 'Array' ? '' : `${name}(${value.length}) `;
    if (value.length + own.length === 0) return `${prefix}[]`;
    if (level >= 3) return `${name}(${value.length})`;
    return `${prefix}[${[...listTexts(value, level, inside), ...propertyTexts(value, own, level, inside)].join(', ')}]`;
  }
  const prefix = prefixOf(value);
  if (names.length === 0) return `${prefix}{}`;
  return level >= 3 ? `${prefix}{…}` : `${prefix}{${propertyTexts(value, names, level, inside).join(', ')}}`;
}

function errorText(error, level, open) {
  const own = read(error, 'name');
  const name = typeof own !== 'string' || (own === 'Error' && className(error) !== 'Object') ? className(error) : own;
  const message = read(error, 'message');
  const title = typeof message === 'string' && message !== '' ? `${name}: ${message}` : name;
  const line = /[\r\n]/.test(title) ? JSON.stringify(title).slice(1, -1) : title;
  const names = ownKeys(error).filter(
    (key) =>
      !['stack', 'message', 'name'].includes(key) &&
      (slotOf(error, key).enumerable || key === 'cause' || key === 'errors'),
  );
  return names.length === 0 || level >= 3 ? line : `${line} {${propertyTexts(error, names, level, open).join(', ')}}`;
}

function shown(value) {
  const type = typeOf(value);
  const seen = { text: text(value), type };
  if (type === 'number' && Number.isFinite(value)) seen.number = value;
  if (isObject(value)) seen.object = idOf(value);
  return seen;
}

/** Items, entries or own properties that are no accessors, with what they hold. */
function partsOf(value) {
  if (!isObject(value) || typeof value === 'function' || types.isProxy(value) || value === globalThis) return [];
  if (types.isTypedArray(value)) return Array.from(value, (item, at) => [`[${at}]`, shown(item)]);
  if (types.isSet(value))
    return [...Set.prototype.values.call(value)].map((item) => [`.has(${primitiveText(item)})`, shown(true)]);
  if (types.isMap(value)) {
    const keyed = (key, at) =>
      typeof key === 'string' ? JSON.stringify(key) : typeof key === 'object' ? `#${at}` : primitiveText(key);
    return [...Map.prototype.entries.call(value)].map(([key, item], at) => [`[${keyed(key, at)}]`, shown(item)]);
  }
  const names = keysOf(value).filter((key) => 'value' in slotOf(value, key));
  const indexed = names.filter((key) => !isArray(value) || /^\d+$/.test(key));
  return indexed.map((key) => [isArray(value) ? `[${key}]` : `.${key}`, shown(slotOf(value, key).value)]);
}

/** Each variable that can be read now. */
function snapshot(readers) {
  return readers.map((reader) => {
    try {
      const value = reader();
      return { ...shown(value), parts: partsOf(value) };
    } catch {
      return null;
    }
  });
}

/** The functions that the code calls: the first parameter of most is the number of the call, the second the place. */
const oracle = {
  enter(of, values, readers) {
    const call = ++lastCall;
    log.push(['enter', call, of, values.map(shown), snapshot(readers)]);
    return call;
  },
  line: (call, site, readers) => void log.push(['line', call, site, snapshot(readers)]),
  look: (call, site, readers) => void log.push(['look', call, site, snapshot(readers)]),
  pass: (call, site, readers) => void log.push(['pass', call, site, snapshot(readers)]),
  loopEnd: (call, site) => void log.push(['loopEnd', call, site]),
  branch(call, site, value) {
    log.push(['branch', call, site, !!value]);
    return value;
  },
  test(call, site, value, readers) {
    if (!value) log.push(['testFailed', call, site, snapshot(readers)]);
    return value;
  },
  choose(call, site, value) {
    log.push(['switch', call, site]);
    return value;
  },
  chosen: (call, site) => void log.push(['case', call, site]),
  given(call, site, lists) {
    log.push(['call', call, site, lists.map((list) => list.map(shown))]);
    return lists.flat();
  },
  /** A value in a template: the call begins with the last of them. */
  part(call, site, at, value, isLast) {
    if (at <= 0) parts.set(`${call} ${site}`, [[shown(undefined)]]);
    const list = parts.get(`${call} ${site}`);
    if (at >= 0) list.push([shown(value)]);
    if (isLast) log.push(['call', call, site, list]);
    return value;
  },
  result(call, site, value) {
    log.push(['result', call, site, shown(value)]);
    return value;
  },
  waits(call, site, value) {
    log.push(['wait', call, site, shown(value)]);
    return value;
  },
  resumes(call, site, value) {
    log.push(['resume', call, site, shown(value)]);
    return value;
  },
  caught: (call, site, error) => void log.push(['caught', call, site, shown(error)]),
  returns(call, site, value, readers) {
    log.push(['return', call, site, shown(value), snapshot(readers)]);
    return value;
  },
  ends: (call, site, readers) => void log.push(['return', call, site, shown(undefined), snapshot(readers)]),
  threw(call, error) {
    log.push(['threw', call, shown(error)]);
    return error;
  },
  left: (call) => void log.push(['left', call]),
  /** A point: expressions, and a condition. */
  at(point, readers, test) {
    let holds = true;
    try {
      holds = !test || !!test();
    } catch {
      log.push(['hit', point, 'failed', []]);
      return;
    }
    const results = readers.map((reader) => {
      try {
        return { value: shown(reader()) };
      } catch (error) {
        return { thrown: text(error) };
      }
    });
    log.push(['hit', point, holds, holds ? results : []]);
  },
};

Object.defineProperty(globalThis, '__oracle', { value: oracle });
process.on('exit', () => {
  const name = `${process.pid}-${isMainThread ? 0 : threadId}.json`;
  appendFileSync(join(folder, name), JSON.stringify({ argv: process.argv.slice(1), log }));
});
