import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { DebugError } from '../../../src/model/debug-error.ts';
import { assertLineSays, lineOfStatement } from '../../../src/session/statement-address.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('statement-address-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(...lines: string[]): string {
  files += 1;
  const path = join(folder, `file-${files}.js`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

function failureOf(action: () => unknown): DebugError {
  try {
    action();
  } catch (error) {
    if (error instanceof DebugError) return error;
  }
  throw new Error('no DebugError was thrown');
}

const CART = [
  'function total(items) {',
  '  let sum = 0;',
  '  for (const item of items) {',
  '    sum += item.price; // sum += item.price',
  '  }',
  '  const rest = call(',
  '    sum,',
  '    items.length,',
  '  );',
  '  total.last = sum;',
  '  sum = round(sum);',
  '  if (sum > 10) sum = 10;',
  '  sum = round(sum);',
  '  return sum;',
  '}',
];

describe('lineOfStatement', () => {
  const path = file(...CART);
  const line = (statement: string, nearLine?: number) => lineOfStatement({ path, statement, nearLine });

  test.each([
    ['let sum = 0', 2],
    ['let sum=0;', 2],
    ['  return   sum;', 14],
    ['for (const item of items) {', 3],
    ['sum += item.price', 4],
    ['call(sum, items.length,)', 6],
    ['sum = 10', 12],
    ['total.last = sum', 10],
  ])('finds %j on line %i', (statement, expected) => expect(line(statement)).toBe(expected));

  test('the nearest of several is meant', () => {
    expect(line('sum = round(sum)', 10)).toBe(11);
    expect(line('sum = round(sum)', 20)).toBe(13);
  });

  test('several matches without a hint, or two as near, are refused with their lines', () => {
    for (const nearLine of [undefined, 12]) {
      const error = failureOf(() => line('sum = round(sum);', nearLine));
      expect(error.code).toBe('invalid_argument');
      expect(error.details).toMatchObject({ argument: 'nearLine', lines: [11, 13] });
      expect(error.advice).toContain('  11: sum = round(sum);\n  13: sum = round(sum);');
    }
  });

  test('a part of a word is no match, and what is most alike is shown', () => {
    const error = failureOf(() => line('last = su'));
    expect(error.message).toContain('"last = su" is not in file-');
    expect(failureOf(() => line('let sum = 1')).advice).toContain('2: let sum = 0;');
  });

  test('a file that is not there is said to be so', () => {
    const missing = () => lineOfStatement({ path: join(folder, 'nowhere.js'), statement: 'x' });
    expect(failureOf(missing).code).toBe('source_not_found');
    expect(failureOf(() => lineOfStatement({ path: folder, statement: 'x' })).message).toContain('is not a file');
  });

  test('a statement of its own text is found on its line, however its white space is written', () => {
    const name = fc.stringMatching(/^[a-z]{3,8}$/);
    const statement = fc.tuple(name, name, fc.nat(999)).map(([a, b, n]) => [`${a}`, '=', `${b}`, '+', `${n}`]);
    const spaces = fc.array(fc.constantFrom('', ' ', '\t', '  '), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 20 }), fc.nat(), spaces, (lines, pick, gaps) => {
        const written = lines.map((parts) => `  ${parts.join(' ')};`);
        const index = pick % lines.length;
        const wanted = (lines[index] ?? []).map((part, at) => `${part}${gaps[at] ?? ''}`).join('');
        const target = { path: file(...written), statement: wanted, nearLine: index + 1 };
        expect(lineOfStatement(target)).toBe(index + 1);
      }),
      { numRuns: 100 },
    );
  });
});

describe('assertLineSays', () => {
  const path = file(...CART);

  test.each(['let sum = 0;', 'sum = 0', '  let  sum=0'])('accepts %j for line 2', (expected) => {
    expect(() => assertLineSays(path, 2, expected)).not.toThrow();
  });

  test('refuses another text with what the line says, and where that text is', () => {
    const error = failureOf(() => assertLineSays(path, 2, 'sum = round(sum)'));
    expect(error.message).toContain('says "let sum = 0;", not "sum = round(sum)"');
    expect(error.advice).toContain('That text is on line 11, 13.');
    expect(failureOf(() => assertLineSays(path, 2, 'nothing like it')).advice).toContain('nowhere in the file');
  });

  test('leaves a line past the end to the debugger', () => {
    expect(() => assertLineSays(path, 99, 'x')).not.toThrow();
  });
});
