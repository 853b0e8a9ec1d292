import { join } from 'node:path';
import { nodeOptions } from '../../../adapter/commands/node-options.ts';
import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';
import { readText } from '../../../files/read-file.ts';
import { runnerFile } from '../runner-files.ts';
import type { TestRunner } from './runner.ts';

const MAX_PACKAGE_BYTES = 10_000_000;

/** The expression that `node-test-context.cjs` answers in a process of tests. */
export const CURRENT_NODE_TEST = "globalThis[Symbol.for('mcp-debugger.test')]?.()";

/**
 * Node's own runner: `node --test`, and files that use node:test.
 *
 * Node takes reporters from NODE_OPTIONS, too, and wants as many destinations as reporters. One that is named on the command line
 * comes behind ours.
 */
export const nodeTest: TestRunner = {
  id: 'node-test',
  commands: ['node'],
  currentTest: CURRENT_NODE_TEST,
  linesBy: 'tracer',
  makesTests: true,
  environment: (launch, env) => {
    const words = commandText(launch);
    const ours = [`--test-reporter=${runnerFile('node-test-reporter.mjs')}`, '--test-reporter-destination=stdout'];
    const isChosen = words.includes('--test-reporter=') || words.includes('--test-reporter ');
    if (!isChosen) return nodeOptions(env, ['--test-reporter=spec', '--test-reporter-destination=stdout', ...ours]);
    const isDirected = words.includes('--test-reporter-destination');
    return nodeOptions(env, isDirected ? ours : [...ours, '--test-reporter-destination=stdout']);
  },
};

/** The command as it was given, and the scripts of the package that it may stand for. */
function commandText({ program, args, cwd, env }: LaunchRequest): string {
  return [program, ...args, env.NODE_OPTIONS ?? process.env.NODE_OPTIONS ?? '', packageText(cwd)].join(' ');
}

function packageText(cwd: string): string {
  return readText(join(cwd, 'package.json'), MAX_PACKAGE_BYTES) ?? '';
}
