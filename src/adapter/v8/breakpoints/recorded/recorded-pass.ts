import type { CollectedValue } from '../../../../model/collected-value.ts';
import type { BreakpointId } from '../../../../model/ids.ts';
import type { WrittenBytes, WrittenMark } from '../../../../model/output-chunk.ts';

/** A value whose text is known in part; the rest is shown by the protocol, as long as it is kept in the debuggee. */
interface KeptText {
  readonly number: number;
  readonly text: string;
}

interface RecordedValue {
  readonly value: CollectedValue;
  readonly keptAs?: number | undefined;
  /** Its JSON says all that there is, but for private fields. */
  readonly isBeside?: boolean;
}

/** A private field, in the text of a value. */
const PRIVATE_FIELD = /[{ ]#[\p{ID_Start}$_]/u;

/** One pass of a breakpoint that logs or collects, as its condition reported it. */
export interface RecordedPass {
  /** The user's number of the breakpoint. */
  readonly id: BreakpointId;
  /** The parts of a log message, in their order. */
  readonly parts: readonly (string | KeptText)[];
  readonly values: readonly RecordedValue[] | undefined;
  /** The position of the program's own output. */
  readonly written?: WrittenMark | undefined;
  /** Bytes. */
  readonly size: number;
}

/** Decodes a message of the debuggee's log or collecting function; undefined for anything else. */
export function recordedPass(payload: string): RecordedPass | undefined {
  const message: unknown = JSON.parse(payload);
  if (!Array.isArray(message)) return undefined;
  const [id, text, values, written]: unknown[] = message;
  if (typeof id !== 'number') return undefined;
  const parts = typeof text === 'string' ? [text] : Array.isArray(text) ? text.flatMap(partOf) : [];
  const decoded = Array.isArray(values) ? values.map(collectedValue) : undefined;
  return { id, parts, values: decoded, written: writtenMark(written), size: Buffer.byteLength(payload) };
}

/** Reads the mark of the host's counter. */
function writtenMark(mark: unknown): WrittenMark | undefined {
  if (!Array.isArray(mark)) return undefined;
  const [pid, atMs, stdout, stderr]: unknown[] = mark;
  if (typeof pid !== 'number' || typeof atMs !== 'number') return undefined;
  return { pid, atMs, stdout: writtenBytes(stdout), stderr: writtenBytes(stderr) };
}

function writtenBytes(counted: unknown): WrittenBytes | undefined {
  if (!Array.isArray(counted)) return undefined;
  const [bytes, sinceMs, sinceBytes]: unknown[] = counted;
  const areNumbers = typeof bytes === 'number' && typeof sinceMs === 'number' && typeof sinceBytes === 'number';
  return areNumbers ? { bytes, sinceMs, sinceBytes } : undefined;
}

/** The numbers under which values of a pass are kept. */
export function keptIn({ parts, values = [] }: RecordedPass): number[] {
  const inText = parts.flatMap((part) => (typeof part === 'string' ? [] : part.number));
  return [...inText, ...values.flatMap(({ keptAs }) => keptAs ?? [])];
}

/** A pass with the whole texts of what was kept; what has none stays as it was known. */
export function completed({ id, parts, values, written, size }: RecordedPass, whole: ReadonlyMap<number, string>) {
  const texts = parts.map((part) => (typeof part === 'string' ? part : (whole.get(part.number) ?? part.text)));
  const collected = values?.map((each) => completedValue(each, whole));
  return { id, text: texts.length === 0 ? undefined : texts.join(''), values: collected, written, size };
}

function completedValue(
  { value, keptAs, isBeside }: RecordedValue,
  whole: ReadonlyMap<number, string>,
): CollectedValue {
  if (keptAs === undefined || value.kind === 'thrown') return value;
  const description = whole.get(keptAs) ?? value.description ?? '';
  if (!isBeside || PRIVATE_FIELD.test(description)) return { ...value, description };
  const { description: _, ...rest } = value;
  return rest;
}

function partOf(part: unknown): RecordedPass['parts'] {
  if (typeof part === 'string') return [part];
  if (!Array.isArray(part)) return [];
  const [number, text]: unknown[] = part;
  return typeof number === 'number' && typeof text === 'string' ? [{ number, text }] : [];
}

/** A value of a message that the collecting function made. */
function collectedValue(part: unknown): RecordedValue {
  const { type, description, thrown, kept, beside, ...rest }: Record<string, unknown> = { ...Object(part) };
  if (typeof thrown === 'string') return { value: { kind: 'thrown', message: thrown } };
  const value: CollectedValue = {
    kind: 'value',
    type: typeof type === 'string' ? type : 'undefined',
    ...('json' in rest ? { json: rest.json } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
  return { value, keptAs: typeof kept === 'number' ? kept : undefined, isBeside: beside === true };
}
