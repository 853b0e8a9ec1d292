import { fileURLToPath } from 'node:url';
import type { TracedCaller } from '../../../../../model/trace/trace-record.ts';
import { copied, program } from '../agent/program.ts';
import type { LoadedTexts } from './loaded-texts.ts';

type Site = NodeJS.CallSite;
type Prepare = (error: Error, sites: Site[]) => unknown;

const AGENT = __filename;
/** Sites with other columns: a program's hook may hand them on to the one before it. */
const ours = new WeakMap<object, boolean>();
const LOADER = 'node:internal/modules/cjs/loader';
let texts: LoadedTexts | undefined;
let whenFormatted: ((error: unknown, sites: readonly Site[]) => void) | undefined;

/**
 * Has stacks say the columns of the plain text, and leaves our own frames out of them: in `error.stack`, and in what a
 * program's own `Error.prepareStackTrace` is given. `formatted` is called with each error whose stack is made.
 */
export function hideInStacks(loaded: LoadedTexts, formatted: (error: unknown, sites: readonly Site[]) => void): void {
  texts = loaded;
  whenFormatted = formatted;
  const given = Object.getOwnPropertyDescriptor(program.Error, 'prepareStackTrace');
  const first: unknown = given?.value;
  let current: unknown = typeof first === 'function' ? wrapped(first, loaded) : first;
  Object.defineProperty(program.Error, 'prepareStackTrace', {
    get: () => current,
    set: (value: unknown) => {
      current = typeof value === 'function' && !loaded.isOurs(value) ? wrapped(value, loaded) : value;
    },
    enumerable: given?.enumerable ?? true,
    configurable: true,
  });
}

// biome-ignore lint/complexity/noBannedTypes: whatever the program puts there.
function wrapped(prepare: Function, loaded: LoadedTexts): Prepare {
  const hook = function (this: unknown, error: Error, sites: Site[]): unknown {
    try {
      whenFormatted?.(error, sites);
    } catch {
      // The program gets its stack.
    }
    return Reflect.apply(prepare, this, [error, shown(sites, loaded)]);
  };
  loaded.disguise(hook, prepare);
  return hook;
}

function shown(sites: Site[], loaded: LoadedTexts): Site[] {
  const list: Site[] = [];
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    if (site === undefined) continue;
    const file = site.getFileName();
    if (file === AGENT) continue;
    if (ours.has(site)) {
      list[list.length] = site;
      continue;
    }
    list[list.length] = loaded.isIn(file) || site.isEval() ? plain(site, loaded) : file === LOADER ? named(site) : site;
  }
  return list;
}

/** Restores the name of a function that V8 no longer finds, because a function of ours is in its place. */
function named(site: Site): Site {
  const text = `${site}`;
  const name = text.replace(/^Module\.<anonymous>/, 'Module._compile').replace(/^Object\.<anonymous>/, 'Object..js');
  return name === text ? site : altered(site, { toString: name });
}

/** A site whose column is that of the plain text. */
function plain(site: Site, loaded: LoadedTexts): Site {
  const origin = site.isEval() ? site.getEvalOrigin() : undefined;
  if (origin !== undefined) return ofEval(site, origin, loaded);
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  const file = site.getFileName();
  if (line === null || column === null) return site;
  const real = loaded.plainColumn(file, line, column);
  if (real === column) return site;
  const text = `${site}`.replace(`:${line}:${column}`, `:${line}:${real}`);
  return altered(site, { getColumnNumber: real, toString: text });
}

/** Code in an `eval`ed text: the places that lead to it are said with it. */
function ofEval(site: Site, origin: string, loaded: LoadedTexts): Site {
  const text = `${site}`;
  const said = plainOrigin(origin, loaded);
  return said === origin ? site : altered(site, { getEvalOrigin: said, toString: text.split(origin).join(said) });
}

function plainOrigin(text: string, loaded: LoadedTexts): string {
  return text.replace(/\(([^()]+):(\d+):(\d+)\)/g, (found, file: string, line: string, column: string) =>
    loaded.isIn(file) ? `(${file}:${line}:${loaded.plainColumn(file, +line, +column)})` : found,
  );
}

/** A site some of whose methods give other values. */
function altered(site: Site, answers: Readonly<Record<string, unknown>>): Site {
  const prototype: object = Object.getPrototypeOf(site) ?? {};
  const other: Site = Object.create(prototype);
  ours.set(other, true);
  const methods = Reflect.ownKeys(prototype);
  for (let at = 0; at < methods.length; at++) {
    const name = methods[at] ?? '';
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof method !== 'function' || typeof name !== 'string') continue;
    // Its name is what node-tap knows a site by.
    if (name === 'constructor') continue;
    const answer = answers[name];
    const value = answer === undefined ? () => Reflect.apply(method, site, []) : () => answer;
    Object.defineProperty(other, name, { value, enumerable: false });
  }
  return other;
}

/** Stacks of the tracer's own realm are lists: no hook of the program is asked for them. */
Error.prepareStackTrace = (_error, sites) => sites;

/** The frames that were remembered in an object by `captureStackTrace`. */
export function formatSites(mark: object): readonly Site[] {
  const stack: unknown = Reflect.get(mark, 'stack');
  return Array.isArray(stack) ? copied<Site>(stack).filter((site) => site.getFileName() !== AGENT) : [];
}

function isWhole(site: Site): boolean {
  return (site.getEnclosingLineNumber?.() ?? 0) <= 1 && (site.getEnclosingColumnNumber?.() ?? 0) <= 1;
}

/** A frame of V8 as a caller in the records; undefined for Node's own frames and for code without a file. */
export function frameOf(site: Site): TracedCaller | undefined {
  const file = site.getFileName();
  const line = site.getLineNumber();
  if (!file || line === null || file.startsWith('node:')) return undefined;
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  const column = texts?.plainColumn(file, line, site.getColumnNumber() ?? 1) ?? 1;
  const place = texts?.writtenAt(path, line, column - 1) ?? { path, line };
  // The whole text of a module is a function, too: the one that begins with it.
  const isTop =
    site.getFunctionName() === null && (site.isToplevel() || site.getTypeName() === 'Object') && isWhole(site);
  return { name: site.getFunctionName() ?? (isTop ? '(top level)' : '(anonymous)'), ...place };
}
