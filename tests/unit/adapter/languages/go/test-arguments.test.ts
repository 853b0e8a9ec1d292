import { expect, test } from 'vitest';
import { testArguments } from '../../../../../src/adapter/languages/go/test-arguments.ts';

test.each([
  ['', { packages: [], flags: [], args: [] }],
  ['./shop -run TestTotal -v', { packages: ['./shop'], flags: [], args: ['-test.run=TestTotal', '-test.v=true'] }],
  ['-v -count=1 ./shop', { packages: ['./shop'], flags: [], args: ['-test.v=true', '-test.count=1'] }],
  ['-tags dev -race . -short', { packages: ['.'], flags: ['-tags', 'dev', '-race'], args: ['-test.short=true'] }],
  ['-json . -vet off -timeout 5s', { packages: ['.'], flags: [], args: ['-test.timeout=5s'] }],
  ['. -args -run x', { packages: ['.'], flags: [], args: ['-run', 'x'] }],
  ['-test.run=A/b ./a ./b', { packages: ['./a', './b'], flags: [], args: ['-test.run=A/b'] }],
])('go test %s', (line, sorted) => {
  expect(testArguments(line.split(' ').filter((word) => word !== ''))).toEqual(sorted);
});
