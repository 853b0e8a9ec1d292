import type { JournalMessage } from '../../journal/entries.ts';
import { fieldsOf } from './entry-fields.ts';

/** The subject of an entry, as far as the screen distinguishes kinds. `other` is an entry that only its text describes. */
export type EntryKind =
  | 'call'
  | 'response'
  | 'error'
  | 'state'
  | 'breakpoint'
  | 'variables'
  | 'stack'
  | 'watches'
  | 'created'
  | 'closed'
  | 'output'
  | 'gap'
  | 'other';

/** The part of every entry that is kept in memory: enough to find, filter and pair entries. */
export interface EntryHead {
  readonly kind: EntryKind;
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  readonly sessionId: string | undefined;
  readonly sessionName: string | undefined;
  readonly language: string | undefined;
  readonly tool: string | undefined;
  /** Pairs a call with its answer, also when two calls of one tool overlap. */
  readonly callId: string | undefined;
  /** An entry of a state that says that the program stands still. */
  readonly stopped: boolean;
  /** An entry of a breakpoint that was passed. There may be very many. */
  readonly hit: boolean;
  readonly failed: boolean;
}

const KINDS: ReadonlyMap<unknown, EntryKind> = new Map<JournalMessage, EntryKind>([
  ['tool:call', 'call'],
  ['tool:response', 'response'],
  ['tool:error', 'error'],
  ['debug:state', 'state'],
  ['debug:breakpoint', 'breakpoint'],
  ['debug:variables', 'variables'],
  ['debug:stack', 'stack'],
  ['debug:watches', 'watches'],
  ['session:created', 'created'],
  ['session:closed', 'closed'],
  ['debug:output', 'output'],
  ['journal:gap', 'gap'],
]);

/** The head of a line of the journal; undefined when the line is no entry. */
export function headOf(line: string): EntryHead | undefined {
  const fields = fieldsOf(line);
  if (!fields) return undefined;
  const { message, event, timeMs, sessionId, sessionName, language, tool, callId, failed } = fields;
  const kind = KINDS.get(message) ?? 'other';
  return {
    kind,
    timeMs,
    sessionId,
    sessionName,
    language,
    tool,
    callId,
    stopped: kind === 'state' && event === 'paused',
    hit: kind === 'breakpoint' && event === 'hit',
    failed,
  };
}
