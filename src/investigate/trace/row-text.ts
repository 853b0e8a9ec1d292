import type { TracedCaller, TracedEnd, TracedValue, TraceRecord } from '../../model/trace/trace-record.ts';

type Hit = Extract<TraceRecord, { kind: 'hit' }>;

/** The point and the process of a row. */
export interface RowOrigin {
  /** The point as it was given. */
  readonly point: string;
  readonly pid: number;
  readonly thread: number;
  /** Start of the whole trace, then of the process, in milliseconds since the epoch. */
  readonly traceStartedAtMs: number;
  readonly startedAtMs: number;
}

/**
 * A row as it stands in a file: numbers, booleans and null as JSON has them, every other value in the text that answers show.
 * Times count from the start of the trace.
 */
export function rowOf(hit: Hit, { point, pid, thread, traceStartedAtMs, startedAtMs }: RowOrigin) {
  const values = hit.values.flatMap((each) =>
    each.kind === 'value' ? [[each.name, jsonOf(each.value)] as const] : [],
  );
  const thrown = hit.values.flatMap((each) => (each.kind === 'thrown' ? [[each.name, each.message] as const] : []));
  const own = hit.thread ?? thread;
  return {
    point,
    pass: hit.pass,
    atMs: Math.round((startedAtMs - traceStartedAtMs + hit.atMs) * 1_000) / 1_000,
    pid,
    ...(own === 0 ? {} : { thread: own }),
    values: Object.fromEntries(values),
    ...(thrown.length > 0 ? { errors: Object.fromEntries(thrown) } : {}),
    ...(hit.end ? endOf(hit.end) : {}),
    ...(hit.caller ? { caller: callerText(hit.caller) } : {}),
  };
}

function jsonOf({ text, type, number }: TracedValue): unknown {
  if (number !== undefined) return number;
  if (/^(true|false)$/i.test(text) && /^bool/i.test(type)) return /^t/i.test(text);
  return text === 'null' || text === 'None' ? null : text;
}

function endOf(end: TracedEnd): Readonly<Record<string, unknown>> {
  switch (end.kind) {
    case 'returned':
      return { returned: jsonOf(end.value) };
    case 'threw':
      return { threw: end.error.text };
    case 'suspended':
    case 'closed':
    case 'running':
    case 'unseen':
      return { [end.kind]: end.line };
  }
}

function callerText({ name, path, line }: TracedCaller): string {
  return `${name} (${path}:${line})`;
}
