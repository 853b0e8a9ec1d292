import type { EventEmitter } from 'node:events';
import type { BreakpointState } from '../../model/breakpoints/breakpoint.ts';
import type { BreakpointId, ThreadId } from '../../model/ids.ts';
import type { AdapterEvents } from '../debug-adapter.ts';
import type { Part, Parts } from './parts.ts';

/**
 * Reports what happens in a part as what happens in the debuggee, with the numbers that the debuggee has for threads, frames and values.
 * The end of a part is not forwarded: only that of the program is one of the debuggee.
 *
 * @param onBreakpoint Receives the states of breakpoints, which other parts may know better.
 */
export function forwardEvents(
  part: Part,
  parts: Parts,
  events: EventEmitter<AdapterEvents>,
  onBreakpoint: (id: BreakpointId, state: BreakpointState) => void,
): void {
  const { index, ids } = part;
  const from = part.adapter.events;
  const numberOf = (threadId: ThreadId) => parts.threadNumber(part, threadId);
  from.on('stopped', (stop) => {
    const exception = stop.exception && { exception: ids.exception(stop.exception) };
    events.emit('stopped', {
      ...stop,
      threadId: numberOf(stop.threadId),
      frameId: ids.publicId(stop.frameId),
      ...exception,
      ...(stop.write && { write: { ...stop.write, dataId: ids.publicDataId(stop.write.dataId) } }),
    });
  });
  from.on('continued', ({ threadId }) => events.emit('continued', { threadId: numberOf(threadId) }));
  from.on('thread', ({ threadId, reason }) => events.emit('thread', { threadId: numberOf(threadId), reason }));
  const language = parts.languageOf(part);
  from.on('unadopted', (found) =>
    events.emit('unadopted', { ...found, ...(language === undefined ? {} : { language }) }),
  );
  from.on('unfollowed', () => events.emit('unfollowed'));
  from.on('collected', (hit) => events.emit('collected', { ...hit, threadId: numberOf(hit.threadId) }));
  from.on('written', (write) => events.emit('written', { ...write, dataId: ids.publicDataId(write.dataId) }));
  from.on('unstopped', (exception) => events.emit('unstopped', exception));
  from.on('breakpoint', ({ id, state }) => onBreakpoint(id, state));
  from.on('breakpointFollowed', (line) => events.emit('breakpointFollowed', line));
  from.on('breakpointHit', (hit) => events.emit('breakpointHit', hit));
  from.on('conditionTally', (tally) =>
    events.emit('conditionTally', index === 0 ? tally : { ...tally, source: `${index}: ${tally.source}` }),
  );
  from.on('countsCutShort', (cut) => events.emit('countsCutShort', cut));
  from.on('unseen', (lost) => events.emit('unseen', lost));
  from.on('output', (chunk) => {
    // What processes below the program write comes out of its pipes: a second time, it would be shown twice.
    if (index > 0 && chunk.category !== 'log') return;
    const text = chunk.category === 'stderr' ? withoutNoise(parts, chunk.text) : chunk.text;
    if (text !== '') events.emit('output', { ...chunk, text });
  });
}

/** Takes out of the program's stderr the text that debuggers of languages below the program write there. */
function withoutNoise(parts: Parts, text: string): string {
  return parts.followers().reduce((rest, { noise }) => noise?.push(rest) ?? rest, text);
}

/** Reports what is still held back of the program's stderr, which has ended. */
export function flushOutput(parts: Parts, events: EventEmitter<AdapterEvents>): void {
  const text = parts.followers().reduce((rest, { noise }) => (noise ? noise.push(rest) + noise.flush() : rest), '');
  if (text !== '') events.emit('output', { category: 'stderr', text });
}
