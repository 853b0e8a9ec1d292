import { openDebuggerWarning } from '../../../engine/open-debugger.ts';
import type { BreakpointRecord } from '../../../model/breakpoints/breakpoint-record.ts';
import { breakpointVerdicts } from '../../../session/breakpoints/breakpoint-verdicts.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/**
 * Warnings about breakpoints that did not simply bind: the client would wait for a pause that never comes. After the end of the
 * program, the reasons why breakpoints were not hit.
 */
export function breakpointWarnings(session: DebugSession): string[] {
  const records = session.breakpoints.list();
  if (session.ended) {
    const missed = records.filter(({ hits }) => hits === 0);
    return breakpointVerdicts(missed, { place: placeOf }).map((text) =>
      text.replace(/^Breakpoint \d+ /, 'Breakpoint '),
    );
  }
  return records.flatMap((record) => {
    const remark = remarkOf(record);
    return remark === '' ? [] : [`Breakpoint at ${placeOf(record)}: ${remark}`];
  });
}

/**
 * Warnings about arguments of the start without effect, as the debugger of Node.js takes no arguments of an adapter, and about an
 * attached program that the network can reach.
 */
export function startWarnings(session: DebugSession): string[] {
  const { request, language } = session;
  if (request.kind === 'attach') return [openDebuggerWarning(session) ?? []].flat();
  if (request.kind !== 'launch' || language !== 'node') return [];
  return Object.keys(request.adapterArguments ?? {}).map((name) => `dapLaunchArgs.${name} has no effect for Node.js`);
}

/**
 * The reason why a breakpoint is not simply where the client asked for; empty if it is there, or if the place is not known yet.
 */
export function remarkOf({ state }: BreakpointRecord): string {
  if (state.kind === 'pending') return '';
  if (state.kind === 'rejected') return state.reason;
  const { movedFromLine, warning, location } = state;
  const moved = movedFromLine === undefined ? [] : [`no code on line ${movedFromLine}, it stands on ${location.line}`];
  return [...moved, ...(warning === undefined ? [] : [warning])].join('; ');
}

function placeOf({ target }: BreakpointRecord): string {
  return target.kind === 'line' ? `${target.path}:${target.line}` : `${target.name}()`;
}
