import type { JournalMessage } from '../../journal/entries.ts';

/** What an entry is about, as far as the screen tells kinds apart. `other` is an entry that only its text describes. */
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

/** What is known of every entry without keeping it: enough to find, filter and pair entries. */
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

/**
 * The head of a line of the journal; undefined when the line is not a JSON object. Forgiving on purpose: an entry that an older or
 * newer server wrote is still shown by what can be read of it.
 */
export function headOf(line: string): EntryHead | undefined {
  const value = parsed(line);
  if (value === undefined) return undefined;
  const kind = KINDS.get(value.message) ?? 'other';
  return {
    kind,
    timeMs: timeOf(value),
    sessionId: textOf(value.sessionId) ?? textOf(value.sessionName),
    sessionName: textOf(value.sessionName),
    language: textOf(value.language),
    tool: textOf(value.tool),
    callId: textOf(value.callId),
    stopped: kind === 'state' && value.event === 'paused',
    hit: kind === 'breakpoint' && value.event === 'hit',
    failed: kind === 'error' || value.success === false || (kind === 'other' && value.level === 'error'),
  };
}

/** A JSON object with unknown contents. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a line holds, or undefined. */
export function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a decoded value is an object with keys. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function timeOf({ timestamp, time }: JsonObject): number {
  if (typeof timestamp === 'number') return timestamp;
  const text = typeof timestamp === 'string' ? timestamp : time;
  return (typeof text === 'string' && Date.parse(text)) || 0;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
