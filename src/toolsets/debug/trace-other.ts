import * as z from 'zod/v4';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import type { OtherRun } from '../../investigate/trace/compare/compare-runs.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { WantedTrace } from '../../model/trace/trace-request.ts';
import { optional, text, unadvertised } from '../schema.ts';
import { type launchArguments, launchRequest, runArguments } from './launch-arguments.ts';

const { args: programArguments, env, stdin } = runArguments;

/** The settings in which another run may differ, or the number of an earlier trace. The tool itself describes the settings. */
export const otherRunArgument = z.strictObject({
  program: unadvertised(optional(text())),
  args: unadvertised(programArguments),
  env: unadvertised(env),
  stdin: unadvertised(stdin),
  trace: optional(z.preprocess((value) => (typeof value === 'number' ? String(value) : value), text())),
});

type OtherRunArgument = z.output<typeof otherRunArgument>;

/** The arguments of a run, of which the other one may have some instead. */
type LaunchArguments = z.output<z.ZodObject<typeof launchArguments>>;

/**
 * The run to compare with: as the first one, but for what it says, or an earlier one.
 *
 * @throws DebugError `invalid_argument` where it says nothing, or there is no such trace
 */
export function otherRun(
  args: LaunchArguments & { readonly compareWith?: OtherRunArgument | undefined },
  engine: DebugEngine,
): OtherRun | undefined {
  if (args.compareWith === undefined) return undefined;
  const { trace, ...other } = args.compareWith;
  const given = Object.fromEntries(Object.entries(other).filter(([, value]) => value !== undefined));
  const isRun = Object.keys(given).length > 0;
  if (trace !== undefined) {
    if (isRun) throw refused('compareWith names an earlier trace, and another run as well.', 'Give one of the two.');
    const number = numberOf(trace);
    return { kind: 'saved', number, trace: engine.traces.get(number) };
  }
  if (isRun) return { kind: 'run', launch: launchRequest({ ...args, ...given }, engine) };
  throw refused(
    'compareWith says nothing that is different there.',
    'Give what the other run has instead: program, args, env or stdin; or an earlier trace: {"trace":"3"}.',
  );
}

/** `3`, `trace 3`. */
function numberOf(text: string): number {
  const found = /^\s*(?:trace\s*)?(\d+)\s*$/i.exec(text)?.[1];
  if (found !== undefined) return Number(found);
  throw refused(`"${text}" is not the number of a trace.`, 'Each answer ends with its own: {"trace":"3"}.');
}

/** The question of an earlier trace: of a call that was chosen, the one of its number, which an edit leaves as it is. */
export function questionOf({ trace }: Extract<OtherRun, { kind: 'saved' }>): WantedTrace {
  const { wanted, finding } = trace;
  if (wanted.kind !== 'frame' || finding.kind !== 'frame') return wanted;
  return { ...wanted, call: { kind: 'number', number: finding.call.number } };
}

function refused(message: string, advice: string): DebugError {
  return new DebugError('invalid_argument', message, { advice, details: { argument: 'compareWith' } });
}
