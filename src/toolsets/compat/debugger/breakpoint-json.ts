import * as z from 'zod/v4';
import type { BreakpointRecord } from '../../../model/breakpoints/breakpoint-record.ts';
import { breakpointVerdicts } from '../../../session/breakpoints/breakpoint-verdicts.ts';
import type { DebugSession } from '../../../session/debug-session.ts';

/** A breakpoint in answers, without its id. */
export const breakpointFields = {
  file: z.string().optional().describe('Absolute'),
  line: z.int().optional().describe('Where it stands'),
  requestedLine: z.int().optional().describe('Where it was wanted, when there is no code'),
  function: z.string().optional().describe('Instead of a line: at the entry of this function'),
  condition: z.string().optional(),
  enabled: z.boolean(),
  verified: z.boolean().describe('The debugger found its place'),
  reason: z.string().optional().describe('Why it is not verified, or what else to know of it'),
  hits: z.int(),
};

/** A breakpoint as answers give it, without its id. */
export function breakpointJson({ target, state, condition, enabled, hits }: BreakpointRecord) {
  return {
    ...placeOf(target),
    ...(state.kind === 'verified' ? { file: state.location.path, line: state.location.line } : {}),
    ...(state.kind === 'verified' && state.movedFromLine !== undefined ? { requestedLine: state.movedFromLine } : {}),
    ...(condition === undefined ? {} : { condition }),
    enabled,
    verified: state.kind === 'verified',
    ...reasonOf(state),
    hits,
  };
}

/**
 * News that a client must know before it waits on: breakpoints that cannot be hit; after the end, the reasons why breakpoints
 * were not hit.
 */
export function breakpointNews(session: DebugSession): string[] {
  const news = session.breakpoints.takeNews();
  if (!session.ended) return news;
  const missed = session.breakpoints.list().filter(({ hits, enabled }) => enabled && hits === 0);
  return breakpointVerdicts(missed, {
    place: ({ target }) => (target.kind === 'function' ? `${target.name}()` : `${target.path}:${target.line}`),
  });
}

function placeOf(target: BreakpointRecord['target']) {
  return target.kind === 'function' ? { function: target.name } : { file: target.path, line: target.line };
}

function reasonOf(state: BreakpointRecord['state']): { reason?: string } {
  if (state.kind !== 'verified') return { reason: state.reason };
  return state.warning === undefined ? {} : { reason: state.warning };
}
