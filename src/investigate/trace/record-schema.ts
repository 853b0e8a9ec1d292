import * as z from 'zod/v4';
import type { TraceRecord } from '../../model/trace/trace-record.ts';

/** JSON has no `undefined`, and no infinite numbers. */
const count = z.number().min(0);
const line = z.number().min(0);

const value = z.object({
  text: z.string(),
  type: z.string(),
  number: z.number().exactOptional(),
  object: z.number().exactOptional(),
});
const change = z.object({ name: z.string(), before: value.exactOptional(), after: value.exactOptional() });
const end = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('returned'), value }),
  z.object({ kind: z.literal('threw'), error: value }),
  z.object({ kind: z.literal('suspended'), line }),
  z.object({ kind: z.literal('closed'), line }),
  z.object({ kind: z.literal('running'), line }),
]);
const caller = z.object({ name: z.string(), path: z.string(), line });

const frameEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), line, changes: z.array(change).exactOptional() }),
  z.object({ kind: z.literal('branch'), line, what: z.string(), taken: z.boolean() }),
  z.object({
    kind: z.literal('call'),
    line,
    name: z.string(),
    arguments: z.array(value),
    end: end.exactOptional(),
  }),
  z.object({ kind: z.literal('suspended'), line, what: z.enum(['await', 'yield']), value: value.exactOptional() }),
  z.object({ kind: z.literal('resumed'), line, waitedMs: count, value: value.exactOptional() }),
  z.object({ kind: z.literal('caught'), line, error: value }),
  z.object({ kind: z.literal('pass'), line, pass: count }),
  z.object({ kind: z.literal('skipped'), line, passes: count }),
  z.object({ kind: z.literal('loopEnd'), line, passes: count }),
  z.object({ kind: z.literal('dropped'), events: count }),
]);

const result = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), name: z.string(), value }),
  z.object({ kind: z.literal('thrown'), name: z.string(), message: z.string() }),
]);
const series = z.object({
  name: z.string(),
  changes: count,
  distinct: count,
  isMore: z.boolean(),
  texts: z.array(z.string()).optional(),
  types: z.record(z.string(), count),
  range: z.object({ least: z.number(), most: z.number(), sum: z.number() }).exactOptional(),
  failed: count,
});

const how = z.enum(['set', 'passed', 'argument', 'result', 'returned', 'threw', 'caught', 'yielded', 'resumed']);
const place = z.object({ function: count, number: count, line, how, name: z.string().exactOptional() });

const counted = { held: count.exactOptional(), failed: count.exactOptional(), error: z.string().exactOptional() };
const within = z.number().min(-1);
const way = z.object({ name: z.string(), counter: count });
const clock = { atMs: z.number(), durationMs: z.number() };

/** One line of a file of records. The program could write into it, too: nothing of it is believed unseen. */
const traceRecord = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('process'),
    pid: count,
    thread: count,
    argv: z.array(z.string()),
    startedAtMs: z.number(),
  }),
  z.object({ kind: z.literal('function'), id: count, name: z.string(), path: z.string(), line, endLine: line }),
  z.object({
    kind: z.literal('call'),
    function: count,
    number: count,
    isWanted: z.boolean(),
    ...clock,
    caller: caller.exactOptional(),
    arguments: z.array(change),
    events: z.array(frameEvent),
    end,
    madeNear: z.object({ path: z.string(), line }).exactOptional(),
    returns: z.array(z.object({ line, function: count, returnLine: line })).exactOptional(),
  }),
  z.object({
    kind: z.literal('node'),
    id: count,
    parent: count.exactOptional(),
    function: count,
    ...clock,
    arguments: z.array(change),
    end,
    alike: count,
  }),
  z.object({ kind: z.literal('total'), function: count, calls: count, threw: count, totalMs: z.number(), ...counted }),
  z.object({
    kind: z.literal('origin'),
    id: count,
    text: count,
    likeness: z.enum(['equal', 'item', 'similar', 'part']),
    atMs: z.number(),
    place,
    value,
    callers: z.array(z.object({ function: count, number: count })),
    path: z.array(place),
    unchanged: z.array(place).exactOptional(),
    depth: count,
    outermost: count,
    times: count,
  }),
  z.object({ kind: z.literal('closest'), text: count, place, value }),
  z.object({
    kind: z.literal('point'),
    point: count,
    path: z.string(),
    line,
    name: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('hit'),
    point: count,
    pass: count,
    atMs: z.number(),
    thread: count.exactOptional(),
    caller: caller.exactOptional(),
    values: z.array(result),
    end: end.exactOptional(),
  }),
  z.object({
    kind: z.literal('pointTotal'),
    point: count,
    passes: count,
    held: count,
    failed: count,
    error: z.string().exactOptional(),
    series: z.array(series),
  }),
  z.object({
    kind: z.literal('moved'),
    path: z.string(),
    line,
    plain: z.string(),
    shown: z.string(),
    added: z.array(z.object({ column: count, length: count, target: count.exactOptional() })),
  }),
  z.object({
    kind: z.literal('code'),
    text: count,
    path: z.string(),
    functions: z.array(z.object({ name: z.string(), line, endLine: line, counter: count })),
    statements: z.array(z.tuple([line, line, count, within])),
    unfinished: z.array(z.tuple([line, count])),
    branches: z.array(z.object({ line, what: z.string(), within, ways: z.array(way) })),
  }),
  z.object({ kind: z.literal('counts'), text: count, values: z.array(count) }),
  z.object({
    kind: z.literal('test'),
    phase: z.enum(['begin', 'end']),
    name: z.array(z.string()),
    file: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('note'), text: z.string(), isGap: z.literal(true).exactOptional() }),
]);

/** A record, or undefined for a malformed line: cut off by the end of its process, or of the program's own making. */
export function decodeRecord(text: string): TraceRecord | undefined {
  try {
    return traceRecord.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
