import Module from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { copied, program } from '../agent/program.ts';
import type { TextKind } from '../code/program.ts';
import { RECORDER } from '../code/table.ts';
import { replace } from './endings.ts';
import type { LoadedTexts } from './loaded-texts.ts';
import type { Texts } from './texts.ts';
import { withVitestMap } from './vitest-maps.ts';

/**
 * Gives the texts that test runners run through `node:vm` their probes, and has the recorder found in the contexts that
 * they make.
 */
export function hookContexts(texts: Texts, loaded: LoadedTexts): void {
  const changed = (given: unknown[], at: number, kind: TextKind): unknown[] => {
    const [source] = given;
    const path = pathIn(given[at]);
    if (typeof source === 'string' && path !== undefined) given[0] = texts.replaced({ path, source, kind });
    return given;
  };
  hook('Script', loaded, (given) => changed(given, 1, 'script'));
  hook('SourceTextModule', loaded, (given) => changed(given, 1, 'module'));
  hook('compileFunction', loaded, (given) => changed(given, 2, 'commonjs'));
  hook('runInThisContext', loaded, (given) => {
    const [source] = given;
    const path = pathIn(given[1]);
    if (typeof source === 'string' && path !== undefined) given[0] = withVitestMap(source, path);
    return changed(given, 1, 'script');
  });
  const recorder: unknown = Reflect.get(program, RECORDER);
  hook(
    'createContext',
    loaded,
    (given) => given,
    (made) => {
      if (typeof made === 'object' && made !== null) define(made, recorder);
      return made;
    },
  );
  const inNew = (given: unknown[], at: number): unknown[] => {
    const context = given[at] ?? Object.create(objectPrototype);
    if (typeof context === 'object') given[at] = vm.createContext(context);
    return given;
  };
  hook('runInContext', loaded, (given) => changed(given, 2, 'script'));
  hook('runInNewContext', loaded, (given) => inNew(changed(given, 2, 'script'), 1));
  replace(vm.Script.prototype, 'runInNewContext', loaded, (original, self, given) =>
    Reflect.apply(original, self, inNew(given, 0)),
  );
  Module.syncBuiltinESMExports();
}

const { prototype: objectPrototype } = program.Object;

function define(context: object, recorder: unknown): void {
  try {
    Object.defineProperty(context, RECORDER, { value: recorder, configurable: true });
  } catch {
    // A frozen object: what runs in it cannot be traced, and finds no recorder. It is not given probes then.
  }
}

/** Has a function or class of `node:vm` be called with other arguments. */
function hook(
  name: string,
  loaded: LoadedTexts,
  change: (given: unknown[]) => unknown[],
  see: (made: unknown) => unknown = (made) => made,
): void {
  const original: unknown = Reflect.get(vm, name);
  if (typeof original !== 'function') return;
  const ours = new Proxy(original, {
    apply: (target, self, given) => see(Reflect.apply(target, self, change(copied(given)))),
    construct: (target, given, made) => Reflect.construct(target, change(copied(given)), made),
  });
  loaded.disguise(ours, original);
  Reflect.set(vm, name, ours);
}

/** The file that a text is said to come from: `filename`, or a string in its place; `identifier` of a module. */
function pathIn(options: unknown): string | undefined {
  const names = typeof options === 'object' && options !== null ? options : { filename: options };
  const name: unknown = Reflect.get(names, 'filename') ?? Reflect.get(names, 'identifier');
  if (typeof name !== 'string') return undefined;
  if (name.startsWith('file:')) return fileURLToPath(name);
  return name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name) ? name.replace(/[?#].*$/, '') : undefined;
}
