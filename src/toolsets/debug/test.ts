import * as z from 'zod/v4';
import { DEFAULT_TEST_TIMEOUT_MS, runTests } from '../../investigate/test-run/run-tests.ts';
import { renderTestReport } from '../../render/test-report.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { defineTool } from '../tool.ts';
import { type Context, timeoutArgument } from './common.ts';
import { launchArguments, launchRequest, shellNote } from './launch-arguments.ts';

const LIMITS = { depth: 0, maxChildren: 40, maxTextLength: 200 };
/** Enough for the end of a run, of which the answer shows less. */
const MAX_OUTPUT_CHARS = 20_000;

export const debugTest = defineTool({
  name: 'debug_test',
  title: 'Run tests',
  description:
    'One-shot: run a test command (jest, vitest, mocha, node --test, pytest) and report each failure with its source line and local variables.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...launchArguments,
    timeoutMs: timeoutArgument.describe(`Default ${DEFAULT_TEST_TIMEOUT_MS}`),
  }),
  async handler(args, context: Context) {
    const { engine, signal } = context;
    const launch = launchRequest(args, engine.cwd, false);
    context.progress(`running ${args.program}`);
    const report = await runTests(
      engine,
      { launch, language: args.language, limits: LIMITS },
      { timeoutMs: args.timeoutMs, signal, maxOutputChars: MAX_OUTPUT_CHARS },
    );
    const program = [args.program, ...launch.args].join(' ');
    const text = renderTestReport(report, { cwd: launch.cwd, program, actions: DEBUG_ACTIONS });
    return { text: [text, ...shellNote(launch)].join('\n') };
  },
});
