import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isGoProgram, planGoCommand } from '../../../../../src/adapter/languages/go/go-command.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const folder = temporaryFolder('go-command-');
afterAll(() => rmSync(folder, { recursive: true }));

const MAIN = 'package main\n\nfunc main() {}\n';
const files: Readonly<Record<string, string>> = {
  'app/go.mod': 'module app\n',
  'app/main.go': MAIN,
  'app/more.go': 'package main\n\nfunc more() {}\n',
  'app/ignored.go': `//go:build ignore\n\n${MAIN}`,
  'app/shop/shop.go': 'package shop\n',
  'app/shop/shop_test.go': 'package shop\n',
  'scripts/one.go': MAIN,
  'scripts/two.go': MAIN,
  'loose/main.go': MAIN,
  'loose/more.go': 'package main\n',
  'empty/readme.md': '',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function planned(program: string, args: readonly string[] = []) {
  const {
    kind,
    target,
    buildFolder,
    flags,
    args: given,
  } = planGoCommand({
    ...{ program, args, cwd: folder, env: {}, stopOnEntry: false },
  });
  const where = buildFolder.slice(folder.length + 1);
  return [kind, where, [...flags, ...target].join(' '), given.join(' ')].join(' | ');
}

describe('what is built for a program', () => {
  test.each([
    ['app/main.go', ['x'], 'run | app | . | x'],
    ['app', [], 'run | app | . | '],
    ['app/ignored.go', [], 'run | app | ignored.go | '],
    ['scripts/one.go', [], 'run | scripts | one.go | '],
    ['loose/main.go', [], 'run | loose | main.go more.go | '],
    ['app/shop/shop_test.go', ['-run', 'TestA'], 'test | app/shop | . | -test.run=TestA'],
    ['go run ./app x -v', [], 'run |  | ./app | x -v'],
    ['go run -tags dev app/main.go app/more.go x', ['y'], 'run |  | -tags dev app/main.go app/more.go | x y'],
    ['go test ./app/shop -run TestA', [], 'test |  | ./app/shop | -test.run=TestA'],
    ['go test', ['-v'], 'test |  | . | -test.v=true'],
  ])('%s %j', (program, args, plan) => {
    expect(planned(program, args)).toBe(plan);
  });

  test.each([
    ['missing.go', 'source_not_found'],
    ['go run missing.go', 'source_not_found'],
    ['go run -race', 'invalid_argument'],
    ['go test ./...', 'invalid_argument'],
    ['go test ./a ./b', 'invalid_argument'],
    ['app/shop', 'launch_failed'],
    ['app/shop/shop.go', 'launch_failed'],
    ['empty', 'launch_failed'],
  ])('%s is refused', (program, code) => {
    expect(() => planned(program)).toThrow(expect.objectContaining({ code }));
  });
});

test.each([
  ['app/main.go', true],
  ['app', true],
  ['.', false],
  ['empty', false],
  ['go run .', true],
  ['/usr/bin/go test ./...', true],
  ['go build .', false],
  ['missing.go', true],
  ['app/go.mod', false],
  ['node app.js', false],
  ['go run . | tee log', false],
])('%s is Go\u2019s: %s', (program, isGo) => {
  expect(isGoProgram({ program, cwd: folder, env: {} })).toBe(isGo);
});
