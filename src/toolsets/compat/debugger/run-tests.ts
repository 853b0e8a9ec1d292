import * as z from 'zod/v4';
import { runTests, testRunnerIds } from '../../../investigate/test-run/run-tests.ts';
import { DEFAULT_TEST_TIMEOUT_MS } from '../../../investigate/test-run/test-run-request.ts';
import type { TestError, TestFailure, TestFrame, TestRunReport } from '../../../model/tests/test-report.ts';
import type { Variable } from '../../../model/variable.ts';
import { asFields, jsonValue } from '../../../render/json-value.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { optional, text } from '../../schema.ts';
import type { Fields } from './answer.ts';
import { location, output, timeout } from './common.ts';
import { debuggerTool } from './debugger-tool.ts';
import { commandArguments, commandRequest } from './sessions.ts';
import { variable } from './value-schema.ts';

/** Limits of a variable's text at the place where a test failed. */
const LIMITS = { depth: 1, maxChildren: 50, maxTextLength: 500 };

const testFrame = location.extend({ function: z.string() });
const testError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string().describe('Whole, as the runner printed it'),
  frames: z.array(testFrame).describe('Those of the program and its tests'),
});
const failureSchema = z.object({
  kind: z.enum(['test', 'file', 'run']).describe('A test, a test file that could not be run, or the run as a whole'),
  name: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  errorName: z.string(),
  message: z.string(),
  stack: testError.shape.stack,
  frames: testError.shape.frames,
  moreErrors: z.array(testError).optional(),
  location: testFrame.optional().describe('Where it failed, in code of the program or the test'),
  variables: z.array(variable).optional().describe('Local variables there'),
  closure: z.array(variable).optional(),
  unseen: z.string().optional().describe('Why there are no variables'),
});

export const debuggerRunTests = debuggerTool({
  name: 'debugger_run_tests',
  title: 'Run tests',
  description:
    'Run a test command (Jest, Mocha, Vitest, …) under the debugger, to its end: all output, and of each failing test the message, the stack and the variables where it failed. One call, no session.',
  annotations: RUNS_PROGRAM,
  input: {
    ...commandArguments,
    timeout: timeout.describe('Milliseconds for the whole run; default 50000'),
    framework: optional(text()).describe(`${testRunnerIds().join(', ')}; default: whichever is seen`),
  },
  output: {
    passed: z.boolean().describe('The run ended in time and nothing failed'),
    frameworks: z.array(z.string()),
    outcome: z.enum(['finished', 'timed out', 'lost']),
    exitCode: z.int().nullable(),
    signal: z.string().nullable(),
    message: z.string(),
    location: location.describe('Where it was running when its time was over'),
    counts: z.object({ passed: z.int(), failed: z.int(), skipped: z.int(), todo: z.int() }),
    failures: z.array(failureSchema),
    unfinished: z.array(z.object({ name: z.string(), file: z.string().optional() })),
    output,
    omittedChars: z.int().describe('Of output, before its first piece'),
    duration: z.int().describe('Milliseconds'),
  },
  failsWith: 'TEST_RUN_FAILED',
  async run({ timeout: timeoutMs = DEFAULT_TEST_TIMEOUT_MS, framework, ...command }, context) {
    const launch = { ...commandRequest(command, context), stopOnEntry: false };
    context.progress(`running ${command.command}`);
    const request = { launch, language: 'node', runner: framework?.toLowerCase(), limits: LIMITS };
    return reportJson(await runTests(context.engine, request, { timeoutMs, signal: context.signal }));
  },
});

function reportJson({
  outcome,
  counts,
  failures,
  runners,
  unfinished,
  output: written,
  durationMs,
}: TestRunReport): Fields {
  const passed = outcome.kind === 'finished' && outcome.exitCode === 0 && failures.length === 0;
  return {
    passed,
    frameworks: runners,
    ...outcomeJson(outcome),
    counts,
    failures: failures.map(failureJson),
    ...(unfinished.length > 0 ? { unfinished } : {}),
    output: written.chunks.map(({ category, text: chunk }) => ({ category, text: chunk })),
    ...(written.omittedChars > 0 ? { omittedChars: written.omittedChars } : {}),
    duration: Math.round(durationMs),
  };
}

function outcomeJson(outcome: TestRunReport['outcome']): Fields {
  switch (outcome.kind) {
    case 'finished':
      return { outcome: 'finished', exitCode: outcome.exitCode, signal: outcome.signal };
    case 'timed out': {
      const { timeoutMs, where } = outcome;
      const at = where && { location: { file: where.path, line: where.line, column: where.column } };
      return { outcome: 'timed out', message: `It did not end within ${timeoutMs} ms and was ended.`, ...at };
    }
    case 'lost':
      return { outcome: 'lost', message: outcome.cause };
  }
}

function failureJson({ kind, name, file, line, error, moreErrors, site }: TestFailure): z.output<typeof failureSchema> {
  const seen = site.kind === 'seen' ? site : undefined;
  const { name: errorName, ...rest } = errorFields(error);
  return {
    kind,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    name,
    ...rest,
    errorName,
    ...(moreErrors.length > 0 ? { moreErrors: moreErrors.map(errorFields) } : {}),
    ...(seen ? { location: frameJson({ name: seen.functionName, location: seen.location }) } : {}),
    ...(seen ? { variables: seen.locals.map(variableJson) } : {}),
    ...(seen && seen.closure.length > 0 ? { closure: seen.closure.map(variableJson) } : {}),
    ...(site.kind === 'unseen' ? { unseen: site.reason } : {}),
  };
}

function errorFields({ name, message, stackText, stack }: TestError): z.output<typeof testError> {
  return { name, message, stack: stackText, frames: stack.map(frameJson) };
}

function frameJson({ name, location: at }: TestFrame): z.output<typeof testFrame> {
  return { function: name, file: at.path, line: at.line, column: at.column };
}

/** The program is gone: there is nothing to look into later. */
function variableJson(each: Variable): z.output<typeof variable> {
  return { name: each.name, ...asFields(jsonValue(each, () => undefined)) };
}
