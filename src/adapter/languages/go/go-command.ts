import { basename, dirname, extname, join, resolve } from 'node:path';
import { missingProgram } from '../../../files/missing-program.ts';
import { readText, statOf } from '../../../files/read-file.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { splitCommandLine } from '../../commands/command-line.ts';
import { shellLineOf } from '../../commands/shell-line.ts';
import type { LaunchRequest } from '../../debug-adapter.ts';
import type { ProgramPlace } from '../../language.ts';
import { isGoBinary } from './go-binary.ts';
import { goFilesOf, isMainPackage, packageTarget } from './go-package.ts';
import { testArguments } from './test-arguments.ts';

/** A program to build, and the arguments of its run. */
export interface GoCommand {
  /** `binary`: it is built already. */
  readonly kind: 'run' | 'test' | 'binary';
  /** A package or files, as the go command takes them. */
  readonly target: readonly string[];
  /** The folder in which the go command runs; absolute. */
  readonly buildFolder: string;
  /** Flags of the build: `-tags=dev`. */
  readonly flags: readonly string[];
  readonly args: readonly string[];
  /** The program's name in messages. */
  readonly label: string;
}

/** Flags of `go build` that take the word behind them. */
const FLAGS_WITH_VALUE = /^--?(tags|ldflags|gcflags|asmflags|mod|modfile|overlay|p|pgo|exec|C|race-dir|buildvcs)$/;
const GO_NAME = /^go(\d[\d.]*)?(\.exe)?$/;

/** True if a program is Go's: a file or a folder of Go, or a command that runs one. */
export function isGoProgram({ program, cwd }: ProgramPlace): boolean {
  if (shellLineOf({ program, args: [], cwd })) return false;
  const path = resolve(cwd, program);
  const stat = statOf(path);
  if (stat?.isDirectory()) return goFilesOf(path).length > 0;
  if (stat?.isFile()) return extname(path) === '.go' || isGoBinary(path);
  const [name = '', verb] = splitCommandLine(program);
  if (GO_NAME.test(basename(name))) return verb === 'run' || verb === 'test';
  return extname(program) === '.go';
}

/**
 * Works out what to build: a file with the package that it belongs to, a folder, `go run …` or `go test …`.
 *
 * @throws DebugError `source_not_found`, `invalid_argument`
 */
export function planGoCommand(request: LaunchRequest): GoCommand {
  const { program, cwd, args, runtimeArgs = [] } = request;
  const path = resolve(cwd, program);
  const stat = statOf(path);
  const words = stat === undefined ? [...splitCommandLine(program), ...args] : [];
  const [name = '', verb, ...rest] = words;
  if (GO_NAME.test(basename(name)) && (verb === 'run' || verb === 'test')) {
    const { flags, others } = flagsAndRest(rest, verb);
    return verb === 'run' ? planRun(request, [...runtimeArgs, ...flags], others) : planTest(request, rest);
  }
  if (stat === undefined) throw missingProgram({ program, cwd });
  const label = basename(path);
  if (stat.isDirectory()) {
    const files = goFilesOf(path);
    if (files.length === 0) throw notAPackage(program);
    if (!files.some((name) => isMainPackage(readText(join(path, name)) ?? ''))) throw notMain(program);
    return { kind: 'run', target: ['.'], buildFolder: path, flags: runtimeArgs, args, label };
  }
  const buildFolder = dirname(path);
  if (isGoBinary(path)) return { kind: 'binary', target: [path], buildFolder, flags: [], args, label };
  if (path.endsWith('_test.go')) {
    const planned = testArguments(args);
    return { kind: 'test', target: ['.'], buildFolder, flags: runtimeArgs, args: planned.args, label };
  }
  if (!isMainPackage(readText(path) ?? '')) throw notMain(program);
  return { kind: 'run', target: packageTarget(path), buildFolder, flags: runtimeArgs, args, label };
}

function planRun({ cwd, program }: LaunchRequest, flags: readonly string[], others: readonly string[]): GoCommand {
  const isFile = (word: string) => word.endsWith('.go');
  const count = isFile(others[0] ?? '') ? others.findIndex((word) => !isFile(word)) : 1;
  const target = others.slice(0, count < 0 ? undefined : count);
  if (target.length === 0) throw nothingToRun(program);
  const args = count < 0 ? [] : others.slice(count);
  const missing = target.find((each) => isFile(each) && statOf(resolve(cwd, each)) === undefined);
  if (missing !== undefined) throw missingProgram({ program: missing, cwd });
  return { kind: 'run', target, buildFolder: cwd, flags, args, label: ['go run', ...target].join(' ') };
}

function planTest({ cwd, runtimeArgs = [] }: LaunchRequest, words: readonly string[]): GoCommand {
  const { packages, flags, args } = testArguments(words);
  const [target = '.', ...more] = packages;
  if (more.length > 0 || target.includes('...')) throw severalPackages(packages);
  const files = packages.length > 0 ? packages : [target];
  return {
    kind: 'test',
    target: files,
    buildFolder: cwd,
    flags: [...runtimeArgs, ...flags],
    args,
    label: `go test ${target}`,
  };
}

/** Flags in front of what is run, and the words from there on. */
function flagsAndRest(words: readonly string[], verb: 'run' | 'test') {
  let index = 0;
  while (verb === 'run' && words[index]?.startsWith('-')) index += FLAGS_WITH_VALUE.test(words[index] ?? '') ? 2 : 1;
  return { flags: words.slice(0, index), others: words.slice(index) };
}

function notAPackage(program: string): DebugError {
  return new DebugError('launch_failed', `"${program}" is a folder without Go files.`, {
    advice: 'Give the folder of a main package, or one of its files.',
    details: { program },
  });
}

function notMain(program: string): DebugError {
  return new DebugError('launch_failed', `${program} is not of package main: it is a library.`, {
    advice: 'Give a file or the folder of a main package, or "go test ./folder" to debug its tests.',
    details: { program },
  });
}

function nothingToRun(program: string): DebugError {
  return new DebugError('invalid_argument', `"${program}" names no package to run.`, {
    advice: 'Name it: go run ., go run ./cmd/shop, go run main.go.',
    details: { argument: 'program' },
  });
}

function severalPackages(packages: readonly string[]): DebugError {
  return new DebugError(
    'invalid_argument',
    `${packages.join(' ')} may be several packages, each a program of its own.`,
    {
      advice: 'Name one package: go test ./shop -run TestTotal.',
      details: { argument: 'program' },
    },
  );
}
