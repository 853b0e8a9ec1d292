import { describe, expect, test } from 'vitest';
import { evaluatingHint, valueHint } from '../../../../../../../src/adapter/node/trace/in-debuggee/code/hints.ts';
import { ProgramText } from '../../../../../../../src/adapter/node/trace/in-debuggee/code/program.ts';

function hint(source: string, name: string): string | undefined {
  return valueHint({ text: new ProgramText(source, 'module') }, { kind: 'function', name });
}

describe('why a function is not found', () => {
  test.each([
    ['const total = sum.bind(null);', 'total', 'sum.bind(null)'],
    ['\nconst o = { total: debounce(sum, 10) };', 'o.total()', 'debounce(sum, 10)'],
    ['class Cart { total = memo(sum) }', 'Cart.total', 'memo(sum)'],
    ['Cart.prototype.total = Base.total;', 'Cart.total', 'Base.total'],
  ])('%s', (source, name, made) => {
    expect(hint(source, name)).toContain(`is no function with code of its own but ${made}: ask for what that calls.`);
  });

  test.each(['const total = 0;', 'const total = () => 1;', 'let total; total += sum();', 'f(total)'])(
    '%s says nothing',
    (source) => {
      expect(hint(source, 'total')).toBeUndefined();
    },
  );

  test.each([
    ['eval("1")', true],
    ['x = new Function("a", "return a")', true],
    ['const f = Function (text)', true],
    ['evaluate(1); retrieval(2); new FunctionTable()', false],
  ])('%s evaluates texts: %s', (source, does) => {
    expect(evaluatingHint('/a/b.js', source) !== undefined).toBe(does);
  });
});
