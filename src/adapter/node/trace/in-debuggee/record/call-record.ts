import { type Activation, round } from './activation.ts';
import { callerOf } from './caller.ts';
import type { RecordSink } from './sink.ts';

/** The record of a call as it is now; `id` is that of its function. */
export function callRecord(
  call: Activation,
  { id, isWanted, sink }: { readonly id: number; readonly isWanted: boolean; readonly sink: RecordSink },
): object {
  const isEnded = call.end !== undefined;
  return {
    kind: 'call',
    function: id,
    number: call.number,
    isWanted,
    atMs: sink.sinceStart(call.atMs),
    durationMs: round(isEnded ? call.durationMs : sink.sinceStart() - sink.sinceStart(call.atMs)),
    caller: callerOf(call.caller),
    arguments: call.arguments,
    events: call.events(),
    end: call.endNow(),
  };
}
