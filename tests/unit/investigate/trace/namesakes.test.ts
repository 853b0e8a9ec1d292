import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { namesakesOf, namesLike } from '../../../../src/investigate/trace/namesakes.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const cwd = temporaryFolder('mcp-namesakes-');
const program = join(cwd, 'app.js');
writeFileSync(
  program,
  ['class Log {', '  write(x) {', '  }', '}', 'class Audit {', '  write(x) {', '  }', '}', 'function only() {}'].join(
    '\n',
  ),
);

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const named = (name: string) => ({ kind: 'function', name }) as const;

test('a name that several functions have is said with all of them', () => {
  const places = [named('write'), named('write'), named('only'), { kind: 'line', path: program, line: 2 } as const];
  const written = [2, 6].map((line) => ({ name: 'write', path: program, line }));
  expect(namesakesOf(places, { cwd, program })).toEqual([{ name: 'write', written }]);
});

test('a name with its class means one', () => {
  expect(namesakesOf([named('Log.write')], { cwd, program })).toEqual([]);
});

test('names are like one that no function has, or none of its class', () => {
  const lines = (name: string) => namesLike(name, { cwd, program }).map((each) => `${each.name}:${each.line}`);
  expect(lines('onyl')).toEqual(['only:9']);
  expect(lines('only')).toEqual([]);
  expect(lines('Log.write')).toEqual([]);
  expect(lines('Lag.write')).toEqual(['write:2', 'write:6']);
  expect(lines('elsewhere')).toEqual([]);
});
