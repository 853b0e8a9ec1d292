import type {
  DebugBreakpointEntry,
  DebugStackEntry,
  DebugStateEntry,
  DebugVariablesEntry,
  DebugWatchesEntry,
  JournalEntry,
  JournalMessage,
} from '../../journal/entries.ts';
import { countUpTo, lastUpTo } from './columns.ts';
import type { JournalLog } from './journal-log.ts';
import type { SessionTrack } from './session-track.ts';

/** The phase of a session's life. */
export type SessionPhase = 'created' | 'running' | 'paused' | 'stopped' | 'closed';

/** A stop of a program, with what was read at it. All of it may be missing: it is there as far as it was asked for. */
export interface StopView {
  readonly state: DebugStateEntry;
  /** True if the program still stood there. */
  readonly current: boolean;
  readonly locals: DebugVariablesEntry | undefined;
  readonly stack: DebugStackEntry | undefined;
  readonly watches: DebugWatchesEntry | undefined;
}

/** A breakpoint as it was at some moment. */
export interface BreakpointView {
  readonly entry: DebugBreakpointEntry;
  readonly hits: number;
}

/** So many of the last hits of a session are counted. Each says how many there were before it. */
const MAX_HITS_READ = 200;
/** So far back the locals of the stop before are looked for. */
const MAX_STOPS_BACK = 50;

/** The phase of a session when entry `at` had been written; undefined before the session's first entry. */
export function phaseAt(log: JournalLog, session: SessionTrack, at: number): SessionPhase | undefined {
  if (session.firstEntry > at) return undefined;
  if (session.closed !== undefined && session.closed <= at) return 'closed';
  return entryOf(log, lastUpTo(session.states, at), 'debug:state')?.event ?? 'created';
}

/** The last stop of a session up to entry `at`. */
export function stopAt(log: JournalLog, session: SessionTrack, at: number): StopView | undefined {
  const stop = lastUpTo(session.stops, at);
  const state = entryOf(log, stop, 'debug:state');
  if (stop === undefined || !state) return undefined;
  const left = session.states[countUpTo(session.states, stop)] ?? Number.POSITIVE_INFINITY;
  const until = Math.min(at, left - 1);
  return {
    state,
    current: left > at && phaseAt(log, session, at) === 'paused',
    locals: localsBetween(log, session, stop, until),
    stack: within(log, session.stacks, stop, until, 'debug:stack'),
    watches: within(log, session.watches, stop, until, 'debug:watches'),
  };
}

/** The locals at the stop of the same function before this one, for journals that do not say what changed. */
export function localsBefore(log: JournalLog, session: SessionTrack, { state }: StopView, at: number) {
  const here = countUpTo(session.stops, at) - 1;
  for (let back = 1; back <= Math.min(MAX_STOPS_BACK, here); back++) {
    const stop = session.stops[here - back] ?? 0;
    const entry = entryOf(log, stop, 'debug:state');
    if (entry?.location?.function !== state.location?.function) continue;
    const locals = localsBetween(log, session, stop, (session.stops[here - back + 1] ?? at) - 1);
    if (locals) return locals;
  }
  return undefined;
}

/** The breakpoints of a session that were wanted when entry `at` had been written, in the order of their ids' first mention. */
export function breakpointsAt(log: JournalLog, session: SessionTrack, at: number): BreakpointView[] {
  const known = new Map<string, BreakpointView>();
  for (const index of session.breakpoints.slice(0, countUpTo(session.breakpoints, at))) {
    const entry = entryOf(log, index, 'debug:breakpoint');
    if (!entry) continue;
    if (entry.event === 'removed') known.delete(entry.breakpointId);
    else known.set(entry.breakpointId, { entry: { ...known.get(entry.breakpointId)?.entry, ...entry }, hits: 0 });
  }
  const hits = countUpTo(session.hits, at);
  for (const index of session.hits.slice(Math.max(0, hits - MAX_HITS_READ), hits)) {
    const hit = entryOf(log, index, 'debug:breakpoint');
    const breakpoint = hit && known.get(hit.breakpointId);
    if (breakpoint) known.set(hit.breakpointId, { ...breakpoint, hits: hit.hits ?? breakpoint.hits + 1 });
  }
  return [...known.values()];
}

/** An entry when it is of the kind that is expected there. */
export function entryOf<M extends JournalMessage>(log: JournalLog, index: number | undefined, message: M) {
  if (index === undefined) return undefined;
  const { entry } = log.entry(index);
  return entry && isOf(entry, message) ? entry : undefined;
}

function isOf<M extends JournalMessage>(
  entry: JournalEntry,
  message: M,
): entry is Extract<JournalEntry, { message: M }> {
  return entry.message === message;
}

/** Values that were expanded are recorded as variables, too; only a scope of the innermost frame is the locals. */
function localsBetween(log: JournalLog, session: SessionTrack, from: number, to: number) {
  const { variables } = session;
  for (let place = countUpTo(variables, to) - 1; place >= 0; place--) {
    const index = variables[place] ?? -1;
    if (index < from) return undefined;
    const entry = entryOf(log, index, 'debug:variables');
    if (entry?.scope !== undefined && /^local/i.test(entry.scope)) return entry;
  }
  return undefined;
}

function within<M extends JournalMessage>(
  log: JournalLog,
  list: readonly number[],
  from: number,
  to: number,
  message: M,
) {
  const index = lastUpTo(list, to);
  return index !== undefined && index >= from ? entryOf(log, index, message) : undefined;
}
