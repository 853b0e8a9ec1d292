import { basename } from 'node:path';
import type { CdpBreakpointId, ScriptId } from '../../../cdp/ids.ts';
import type { BreakpointState, SourceBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import { areSameOptions } from '../../../model/breakpoints/breakpoint-options.ts';
import { realPathOf } from '../scripts/real-path.ts';
import type { CdpLocation, Script } from '../scripts/script-table.ts';
import { conditionExpression } from './conditions/condition-expression.ts';
import type { LocalBreakpointId } from './local-id.ts';

/** A CDP breakpoint in one script: where V8 set it, and which message of the session said so. */
interface ScriptSetting {
  readonly cdpId: CdpBreakpointId;
  readonly location: CdpLocation;
  readonly arrival: number;
}

/**
 * A line breakpoint as one thread knows it: the request, and the CDP breakpoints that stand for it. A changed request is another
 * one, under a number of its own.
 */
export class ThreadBreakpoint {
  /** The thread's own id for it, never reused. */
  readonly localId: LocalBreakpointId;
  readonly path: string;
  /** The same with symbolic links resolved. */
  readonly realPath: string;
  #wanted: SourceBreakpoint;
  /** The condition for a pass to count; undefined: every pass counts. */
  readonly condition: string | undefined;
  /** The CDP breakpoints for every script of the file, also those that are yet to be loaded. */
  readonly cdpIds = new Set<string>();
  /** The breakpoint's place as V8 reported it, per script id. */
  readonly places = new Map<string, CdpLocation>();
  /** CDP breakpoints of single scripts, which replace the ones that V8 lost there when it changed their text. */
  readonly rearmedIds = new Map<string, string>();
  /** V8's answers when the breakpoint was set in single scripts. */
  readonly settings: ScriptSetting[] = [];
  /** Urls under which the breakpoint was set, loaded or not. */
  readonly urls = new Set<string>();
  /** Scripts in which the breakpoint was set by itself, each with a promise that resolves when it is done. */
  readonly inScripts = new Map<string, Promise<void>>();
  /** Its lines in scripts that were loaded before their file was edited, by script id. */
  readonly #linesBefore = new Map<string, number>();
  state: BreakpointState;
  /** Removed or changed: whatever of it is still in the debuggee must not count any more. */
  isRetired = false;

  constructor(localId: LocalBreakpointId, path: string, wanted: SourceBreakpoint) {
    this.localId = localId;
    this.path = path;
    this.realPath = realPathOf(path);
    this.#wanted = wanted;
    this.condition = conditionExpression(wanted, { number: localId });
    this.state = { kind: 'pending', reason: `${basename(path)} is not loaded yet` };
  }

  /** The request; its line goes with edits of the file. */
  get wanted(): SourceBreakpoint {
    return this.#wanted;
  }

  /** The place that was asked for. */
  get source(): { readonly path: string; readonly line: number } {
    return { path: this.path, line: this.wanted.line };
  }

  /** The first place at which V8 put it. */
  get place(): CdpLocation | undefined {
    const [place] = this.places.values();
    return place;
  }

  /** The file is loaded again after an edit: what comes from here on is about the statement's line there. */
  follow(line: number): void {
    const { state } = this;
    if (line === this.wanted.line) return;
    if (state.kind === 'verified')
      for (const scriptId of this.places.keys())
        if (!this.#linesBefore.has(scriptId)) this.#linesBefore.set(scriptId, state.location.line);
    this.#wanted = { ...this.#wanted, line };
    this.state = { kind: 'pending', reason: `${basename(this.path)} is being loaded again` };
  }

  /** True if a line of a script is the one that it was reported at. */
  standsAt(line: number, scriptId: ScriptId): boolean {
    const { state } = this;
    return state.kind !== 'verified' || (this.#linesBefore.get(scriptId) ?? state.location.line) === line;
  }

  /** True if a script is the file that it was asked for in. */
  isIn({ path }: Script): boolean {
    return path === this.path || path === this.realPath;
  }

  isFor(request: SourceBreakpoint): boolean {
    const { wanted } = this;
    return (
      wanted.id === request.id &&
      wanted.line === request.line &&
      wanted.column === request.column &&
      areSameOptions(wanted, request)
    );
  }
}
