import * as z from 'zod/v4';
import { type ProbeResult, probe } from '../../investigate/probe/probe.ts';
import type { PassesEnd } from '../../investigate/probe/watch-passes.ts';
import { type AskedOptions, optionsOf } from '../../model/breakpoints/breakpoint-options.ts';
import type { BreakpointRecord, BreakpointTarget } from '../../model/breakpoints/breakpoint-record.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderExited, renderLost, renderRunning, stoppedBySignal } from '../../render/outcome.ts';
import { displayPath } from '../../render/paths.ts';
import { renderProbe } from '../../render/probe.ts';
import { renderPasses } from '../../render/probe-passes.ts';
import type { BreakpointRequest } from '../../session/breakpoints/breakpoint-book.ts';
import { ONE_SHOT_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { arrayOf, boolean, integer, optional, text, unadvertised } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { breakpointRequests, breakpointsArgument, gateArguments } from './breakpoint-argument.ts';
import { type Context, deadlineOf, timeoutArgument, verdictsOf } from './common.ts';
import { launchArguments, launchNotes, launchRequest, runArguments } from './launch-arguments.ts';
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
    language: launchArguments.language,
    file: optional(text()),
    line: optional(integer({ min: 1 })),
    statement: optional(text()).describe('Its text, instead of line'),
    function: optional(text()),
    ...gateArguments,
    // As debug_launch takes it, which callers know first.
    breakpoints: unadvertised(breakpointsArgument),
    expressions: optional(arrayOf(text())),
    hits: optional(integer({ min: 1, max: 1_000 })).describe('So many rows: expressions and caller of each hit'),
    locals: optional(boolean()),
    timeoutMs: timeoutArgument,
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const launch = launchRequest(args, engine);
    const breakpoint = probedBreakpoint(args, (path) => engine.existingPath(path, launch.cwd));
    context.progress(`running ${args.program} to ${placeText(breakpoint.target, launch.cwd)}`);
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

interface ProbedPlace extends PlaceArguments, AskedOptions {
  readonly breakpoints?: readonly string[] | undefined;
}

/** @throws DebugError `invalid_argument` where the arguments name no place, or several */
function probedBreakpoint(args: ProbedPlace, resolvePath: ResolvePath): BreakpointRequest {
  const [first, ...others] = breakpointRequests(args.breakpoints, resolvePath);
  const target = targetOf(args, resolvePath);
  if (others.length > 0 || (first && target)) {
    throw new DebugError('invalid_argument', 'A probe has one place.', {
      advice: 'Give one of them. debug_trace with points shows values at several places in one run.',
      details: { argument: 'breakpoints' },
    });
  }
  if (first) return { ...first, ...optionsOf(args) };
  if (target) return { target, ...optionsOf(args) };
  throw new DebugError('invalid_argument', 'A probe needs a place.', {
    advice: 'Give file and line, file and statement, or function.',
    details: { argument: 'file' },
  });
}

function placeText(target: BreakpointTarget, cwd: string): string {
  return target.kind === 'function' ? `${target.name}()` : `${displayPath(target.path, { cwd })}:${target.line}`;
}

function resultText(result: ProbeResult, cwd: string, locals: boolean | undefined): string {
  if (result.kind === 'stopped') {
    const { report, expressions } = result;
    return [renderProbe(report, { cwd, actions: ONE_SHOT_ACTIONS, expressions, locals }), ...result.notes].join('\n');
  }
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

/** The reason why no more passes were looked at. */
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
      return renderExited(outcome, { cwd, actions: ONE_SHOT_ACTIONS, output, verdicts: [] });
    case 'running': {
      if (outcome.suspended) return `${stoppedBySignal(outcome.suspended.pid)} The probe has ended it.`;
      const advice =
        'The probe has ended it. Give a longer timeoutMs, or look into it with debug_launch and debug_pause.';
      return renderRunning(outcome, { cwd, actions: ONE_SHOT_ACTIONS, output, advice });
    }
    case 'lost':
      return renderLost(outcome, ONE_SHOT_ACTIONS);
  }
}

/** The breakpoint's own place, if it differs from the wanted one: most likely the reason for the miss. */
function placeNews({ state }: BreakpointRecord): string {
  if (state.kind !== 'verified' || state.movedFromLine === undefined) return '';
  return `\nLine ${state.movedFromLine} has no code; the breakpoint stood on line ${state.location.line}.`;
}
