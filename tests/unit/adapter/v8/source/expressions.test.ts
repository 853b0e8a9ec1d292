import { describe, expect, it } from 'vitest';
import { expressionError, isSingleExpression } from '../../../../../src/adapter/v8/source/expressions.ts';

describe('expressionError', () => {
  it.each([
    'i === 3',
    '(a)',
    'a, b',
    ' x ',
    'this.#p',
    '{}',
    'super.x',
    'a.await',
    'a // note',
    '`\u0024{a}`',
    'a?.b ?? c',
    '() => { x() }',
  ])('accepts %s', (text) => expect(expressionError(text)).toBeUndefined());

  it.each([
    ['', 'It is empty.'],
    ['i ==', 'Unexpected token at column 5.'],
    ['i = = 3', 'Unexpected token at column 5.'],
    ['a; b', 'Unexpected "; b" at column 2.'],
    ['a) && (b', 'Unexpected ") && (b" at column 2.'],
    ['if (a) b', 'Unexpected token at column 1.'],
    ['await x', 'Unexpected "x" at column 7.'],
    ['await (x)', 'It cannot await.'],
    ['a\n+', 'Unexpected token at line 2, column 2.'],
    ['"abc', 'Unterminated string constant at column 1.'],
  ])('says what is wrong with %j', (text, message) => expect(expressionError(text)).toBe(message));
});

describe('isSingleExpression', () => {
  it.each(['a', '{ a: 1 }', 'a, b', '(function f() {})', '() => 1', 'functionName()', 'classes.a'])(
    'true: %s',
    (text) => expect(isSingleExpression(text)).toBe(true),
  );
  it.each([
    'await x',
    'await (x)',
    'a; b',
    'let a = 1',
    'a // c',
    'function f() {}',
    'class A {}',
    'async function f() {}',
    '',
  ])('false: %s', (text) => expect(isSingleExpression(text)).toBe(false));
});
