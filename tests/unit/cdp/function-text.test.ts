import vm from 'node:vm';
import { expect, it } from 'vitest';
import { callBundled, callText, functionText, verbatim } from '../../../src/cdp/function-text.ts';

it('calls a function with values and with expressions', () => {
  const join = (a: string, b: readonly number[], c: unknown) => `${a} ${b.length} ${c}`;
  expect(vm.runInNewContext(callText(join, 'a "b"\n', [1, 2], verbatim('1 + 1')), {})).toBe('a "b"\n 2 2');
  expect(vm.runInNewContext(callText(join, verbatim('`x`'), [], undefined), {})).toBe('x 0 undefined');
});

it('calls a function that was bundled', () => {
  const text = '(() => { const square = (n) => n * n; return (n) => square(square(n)); })()';
  expect(vm.runInNewContext(callBundled<(n: number) => number>(text, 3), {})).toBe(81);
  expect(vm.runInNewContext(callBundled<(n: number) => number>(text, verbatim('1 + 1')), {})).toBe(16);
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
