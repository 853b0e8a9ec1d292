/** The fields of an entry that the index of a journal is made from. */
export interface EntryFields {
  readonly message: unknown;
  readonly timeMs: number;
  readonly sessionId?: string | undefined;
  readonly sessionName?: string | undefined;
  readonly language?: string | undefined;
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
  readonly event?: unknown;
  readonly failed: boolean;
}

/** A JSON object with unknown contents. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The beginning of an entry as our own server writes it. The values of the head have no quotes and no backslashes in them. */
const OWN_HEAD = new RegExp(
  [
    String.raw`^\{"timestamp":(\d+),"time":"[\dT:.Z-]+","pid":\d+,"level":"\w+","namespace":"[\w:-]+","message":"([\w:]+)",`,
    String.raw`(?:"tool":"([^"\\]*)","callId":"([^"\\]+)",)?`,
    String.raw`(?:"sessionId":"([^"\\]+)","sessionName":"([^"\\]+)",)?`,
    String.raw`(?:"event":"(\w+)")?`,
  ].join(''),
);
/** A second beginning in one line: a line that was torn, and the next one behind it. */
const BEGINNING = '{"timestamp":';

/** Entries whose language is asked for, and which say it later. */
const CREATED = 'session:created';
/** Entries of which the event is asked for. */
const WITH_EVENT: ReadonlySet<string> = new Set(['debug:state', 'debug:breakpoint']);

/** The fields of a line of the journal; undefined when the line is not a JSON object. */
export function fieldsOf(line: string): EntryFields | undefined {
  return quickFields(line) ?? decodedFields(line);
}

/**
 * Reads the fields from the beginning of a line, several times as fast as decoding the whole line. Undefined if our server did
 * not write the line.
 */
function quickFields(line: string): EntryFields | undefined {
  const match = OWN_HEAD.exec(line);
  if (!match || !line.endsWith('}') || line.indexOf(BEGINNING, 1) >= 0) return undefined;
  const [, timestamp, message = '', tool, callId, sessionId, sessionName, event] = match;
  if (message === CREATED || (event === undefined && WITH_EVENT.has(message))) return undefined;
  const failed = message === 'tool:error';
  return { message, timeMs: Number(timestamp), tool, callId, sessionId, sessionName, event, failed };
}

/** Forgiving on purpose: an entry that an older or newer server wrote is still shown by what can be read of it. */
export function decodedFields(line: string): EntryFields | undefined {
  const value = parsed(line);
  if (value === undefined) return undefined;
  const { message, event } = value;
  const sessionName = textOf(value.sessionName);
  return {
    message,
    event,
    timeMs: timeOf(value),
    sessionId: textOf(value.sessionId) ?? sessionName,
    sessionName,
    language: textOf(value.language),
    tool: textOf(value.tool),
    callId: textOf(value.callId),
    failed: message === 'tool:error' || value.success === false,
  };
}

/** The object that a line holds, or undefined. */
export function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True if a decoded value is an object with keys. */
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
