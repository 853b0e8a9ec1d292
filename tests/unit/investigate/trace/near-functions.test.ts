import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nearFunctions } from '../../../../src/investigate/trace/near-functions.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder('mcp-near-');
mkdirSync(join(folder, 'node_modules'));
writeFileSync(join(folder, 'node_modules', 'dep.js'), 'function invoice() {}');
writeFileSync(
  join(folder, 'app.js'),
  [
    'function invoice(a) {}',
    'const priceOf = async (item) => 1;',
    'class Cart {',
    '  async addItem(item) {',
    '    if (item) return;',
    '  }',
    '}',
  ].join('\n'),
);
writeFileSync(join(folder, 'app.py'), 'class Cart:\n    def invoice(self):\n        pass\n');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const near = (name: string, program = 'app.js') =>
  nearFunctions(name, { folders: [folder], program: join(folder, program) }).map((each) => [each.name, each.line]);

test.each([
  ['invoce', [['invoice', 1]]],
  ['Cart.additem', [['addItem', 4]]],
  ['prcieOf', [['priceOf', 2]]],
  ['price', [['priceOf', 2]]],
  ['nothingLikeIt', []],
])('%s is like %o', (name, expected) => {
  expect(near(name)).toEqual(expected);
});

test('a program of the other language has its own functions', () => {
  expect(near('invoce', 'app.py')).toEqual([['invoice', 2]]);
});
