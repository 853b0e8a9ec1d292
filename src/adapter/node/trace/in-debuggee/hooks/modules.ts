import Module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Instructions } from '../code/instrument.ts';
import { type CompiledModules, isPlainLoader } from './commonjs.ts';
import type { LoadedTexts } from './loaded-texts.ts';
import type { Texts } from './texts.ts';

/** The argument and the result of a load hook. */
export interface Loaded {
  readonly format?: string | null | undefined;
  readonly source?: unknown;
  readonly shortCircuit?: boolean | undefined;
}

type Next = (url: string, context: object) => Loaded;
type Register = (hooks: { readonly load?: unknown; readonly resolve?: unknown }) => { deregister(): void };

const FORMATS = new Set(['module', 'commonjs', 'module-typescript', 'commonjs-typescript', 'typescript']);

/** True if this Node has hooks for the loader that run in the same thread. */
export const hasHooks = 'registerHooks' in Module && typeof Module.registerHooks === 'function';

/**
 * Gives modules that Node reads their probes. Hooks that the program registers later see and make the plain text: ours are
 * always the outermost.
 */
export function hookModules(texts: Texts, compiled: CompiledModules, loaded: LoadedTexts): void {
  const given: unknown = Reflect.get(Module, 'registerHooks');
  if (!isRegister(given)) return;
  const load = (url: string, context: object, next: Next): Loaded => {
    const result = next(url, context);
    if (!url.startsWith('file:')) return result;
    const path = fileURLToPath(url);
    compiled.loading(path);
    return changed(path, result, texts);
  };
  let ours = given({ load });
  const register: Register = (hooks) => {
    const made: { deregister(): void } = Reflect.apply(given, Module, [hooks]);
    ours.deregister();
    ours = given({ load });
    return made;
  };
  loaded.disguise(register, given);
  Object.defineProperty(Module, 'registerHooks', {
    value: register,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function changed(path: string, result: Loaded, texts: Texts): Loaded {
  const format = result.format ?? 'commonjs';
  if (!FORMATS.has(format) || !texts.isWatched(path) || result.source == null) return result;
  // What a compiler makes of it is met later.
  if (!format.startsWith('module') && !isPlainLoader()) return result;
  const source = textOf(result.source);
  const isTyped = format.endsWith('typescript');
  const plain = isTyped ? stripped(source) : source;
  if (plain === undefined) return result;
  const kind = format.startsWith('module') ? 'module' : 'commonjs';
  const text = texts.replaced({ path, source: plain, kind });
  if (text === plain) return result;
  return {
    ...result,
    format: isTyped ? format.replace('-typescript', '').replace('typescript', 'commonjs') : result.format,
    source: text,
  };
}

const { toString: bufferText } = Buffer.prototype;

/** The text of a source, as a hook may give it. */
export function textOf(source: unknown): string {
  if (typeof source === 'string') return source;
  if (!ArrayBuffer.isView(source)) return '';
  return Reflect.apply(bufferText, Buffer.from(source.buffer, source.byteOffset, source.byteLength), []);
}

/** JavaScript for TypeScript, with every token where it is. */
function stripped(source: string): string | undefined {
  const strip: unknown = Reflect.get(Module, 'stripTypeScriptTypes');
  if (typeof strip !== 'function') return undefined;
  // It warns of being new, which the program itself did not ask for.
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    const text: unknown = strip(source);
    return typeof text === 'string' ? text : undefined;
  } finally {
    process.emitWarning = warn;
  }
}

let isRegistered = false;

/**
 * Has another thread, in which older versions run hooks, give ES modules their probes. Node runs the hooks that were registered last before all
 * others: ours are put there again behind those of the program, so that they are given what a compiler has made, not what it reads.
 */
export function hookModulesByThread(
  instructions: Instructions & { readonly roots: readonly string[] },
  loaded: LoadedTexts,
): void {
  const given: unknown = Reflect.get(Module, 'register');
  if (typeof given !== 'function' || isRegistered) return;
  isRegistered = true;
  const put = () => Reflect.apply(given, Module, [pathToFileURL(__filename).href, { data: instructions }]);
  put();
  const register = (...request: unknown[]): unknown => {
    const made: unknown = Reflect.apply(given, Module, request);
    put();
    return made;
  };
  loaded.disguise(register, given);
  Object.defineProperty(Module, 'register', { value: register, writable: true, enumerable: true, configurable: true });
  Module.syncBuiltinESMExports();
}

function isRegister(value: unknown): value is Register {
  return typeof value === 'function';
}
