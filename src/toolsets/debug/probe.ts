import * as z from 'zod/v4';
import { type ProbeResult, probe } from '../../investigate/probe.ts';
import type { BreakpointRecord } from '../../model/breakpoint-record.ts';
import { renderExited, renderLost, renderRunning } from '../../render/outcome.ts';
import { renderProbe } from '../../render/probe.ts';
import { DEBUG_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { arrayOf, integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, deadlineOf, timeoutArgument, verdictsOf } from './common.ts';
import { launchArguments, launchRequest, shellNote } from './launch-arguments.ts';

const PROBE_LIMITS = { depth: 0, maxChildren: 100, maxTextLength: 300 };

export const debugProbe = defineTool({
  name: 'debug_probe',
  title: 'Probe a line',
  description:
    'One-shot: run a program to a line, dump local variables and the stack trace there, evaluate expressions, then stop it.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...launchArguments,
    file: text(),
    line: integer({ min: 1 }),
    condition: optional(text()),
    hitCondition: optional(text()).describe('"5": the fifth pass'),
    expressions: optional(arrayOf(text())),
    timeoutMs: timeoutArgument,
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const launch = launchRequest(args, engine.cwd, false);
    const target = { kind: 'line', path: engine.resolvePath(args.file, launch.cwd), line: args.line } as const;
    const breakpoint = { target, condition: args.condition, hitCondition: args.hitCondition };
    context.progress(`running ${args.program} to ${args.file}:${args.line}`);
    const result = await probe(
      engine,
      {
        launch,
        language: args.language,
        breakpoint,
        expressions: args.expressions ?? [],
        limits: PROBE_LIMITS,
      },
      deadlineOf(args, context),
    );
    return {
      text: [resultText(result, launch.cwd), ...shellNote(launch)].join('\n'),
      isError: result.kind === 'missed',
    };
  },
});

function resultText(result: ProbeResult, cwd: string): string {
  if (result.kind === 'stopped') return renderProbe(result.report, { cwd, expressions: result.expressions });
  const { breakpoint, notes } = result;
  const [verdict = ''] = verdictsOf([breakpoint], cwd);
  const missed = `The probe did not stop.\n${verdict}.${placeNews(breakpoint)}`;
  return [missed, missedOutcome(result, cwd), ...notes].join('\n');
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
