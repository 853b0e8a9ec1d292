import { basename } from 'node:path';
import type { BreakpointState, SourceBreakpoint } from '../../../model/breakpoint.ts';
import { realPathOf } from '../scripts/real-path.ts';
import type { CdpLocation } from '../scripts/script-table.ts';
import { conditionExpression } from './breakpoint-condition.ts';

/**
 * A line breakpoint as one thread knows it: the request, and the CDP breakpoints that stand for it. A changed request is another
 * one, under a number of its own.
 */
export class BoundBreakpoint {
  /** The thread's number for it, never reused. */
  readonly number: number;
  readonly path: string;
  /** The same with symbolic links resolved. */
  readonly realPath: string;
  readonly wanted: SourceBreakpoint;
  /** What must be true for a pass to count; undefined: every pass counts. */
  readonly condition: string | undefined;
  /** The CDP breakpoints for every script of the file, also those that are yet to be loaded. */
  readonly cdpIds = new Set<string>();
  /** Where V8 put it, per script id. */
  readonly places = new Map<string, CdpLocation>();
  /** CDP breakpoints of single scripts, which replace the ones that V8 lost there when it changed their text. */
  readonly rearmedIds = new Map<string, string>();
  /** Urls under which it was set, loaded or not. */
  readonly urls = new Set<string>();
  /** Scripts in which it was set by itself, with when that is done. */
  readonly inScripts = new Map<string, Promise<void>>();
  state: BreakpointState;
  /** Removed or changed: whatever of it is still in the debuggee must not count any more. */
  isRetired = false;

  constructor(number: number, path: string, wanted: SourceBreakpoint) {
    this.number = number;
    this.path = path;
    this.realPath = realPathOf(path);
    this.wanted = wanted;
    this.condition = conditionExpression(wanted, { number });
    this.state = { kind: 'pending', reason: `${basename(path)} is not loaded yet` };
  }

  /** Its condition for the running text, which can be switched off there when the text cannot be changed back at once. */
  get editableCondition(): string | undefined {
    return this.condition === undefined
      ? undefined
      : conditionExpression(this.wanted, { number: this.number, isEdited: true });
  }

  isFor(request: SourceBreakpoint): boolean {
    const { wanted } = this;
    return (
      wanted.id === request.id &&
      wanted.line === request.line &&
      wanted.column === request.column &&
      wanted.condition === request.condition &&
      wanted.hitCondition === request.hitCondition &&
      wanted.logMessage === request.logMessage &&
      wanted.collect?.join('\0') === request.collect?.join('\0')
    );
  }
}
