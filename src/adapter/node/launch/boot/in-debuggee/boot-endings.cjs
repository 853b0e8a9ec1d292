'use strict';
const { apply } = Reflect;
const { getOwnPropertyDescriptor, defineProperty } = Object;

/**
 * Reports an uncaught error that ends the process, from Node's own function for such errors: a listener of ours would be seen by
 * the program.
 *
 * @param {(text: string) => void} onDeath
 */
module.exports = function watchEndings(onDeath) {
  const slot = getOwnPropertyDescriptor(process, '_fatalException');
  if (typeof slot?.value !== 'function') return;
  const original = slot.value;
  const value = {
    _fatalException(...given) {
      const isHandled = apply(original, this, given);
      if (isHandled === false) {
        try {
          onDeath(textOf(given[0]));
        } catch {
          // There is nowhere to say it.
        }
      }
      return isHandled;
    },
  }._fatalException;
  defineProperty(process, '_fatalException', { ...slot, value });
};

/** Runs no code of the program. */
function textOf(error) {
  if (typeof error !== 'object' || error === null) return `${typeof error} ${String(error)}`;
  const stack = getOwnPropertyDescriptor(error, 'stack');
  if (typeof stack?.value === 'string') return stack.value;
  const stackOf = getOwnPropertyDescriptor(new Error(), 'stack')?.get;
  if (stackOf !== undefined && stack?.get === stackOf) return String(apply(stackOf, error, []));
  return 'an object';
}
