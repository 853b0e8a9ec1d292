import * as z from 'zod/v4';
import { takenPythonPath } from '../../adapter/commands/python-path.ts';
import { runTestsAndKeep } from '../../investigate/test-run/keep/keep-failure.ts';
import type { KeptSession, KeptTestRun } from '../../investigate/test-run/keep/kept-run.ts';
import { runTests } from '../../investigate/test-run/run-tests.ts';
import { DEFAULT_TEST_TIMEOUT_MS } from '../../investigate/test-run/test-run-request.ts';
import type { TestRunReport } from '../../model/tests/test-report.ts';
import type { TestSelection } from '../../model/tests/test-selection.ts';
import { renderKeptTest, renderNotKept } from '../../render/tests/kept-test.ts';
import { renderTestAnswer } from '../../render/tests/test-answer.ts';
import { ONE_SHOT_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { boolean, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, maskOf, outcomeText, timeoutArgument } from './common.ts';
import { launchNotes, launchRequest, runArguments } from './launch-arguments.ts';

const LIMITS = { depth: 0, maxChildren: 40, maxTextLength: 200 };
/** Enough for the end of a run, of which the answer shows less. */
const MAX_OUTPUT_CHARS = 20_000;

export const debugTest = defineTool({
  name: 'debug_test',
  title: 'Run tests',
  description:
    'One-shot: run a test command (any common runner of Node.js or Python) and report each failure with its source line and local variables.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...runArguments,
    test: optional(text()).describe('Part of full names'),
    file: optional(text()),
    keep: optional(boolean()).describe('Stay stopped at a failure'),
    why: optional(boolean()).describe('Default true'),
    timeoutMs: timeoutArgument.describe(`Default ${DEFAULT_TEST_TIMEOUT_MS}`),
  }),
  async handler(args, context: Context) {
    const { engine, signal } = context;
    const launch = launchRequest(args, engine);
    const selection = selectionOf(args, (path) => engine.resolvePath(path, launch.cwd));
    context.progress(`running ${args.program}`);
    const request = {
      launch,
      language: args.language,
      selection,
      limits: LIMITS,
      why: !args.keep && (args.why ?? true),
    };
    const options = { timeoutMs: args.timeoutMs, signal, maxOutputChars: MAX_OUTPUT_CHARS };
    const { report, kept, notKept }: KeptTestRun = args.keep
      ? await runTestsAndKeep(engine, request, options)
      : { report: await runTests(engine, request, options) };
    if (kept) return { text: [await keptText(report, kept, context), ...launchNotes(launch)].join('\n') };
    const program = [launch.program, ...launch.args].join(' ');
    const notes = [
      ...(notKept === undefined ? [] : [renderNotKept(notKept)]),
      ...(report.runners.length === 0 ? takenPythonPath(launch) : []),
      ...launchNotes(launch),
    ];
    const mask = maskOf(context);
    return { text: renderTestAnswer(report, { cwd: launch.cwd, program, actions: ONE_SHOT_ACTIONS, notes, mask }) };
  },
});

async function keptText(
  report: TestRunReport,
  { session, outcome, failed }: KeptSession,
  context: Context,
): Promise<string> {
  const head = renderKeptTest(report, { session: session.id, ...(failed ? { failed } : {}) });
  return `${head}\n${await outcomeText(session, outcome, context)}`;
}

/** @param check Refuses a file outside of the server's roots. */
function selectionOf(
  { test, file }: { readonly test?: string | undefined; readonly file?: string | undefined },
  check: (path: string) => unknown,
): TestSelection | undefined {
  if (test === undefined && file === undefined) return undefined;
  if (file !== undefined) check(file);
  return { kind: 'matching', test, file };
}
