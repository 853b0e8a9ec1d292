'use strict';
// As they were when the process began: the program may patch its own.
const { apply } = Reflect;
const { captureStackTrace } = Error;

/**
 * The number of paths that are remembered; the oldest ones are dropped. A program that reads more files than this is not one of
 * modules only.
 */
const MAX_SEEN = 20_000;
/** Below everything that loads modules, or reads what is compiled: each takes a path first. */
const FUNCTIONS = ['lstat', 'open', 'openFileHandle', 'readFileUtf8'];

/**
 * Reports files before they are loaded: Node looks each module up (lstat) before it compiles it, CommonJS or not, in every version.
 * Hooks for modules would show up in stacks and in `require('module')`; below `fs`, nothing of the program looks.
 *
 * @param {(path: string) => void} onPath Called before the file is looked at or read. What it throws is lost.
 */
module.exports = function watchLoading(onPath) {
  const binding = fsBinding();
  const seen = new Set();
  const originals = new Map();
  let isOurs = false;
  for (const name of FUNCTIONS) {
    const original = binding[name];
    if (typeof original === 'function') watch(name, original);
  }
  return {
    seen: () => [...seen],
    end() {
      for (const [name, { original, hook }] of originals) if (binding[name] === hook) binding[name] = original;
      seen.clear();
    },
  };

  function watch(name, original) {
    const hook = {
      [name](...given) {
        if (typeof given[0] === 'string' && !isOurs) note(given[0]);
        try {
          return apply(original, this, given);
        } catch (error) {
          // The program may show the stack: without the frame of this function.
          withoutFrame(error, hook);
          throw error;
        }
      },
    }[name];
    Object.defineProperty(hook, 'length', { value: original.length, configurable: true });
    originals.set(name, { original, hook });
    binding[name] = hook;
  }

  function note(path) {
    // What is read on account of this one is our own.
    isOurs = true;
    try {
      if (seen.size >= MAX_SEEN) seen.delete(seen.values().next().value);
      seen.add(path);
      onPath(path);
    } catch {
      // Undebugged, but undisturbed.
    } finally {
      isOurs = false;
    }
  }
};

function withoutFrame(error, hook) {
  try {
    if (Object.isExtensible(error)) captureStackTrace(error, hook);
  } catch {
    // The stack stays as it is.
  }
}

function fsBinding() {
  const noDeprecation = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
  process.noDeprecation = true;
  try {
    return process.binding('fs');
  } finally {
    if (noDeprecation) Object.defineProperty(process, 'noDeprecation', noDeprecation);
    else delete process.noDeprecation;
  }
}
