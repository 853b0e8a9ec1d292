import vm from 'node:vm';
import { expect, it } from 'vitest';
import { setFlag } from '../../../../../src/adapter/v8/scripts/in-debuggee/set-flag.ts';
import { callText } from '../../../../../src/cdp/function-text.ts';

const TEXT = callText(setFlag, '--some-flag');

it('hands the flag to V8', () => {
  const flags: string[] = [];
  const process = { getBuiltinModule: () => ({ setFlagsFromString: (flag: string) => flags.push(flag) }) };
  vm.runInNewContext(TEXT, { process });
  expect(flags).toEqual(['--some-flag']);
});

it.each([
  ['has no process', ''],
  ['hides the modules of Node', 'process = {};'],
  ['throws in their place', "process = { getBuiltinModule() { throw new Error('no'); } };"],
  ['gives something else', 'process = { getBuiltinModule: () => null };'],
])('throws nothing into a program that %s', (_what, setup) => {
  expect(vm.runInNewContext(`${setup} ${TEXT}; 'went on'`, {})).toBe('went on');
});
