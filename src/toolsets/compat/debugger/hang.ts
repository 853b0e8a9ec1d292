import * as z from 'zod/v4';
import { detectHang } from '../../../investigate/hang/detect-hang.ts';
import type { HangFrame, HangReport } from '../../../model/hang-report.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { integer, optional } from '../../schema.ts';
import type { Fields } from './answer.ts';
import { MAX_WAIT_MS, output } from './common.ts';
import { debuggerTool } from './debugger-tool.ts';
import { isInFile } from './frames.ts';
import { commandArguments, commandRequest } from './sessions.ts';

/** The place of a program that waits for something which is of no line: a server without requests. */
const NOWHERE = '(event loop)';

const hangFrame = z.object({ function: z.string(), file: z.string().describe('Absolute'), line: z.int() });

export const debuggerDetectHang = debuggerTool({
  name: 'debugger_detect_hang',
  title: 'Detect a hang',
  description:
    'Run a command and say whether it completes within the timeout; if not, where it hangs and why. One call, no session.',
  annotations: RUNS_PROGRAM,
  input: {
    ...commandArguments,
    timeout: integer({ min: 1, max: MAX_WAIT_MS }).describe('Milliseconds'),
    sampleInterval: optional(integer({ min: 10, max: 60_000 })).describe('Milliseconds; default 100'),
  },
  output: {
    hung: z.boolean(),
    completed: z.boolean(),
    location: z.string().describe(`file:line; ${NOWHERE} when it waits and no code of it is concerned`),
    stack: z.array(hangFrame),
    message: z.string(),
    duration: z.int().describe('Milliseconds'),
    exitCode: z.int().nullable(),
    signal: z.string().nullable(),
    cause: z.string().describe('busy loop, busy event loop, waiting, blocked call, deadlock, progressing, …'),
    details: z.record(z.string(), z.unknown()).describe('What speaks for the cause'),
    samples: z.int(),
    nextStep: z.string(),
    output,
  },
  failsWith: 'HANG_DETECTION_FAILED',
  async run({ timeout, sampleInterval = 100, ...command }, context) {
    const launch = { ...commandRequest(command, context), stopOnEntry: false };
    context.progress(`watching ${command.command}`);
    const watch = { timeoutMs: timeout, sampleIntervalMs: sampleInterval, signal: context.signal };
    return reportJson(await detectHang(context.engine, { kind: 'launch', launch, language: 'node' }, watch), timeout);
  },
});

/** The design asks one question: has it completed in time? Whatever has not counts as hung, and `cause` says how it is with it. */
function reportJson(report: HangReport, timeoutMs: number): Fields {
  const { durationMs, samples, nextStep, output: written } = report;
  const common = {
    duration: Math.round(durationMs),
    samples,
    cause: report.kind,
    nextStep,
    ...(written.chunks.length === 0
      ? {}
      : { output: written.chunks.map(({ category, text }) => ({ category, text })) }),
  };
  if (report.kind === 'finished') {
    const { exitCode, signal } = report;
    return { hung: false, completed: true, exitCode, signal, ...common };
  }
  if (report.kind === 'ended early') {
    const { exitCode, awaits } = report;
    const message = 'It ended although something was still awaited.';
    return { hung: false, completed: true, exitCode, signal: null, message, details: { awaits }, ...common };
  }
  if (report.kind === 'lost') return { hung: false, completed: false, message: report.cause, ...common };
  const at = siteOf(report);
  const place = at === undefined ? NOWHERE : placeText(at);
  return {
    hung: true,
    location: place,
    stack: report.stack.filter(isInFile).map(frameJson),
    message: `Process hung at ${place}: ${report.kind} (not completed after ${timeoutMs} ms)`,
    details: detailsOf(report),
    ...common,
  };
}

type Unfinished = Exclude<HangReport, { kind: 'finished' | 'ended early' | 'lost' }>;

/** A loop's own place rather than that of what it calls at the moment. */
function siteOf(report: Unfinished): SourceLocation | undefined {
  if (report.kind === 'busy loop') {
    const frame = report.stack[report.loopFrame];
    if (frame) return frame.location;
  }
  return report.location ?? report.stack.find(isInFile)?.location;
}

/** The finding's fields beside its place. */
function detailsOf(report: Unfinished): Fields {
  const { kind: _kind, hung: _hung, thread, location: _location, stack: _stack, ...rest } = report;
  const { durationMs: _ms, samples: _samples, output: _output, nextStep: _next, ...found } = rest;
  return { thread, ...found };
}

function placeText({ path, line }: SourceLocation): string {
  return `${path}:${line}`;
}

function frameJson({ name, location }: HangFrame): z.output<typeof hangFrame> {
  return { function: name, file: location.path, line: location.line };
}
