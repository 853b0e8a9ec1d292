import fs from 'node:fs';
import Module from 'node:module';
import type { LoadedTexts } from './loaded-texts.ts';
import type { Texts } from './texts.ts';

type Compile = (this: { filename?: string }, content: string, filename: string, format?: string) => unknown;
type Handler = (module: object, filename: string) => unknown;

/** The members of the CommonJS loader that we use; Node's types leave them out. */
interface Loader {
  readonly prototype: { _compile: Compile };
  readonly _extensions: Record<string, Handler>;
}

/** Packages that compile modules when they are loaded. */
const COMPILERS =
  /[\\/]node_modules[\\/](pirates|ts-node|tsx|@swc-node|esbuild-register|sucrase|jiti|@babel[\\/]register)[\\/]/;

/** Gives what compilers make of CommonJS modules its probes: met in `Module.prototype._compile`. */
export class CompiledModules {
  readonly #texts: Texts;
  readonly #loaded: LoadedTexts;
  #isHooked = false;

  constructor(texts: Texts, loaded: LoadedTexts) {
    this.#texts = texts;
    this.#loaded = loaded;
  }

  /** A file is loaded. Only with a compiler is there a wrapper of ours in the stacks, whose length is bounded. */
  loading(path: string): void {
    if (!this.#isHooked && COMPILERS.test(path)) this.hook();
  }

  /** A compiler may come. */
  hook(): void {
    const loader = moduleLoader();
    if (this.#isHooked || loader === undefined) return;
    this.#isHooked = true;
    const { prototype } = loader;
    const original = prototype._compile;
    const texts = this.#texts;
    const wrapper: Compile = function _compile(content, filename, format) {
      const isText = typeof content === 'string';
      const source = isText ? texts.replaced({ path: filename, source: content, kind: kindOf(format) }) : content;
      return Reflect.apply(original, this, [source, filename, format]);
    };
    this.#loaded.disguise(wrapper, original);
    Object.defineProperty(prototype, '_compile', {
      value: wrapper,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

/** True while Node itself makes modules of the files that it reads. */
export function isPlainLoader(): boolean {
  return moduleLoader()?._extensions['.js'] === PLAIN;
}

const PLAIN = moduleLoader()?._extensions['.js'];

/**
 * Gives the files that Node reads their probes where it has no hooks for them: in between, so that no frame is added. Node looks
 * up what loads a file just before it reads it; only until it has, there is a function of ours in the place of the one that reads.
 */
export function hookReadFiles(texts: Texts, compiled: CompiledModules, loaded: LoadedTexts): void {
  const handlers = moduleLoader()?._extensions;
  if (handlers === undefined) return;
  let current = handlers['.js'];
  Object.defineProperty(handlers, '.js', {
    configurable: true,
    enumerable: true,
    get() {
      if (current === PLAIN) {
        readNext(loaded, (path, source) => {
          compiled.loading(path);
          return texts.replaced({ path, source, kind: 'commonjs' });
        });
      }
      return current;
    },
    set(value: Handler) {
      current = value;
      compiled.hook();
    },
  });
}

/** Has the text of the file that is read next replaced, if it is a module. */
function readNext(loaded: LoadedTexts, replaced: (path: string, source: string) => string): void {
  const slot = Object.getOwnPropertyDescriptor(fs, 'readFileSync');
  const original: unknown = slot?.value;
  if (typeof original !== 'function' || !slot?.configurable || loaded.isOurs(original)) return;
  let isNext = true;
  const read = (...request: unknown[]): unknown => {
    if (Object.getOwnPropertyDescriptor(fs, 'readFileSync')?.value === read) {
      Object.defineProperty(fs, 'readFileSync', slot);
    }
    const content: unknown = Reflect.apply(original, fs, request);
    const isModule = isNext;
    isNext = false;
    const [path, how] = request;
    if (!isModule || typeof content !== 'string' || typeof path !== 'string' || how !== 'utf8') return content;
    return path.endsWith('.json') ? content : replaced(path, content);
  };
  loaded.disguise(read, original);
  Object.defineProperty(fs, 'readFileSync', { ...slot, value: read });
}

function moduleLoader(): Loader | undefined {
  const loader: unknown = Module;
  return isLoader(loader) ? loader : undefined;
}

function kindOf(format: string | undefined): 'commonjs' | 'module' {
  return format === 'module' ? 'module' : 'commonjs';
}

function isLoader(value: unknown): value is Loader {
  return typeof value === 'function' && '_extensions' in value && 'prototype' in value;
}
