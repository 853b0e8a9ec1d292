import type { Dap } from '../../../dap/protocol.ts';
import { isConditional } from '../../../model/breakpoints/breakpoint-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { AdapterQuirks, CountedCondition } from '../recipe/adapter-quirks.ts';

/** One of the breakpoints that are a single one to the adapter. */
export interface GatedBreakpoint {
  readonly asked: CountedCondition;
  /** True in the function that is meant, and where the caller's condition is; undefined where there is nothing to ask. */
  readonly condition: string | undefined;
}

type Gate = Pick<Dap.SourceBreakpoint, 'condition' | 'hitCondition'>;

/**
 * The conditions that the adapter is given: counting ones of the language, or DAP's own. Of several breakpoints' conditions one must be
 * true; one without a condition always is.
 *
 * @see DAP SourceBreakpoint, FunctionBreakpoint
 */
export function gateOf(
  gated: readonly GatedBreakpoint[],
  { breakpoints, functions }: Pick<AdapterQuirks, 'breakpoints' | 'functions'>,
): Gate {
  const asked = gated.map((each) => each.asked);
  const counting = breakpoints?.counting;
  if (counting !== undefined && asked.some(isConditional)) return { condition: counting.condition(asked) };
  const conditions = gated.flatMap(({ condition }) => condition ?? []);
  const isAlways = conditions.length === 0 || conditions.length < gated.length;
  const hitCondition = asked.find((each) => each.hitCondition !== undefined)?.hitCondition;
  return {
    ...(isAlways ? {} : { condition: conditions.join(` ${functions?.logicalWords?.or ?? '||'} `) }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
  };
}

/** @throws DebugError `unsupported` where breakpoints at one function of the adapter's differ in what only one of them can have */
export function assertOneGate(
  name: string,
  gated: readonly GatedBreakpoint[],
  { breakpoints }: Pick<AdapterQuirks, 'breakpoints'>,
): void {
  const hitConditions = new Set(gated.map(({ asked }) => asked.hitCondition));
  if (hitConditions.size > 1 && breakpoints?.counting === undefined) throw differentHitConditions(name);
}

function differentHitConditions(name: string): DebugError {
  return new DebugError('unsupported', `Breakpoints at functions named ${name} cannot have different hit conditions.`, {
    advice: 'Give one of them as a line of its file.',
  });
}
