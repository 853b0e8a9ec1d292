import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { WantedBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { logsInsteadOfStopping } from '../../../model/breakpoints/breakpoint-options.ts';
import { unseenAt } from '../breakpoints/recorded/met-passes.ts';
import { recordingExpression } from '../breakpoints/recorded/recording.ts';
import type { PausingThread } from './pausing-thread.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The user's breakpoints, at lines and at functions, by the pauses that they cause. */
export class HitBreakpoints {
  readonly #thread: PausingThread;

  constructor(thread: PausingThread) {
    this.#thread = thread;
  }

  /** True if the owner of each CDP breakpoint of a pause is known: replies may have been read that are not delivered yet. */
  areKnown({ hitBreakpoints = [] }: Paused): boolean {
    const { entries, breakpoints, functionBreakpoints } = this.#thread;
    const isKnown = (id: string) =>
      entries.isOne(id) || breakpoints.bound.hitIds([id]).length > 0 || functionBreakpoints.hitIds([id]).length > 0;
    return !breakpoints.isArming && hitBreakpoints.every(isKnown);
  }

  /** The breakpoints that a pause is due to. */
  of(params: Paused): { readonly ids: number[]; readonly hit: 'line' | 'function' | undefined } {
    const { functionBreakpoints } = this.#thread;
    const { bound } = this.#thread.breakpoints;
    const { callFrames, hitBreakpoints = [] } = params;
    const unseen = bound.settingsOf(unseenAt(params));
    const seen = hitBreakpoints.filter((cdpId) => !unseen.has(cdpId));
    // One that logs pauses only to have its values read.
    const lines = bound.hitIds(seen, callFrames[0]?.location).filter((id) => isStop(bound.wantedOf(id)));
    const functions = functionBreakpoints
      .hitIds(hitBreakpoints)
      .filter((id) => isStop(functionBreakpoints.wantedOf(id)));
    const hit = lines.length > 0 ? 'line' : functions.length > 0 ? 'function' : undefined;
    return { ids: [...lines, ...functions], hit };
  }

  /** The expressions that record a pass which its JavaScript world could not record yet. */
  unrecorded({ hitBreakpoints = [], callFrames }: Paused): string[] {
    const { breakpoints, functionBreakpoints, logs, scripts } = this.#thread;
    const at = callFrames[0]?.location;
    if (!at || hitBreakpoints.length === 0 || logs.isInstalled(scripts.get(at.scriptId).contextId)) return [];
    const lines = breakpoints.bound.hitIds(hitBreakpoints, at).map((id) => breakpoints.bound.wantedOf(id));
    const functions = functionBreakpoints.hitIds(hitBreakpoints).map((id) => functionBreakpoints.wantedOf(id));
    return [...lines, ...functions].flatMap((wanted) => (wanted ? (recordingExpression(wanted) ?? []) : []));
  }
}

function isStop(wanted: WantedBreakpoint | undefined): boolean {
  return wanted === undefined || !logsInsteadOfStopping(wanted);
}
