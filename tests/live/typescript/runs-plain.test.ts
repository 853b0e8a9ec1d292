import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM_OUTPUT } from '../../support/run-modes/program.ts';
import { launchRequestOf } from '../../support/run-modes/run-mode.ts';
import { nodesOf, prepareMode, RUN_MODES } from '../../support/run-modes.ts';

const RUN_TIMEOUT_MS = 60_000;

/** Without a debugger: a mode that does not run proves nothing about debugging it. */
describe.for(RUN_MODES.map((mode) => [mode.name, mode] as const))('%s', ([, mode]) => {
  let prepared: Awaited<ReturnType<typeof prepareMode>>;
  beforeAll(async () => {
    prepared = await prepareMode(mode);
  }, RUN_TIMEOUT_MS);
  afterAll(() => prepared?.remove());

  test.each(nodesOf(mode))('runs on Node $major', { timeout: RUN_TIMEOUT_MS }, async (node) => {
    const { program, args, cwd, env, runtimeArgs = [] } = launchRequestOf(prepared, node);
    const isScript = /\.[cm]?[jt]s$/.test(program);
    const command = isScript ? [node.path, ...runtimeArgs, program] : [program];
    const { stdout, stderr } = await promisify(execFile)(command[0] ?? '', [...command.slice(1), ...args], {
      cwd,
      env: { ...process.env, ...env },
      timeout: RUN_TIMEOUT_MS,
    });
    // jest writes everything to stderr.
    expect(stdout + stderr).toContain(PROGRAM_OUTPUT);
  });
});
