import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { type ProbeResult, probe } from '../../investigate/probe.ts';
import { renderBreakpoint } from '../../render/breakpoints.ts';
import { renderExited, renderLost, renderRunning } from '../../render/outcome.ts';
import { renderProbe } from '../../render/probe.ts';
import { arrayOf, integer } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, RUNS_PROGRAM, timeoutArgument, waitOptions } from './common.ts';
import { launchArguments, launchRequest } from './launch-arguments.ts';

const PROBE_LIMITS = { depth: 0, maxChildren: 100, maxTextLength: 300 };

export const debugProbe = defineTool({
  name: 'debug_probe',
  title: 'Probe a line',
  description:
    'One-shot: run a program to a line, dump local variables and the stack trace there, evaluate expressions, then stop it.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...launchArguments,
    file: z.string(),
    line: integer({ min: 1 }),
    condition: z.string().optional(),
    hitCondition: z.string().optional().describe('"5": the fifth pass'),
    expressions: arrayOf(z.string()).optional(),
    timeoutMs: timeoutArgument,
  }),
  async handler(args, context: Context) {
    const { engine } = context;
    const launch = launchRequest(args, engine.cwd, false);
    const target = { kind: 'line', path: resolve(launch.cwd, args.file), line: args.line } as const;
    context.progress(`running ${args.program} to ${args.file}:${args.line}`);
    const result = await probe(
      engine,
      {
        launch,
        language: args.language,
        breakpoint: { target, condition: args.condition, hitCondition: args.hitCondition },
        expressions: args.expressions ?? [],
        limits: PROBE_LIMITS,
      },
      waitOptions(args, context),
    );
    return { text: resultText(result, launch.cwd), isError: result.kind === 'missed' };
  },
});

function resultText(result: ProbeResult, cwd: string): string {
  if (result.kind === 'stopped') return renderProbe(result.report, { cwd, expressions: result.expressions });
  const { outcome, breakpoint, output } = result;
  const missed = `${renderBreakpoint(breakpoint, { cwd })} was not hit.`;
  switch (outcome.kind) {
    case 'exited':
      return `${missed}\n${renderExited(outcome, { cwd, output, verdicts: [] })}`;
    case 'running':
      return `${missed}\n${renderRunning(outcome, { cwd, output })}\nThe program was ended.`;
    case 'lost':
      return `${missed}\n${renderLost(outcome)}`;
  }
}
