import type { DapThreadId } from '../../../dap/ids.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';

/**
 * Takes function breakpoints to the first statement, where a debugger stops at the head of the function: nothing of it has
 * run there, and its line is the definition's.
 */
export class FunctionEntries {
  /** By thread, what those have hit that are on their way from the head of a function to its first statement. */
  readonly #entering = new WeakMap<DapTarget, Map<DapThreadId, readonly BreakpointId[]>>();

  /** Steps on. The stop that comes is to be shown to {@link arrived}. */
  async enter(target: DapTarget, { thread, frames }: DapStop, candidates: readonly number[]): Promise<void> {
    const hitIds = await target.breakpoints.functions.confirmed(candidates, frames[0]?.id);
    const entering = this.#entering.get(target) ?? new Map<DapThreadId, readonly BreakpointId[]>();
    this.#entering.set(target, entering.set(thread.dapId, hitIds));
    await target.resume('next', thread);
  }

  /**
   * True if a stop in a line is one at a function's first statement: a debuggee that does not look at calls of some functions is
   * stopped in their first line instead.
   */
  isInside(target: DapTarget, { reason, hitBreakpointIds }: StoppedInfo): boolean {
    const isFunction = (id: BreakpointId) => target.breakpoints.functions.has(id);
    return reason === 'breakpoint' && hitBreakpointIds.length > 0 && hitBreakpointIds.every(isFunction);
  }

  /** Such a stop, as one of the breakpoints whose function it is. */
  async inside(target: DapTarget, { frames }: DapStop, info: StoppedInfo): Promise<StoppedInfo> {
    const hitBreakpointIds = await target.breakpoints.functions.confirmed(info.hitBreakpointIds, frames[0]?.id);
    return { ...info, reason: 'function breakpoint', hitBreakpointIds };
  }

  /** The stop as what it is for the caller: the step is not theirs. */
  arrived(target: DapTarget, { thread }: DapStop, info: StoppedInfo): StoppedInfo {
    const entering = this.#entering.get(target);
    const hitIds = entering?.get(thread.dapId);
    if (hitIds === undefined) return info;
    entering?.delete(thread.dapId);
    const isStep = info.reason === 'step';
    if (!isStep && info.reason !== 'breakpoint') return info;
    const hitBreakpointIds = [...hitIds, ...info.hitBreakpointIds];
    return { ...info, reason: isStep ? 'function breakpoint' : info.reason, hitBreakpointIds };
  }
}
