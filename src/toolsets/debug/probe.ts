import * as z from 'zod/v4';
import { type ProbeResult, probe } from '../../investigate/probe/probe.ts';
import type { PassesEnd } from '../../investigate/probe/watch-passes.ts';
import type { BreakpointRecord, BreakpointTarget } from '../../model/breakpoint-record.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderExited, renderLost, renderRunning } from '../../render/outcome.ts';
import { renderProbe } from '../../render/probe.ts';
import { renderPasses } from '../../render/probe-passes.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { arrayOf, boolean, integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, deadlineOf, timeoutArgument, verdictsOf } from './common.ts';
import { launchNotes, launchRequest, runArguments } from './launch-arguments.ts';
import { type PlaceArguments, targetOf } from './place-arguments.ts';
import type { ResolvePath } from './place-syntax.ts';

const PROBE_LIMITS = { depth: 0, maxChildren: 100, maxTextLength: 300 };

export const debugProbe = defineTool({
  name: 'debug_probe',
  title: 'Probe a line',
  description:
    'One-shot: run a program to a line, dump local variables and the stack trace there, evaluate expressions, then stop it.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...runArguments,
    file: optional(text()),
    line: optional(integer({ min: 1 })),
    statement: optional(text()).describe('Its text, instead of line'),
    function: optional(text()),
    condition: optional(text()),
    hitCondition: optional(text()).describe('"5": the fifth pass'),
    expressions: optional(arrayOf(text())),
    hits: optional(integer({ min: 1, max: 1_000 })).describe('So many rows: expressions and caller of each hit'),
    locals: optional(boolean()),
    timeoutMs: timeoutArgument,
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const launch = launchRequest(args, engine);
    const target = probedPlace(args, (path) => engine.existingPath(path, launch.cwd));
    const breakpoint = { target, condition: args.condition, hitCondition: args.hitCondition };
    context.progress(`running ${args.program} to ${args.function ?? `${args.file}:${args.line ?? args.statement}`}`);
    const result = await probe(
      engine,
      {
        launch,
        language: args.language,
        breakpoint,
        expressions: args.expressions ?? [],
        limits: PROBE_LIMITS,
        hits: args.hits,
      },
      deadlineOf(args, context),
    );
    return {
      text: [resultText(result, launch.cwd, args.locals), ...launchNotes(launch)].join('\n'),
      isError: result.kind === 'missed',
    };
  },
});

/** @throws DebugError `invalid_argument` where the arguments name no place */
function probedPlace(args: PlaceArguments, resolvePath: ResolvePath): BreakpointTarget {
  const target = targetOf(args, resolvePath);
  if (target) return target;
  throw new DebugError('invalid_argument', 'A probe needs a place.', {
    advice: 'Give file and line, file and statement, or function.',
    details: { argument: 'file' },
  });
}

function resultText(result: ProbeResult, cwd: string, locals: boolean | undefined): string {
  if (result.kind === 'stopped') return renderProbe(result.report, { cwd, expressions: result.expressions, locals });
  if (result.kind === 'passes') return passesText(result, cwd);
  const { breakpoint, notes } = result;
  const [verdict = ''] = verdictsOf([breakpoint], cwd);
  const missed = `The probe did not stop.\n${verdict}.${placeNews(breakpoint)}`;
  return [missed, missedOutcome(result, cwd), ...notes].join('\n');
}

function passesText({ passes, end, breakpoint }: Extract<ProbeResult, { kind: 'passes' }>, cwd: string): string {
  const [verdict = ''] = verdictsOf([breakpoint], cwd);
  return renderPasses(passes, `${endText(end)} ${verdict}.${placeNews(breakpoint)}`, { cwd });
}

/** Why no more passes were looked at. */
function endText(end: PassesEnd): string {
  switch (end.kind) {
    case 'enough':
      return 'The program was ended after these.';
    case 'stopped':
      return `Then the program stopped (${end.stop.reason}) and was ended.`;
    case 'exited':
      return `Then the program ended: ${end.signal === null ? `exit code ${end.exitCode ?? 'unknown'}` : `ended by ${end.signal}`}.`;
    case 'running':
      return 'The time is up; the program ran on and was ended.';
    case 'lost':
      return `The connection to the program was lost: ${end.cause}.`;
  }
}

function missedOutcome({ outcome, output }: Extract<ProbeResult, { kind: 'missed' }>, cwd: string): string {
  switch (outcome.kind) {
    case 'exited':
      return renderExited(outcome, { cwd, actions: DEBUG_ACTIONS, output, verdicts: [] });
    case 'running': {
      const advice =
        'The probe has ended it. Give a longer timeoutMs, or look into it with debug_launch and debug_pause.';
      return renderRunning(outcome, { cwd, actions: DEBUG_ACTIONS, output, advice });
    }
    case 'lost':
      return renderLost(outcome, DEBUG_ACTIONS);
  }
}

/** Where the breakpoint stood, when that was not where it was wanted: most likely the reason for the miss. */
function placeNews({ state }: BreakpointRecord): string {
  if (state.kind !== 'verified' || state.movedFromLine === undefined) return '';
  return `\nLine ${state.movedFromLine} has no code; the breakpoint stood on line ${state.location.line}.`;
}
