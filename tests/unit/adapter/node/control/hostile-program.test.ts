import vm from 'node:vm';
import { expect, it } from 'vitest';
import { withoutInspectFlags } from '../../../../../src/adapter/node/control/in-debuggee/without-inspect-flags.ts';
import { callText } from '../../../../../src/cdp/function-text.ts';

/** A process before its start, as it waits for a debugger, and as Node then fills it in. */
function filledIn(flags: readonly string[] | undefined, text = callText(withoutInspectFlags)) {
  const process: { execArgv?: unknown } = flags === undefined ? {} : { execArgv: flags };
  const context = vm.createContext({ process });
  vm.runInContext(text, context);
  if (flags === undefined)
    vm.runInContext(`process.execArgv = ['--inspect-brk=0', '--inspect', '--inspector', '-r', 'x']`, context);
  // The program begins here.
  vm.runInContext(
    `for (const name of Reflect.ownKeys(Array.prototype)) {
    if (name !== 'length' && name !== Symbol.unscopables) Array.prototype[name] = () => { throw new Error('patched'); };
  }
  RegExp.prototype.test = RegExp.prototype.exec = () => { throw new Error('patched'); };`,
    context,
  );
  return Object.getOwnPropertyDescriptor(process, 'execArgv');
}

it('leaves the program with plain flags, so that nothing of ours runs in it', () => {
  expect(filledIn(undefined)).toEqual({
    value: ['--inspector', '-r', 'x'],
    ...{ configurable: true, enumerable: true, writable: true },
  });
});

it('leaves flags as they are that Node has filled in already', () => {
  expect(filledIn(['--inspect-brk=0'])?.value).toEqual(['--inspect-brk=0']);
});
