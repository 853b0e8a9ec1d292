import vm from 'node:vm';
import { expect, it } from 'vitest';
import { callText, functionArgument, functionText, verbatim } from '../../../src/cdp/function-text.ts';

it('calls a function with values and with expressions', () => {
  const join = (a: string, b: readonly number[], c: unknown) => `${a} ${b.length} ${c}`;
  expect(vm.runInNewContext(callText(join, 'a "b"\n', [1, 2], verbatim('1 + 1')), {})).toBe('a "b"\n 2 2');
  expect(vm.runInNewContext(callText(join, verbatim('`x`'), [], undefined), {})).toBe('x 0 undefined');
});

it('hands one function to another', () => {
  const twice = (run: (n: number) => number) => run(run(3));
  const square = (n: number) => n * n;
  expect(vm.runInNewContext(callText(twice, functionArgument(square)), {})).toBe(81);
});

it('is an expression that a method can be made of', () => {
  const text = functionText(function (this: { readonly n: number }) {
    return this.n;
  });
  expect(vm.runInNewContext(`({ n: 4, read: ${text} }).read()`, {})).toBe(4);
});

it('brings the helper along with which loaders keep names', () => {
  const loaded: () => unknown = vm.runInNewContext('(() => { const f = __name(() => 5, "f"); return f(); })', {});
  expect(vm.runInNewContext(`${functionText(loaded)}()`, {})).toBe(5);
});
