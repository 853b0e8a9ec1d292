import { lastUpTo } from '../log/columns.ts';
import type { JournalLog } from '../log/journal-log.ts';
import { phaseAt } from '../log/moment.ts';
import type { SessionTrack } from '../log/session-track.ts';
import { chosenRow, lastEntryShown, type ViewState } from '../view/view-state.ts';

/** The source of the journal. */
export interface Origin {
  /** As the person knows it: a path, or what is played. */
  readonly name: string;
  /** Entries are still being written. */
  readonly live: boolean;
  readonly phase: JournalPhase;
}

/** There is no such file yet; it is being read; it is a recording that goes on; all that is there has been read. */
export type JournalPhase = 'waiting' | 'reading' | 'playing' | 'read';

/** The lines of a source file as it is now, if it can be read. */
export type SourceReader = (file: string, session: SessionTrack) => readonly string[] | undefined;

/** Everything that the screen is made from. */
export interface Picture {
  readonly log: JournalLog;
  readonly view: ViewState;
  readonly origin: Origin;
  readonly sources: SourceReader;
  /** The clock, in milliseconds since 1970. */
  readonly clockMs: number;
}

/** A picture with what most panes ask of it. */
export interface PaneContext extends Picture {
  /** The chosen row. */
  readonly row: number | undefined;
  /** The last entry that has happened as it is shown. */
  readonly at: number;
  /** The session that the panes show. */
  readonly session: SessionTrack | undefined;
  /** The time that ages are counted to. */
  readonly nowMs: number;
}

/** So far back a session is looked for when the chosen row has none. */
const MAX_ENTRIES_BACK = 10_000;

/** Works out what the panes share. */
export function paneContext(picture: Picture): PaneContext {
  const { log, view, origin, clockMs } = picture;
  const at = lastEntryShown(view, log);
  const row = chosenRow(view, log);
  const live = origin.live && view.following;
  return { ...picture, row, at, session: sessionShown(picture, row, at), nowMs: live ? clockMs : log.index.timeMs(at) };
}

/**
 * The session that is shown alone, or that of the chosen row. While following, the one that something happened to last; as long as that
 * one never stopped, and has nothing to show, the one that stopped last.
 */
function sessionShown({ log, view }: Picture, row: number | undefined, at: number): SessionTrack | undefined {
  const { sessions } = log.index;
  const { sessionId } = view.filter;
  if (sessionId !== undefined) return sessions.find(({ id }) => id === sessionId);
  const own = !view.following && row !== undefined ? log.index.session(row) : undefined;
  if (own) return own;
  const latest = latestBefore(log, at);
  if (!latest || lastUpTo(latest.stops, at) !== undefined) return latest;
  const lastStop = (session: SessionTrack) => lastUpTo(session.stops, at) ?? -1;
  const stopped = sessions.filter((session) => lastStop(session) >= 0 && phaseAt(log, session, at) === 'paused');
  return stopped.sort((a, b) => lastStop(b) - lastStop(a))[0] ?? latest;
}

function latestBefore({ index }: JournalLog, at: number): SessionTrack | undefined {
  for (let entry = at; entry >= Math.max(0, at - MAX_ENTRIES_BACK); entry--) {
    const session = index.session(entry);
    if (session) return session;
  }
  return undefined;
}
