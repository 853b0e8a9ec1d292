import type { FrameEvent } from '../../../../../src/model/trace/trace-record.ts';
import type { LoopEvent, LoopOf } from './frame-events.ts';

/** Kinds of passes that are told apart in one loop. */
const MAX_KINDS = 30;

/**
 * The events of a call with each loop's passes folded: kept are the first two, the last, and each that is of a kind that no pass
 * before it was of. `limit`: of the events of a call, or of a pass; beyond it the first half and the last half are kept.
 */
export function folded(events: readonly LoopEvent[], limit: number): FrameEvent[] {
  const flat = events.flatMap((each) => (each.kind === 'loop' ? foldedLoop(each, limit) : [each]));
  const half = Math.max(1, limit >> 1);
  if (flat.length <= 2 * half) return flat;
  return [...flat.slice(0, half), { kind: 'dropped', events: flat.length - 2 * half }, ...flat.slice(-half)];
}

function foldedLoop({ line, passes, isOver }: LoopOf, limit: number): FrameEvent[] {
  const kinds = new Set<string>();
  const all: FrameEvent[] = [];
  let skipped = 0;
  passes.forEach((events, index) => {
    const kind = kindOf(events);
    const isNew = !kinds.has(kind) && kinds.size < MAX_KINDS;
    if (isNew) kinds.add(kind);
    if (index >= 2 && index < passes.length - 1 && !isNew) {
      skipped++;
      return;
    }
    if (skipped > 0) all.push({ kind: 'skipped', line, passes: skipped });
    skipped = 0;
    all.push(...folded([{ kind: 'pass', line, pass: index + 1 }, ...events], limit));
  });
  return isOver ? [...all, { kind: 'loopEnd', line, passes: passes.length }] : all;
}

/**
 * The key that tells passes apart: the order of lines, branches, calls, waits and errors, and the kinds of values that changed. Of a loop
 * inside: which kinds of passes it had, in the order in which they came first; not how many.
 */
function kindOf(events: readonly LoopEvent[]): string {
  return events.map(eventKind).join(';');
}

function eventKind(event: LoopEvent): string {
  switch (event.kind) {
    case 'line':
      return `line ${event.line} ${(event.changes ?? []).map(({ after }) => after?.type ?? 'gone').join()}`;
    case 'branch':
      return `branch ${event.line} ${event.what} ${event.taken}`;
    case 'call':
      return `call ${event.line} ${event.name}`;
    case 'caught':
      return `caught ${event.line} ${event.error.type}`;
    case 'loop':
      return `loop ${event.line} (${[...new Set(event.passes.map(kindOf))].join('|')})`;
    default:
      return `${event.kind} ${'line' in event ? event.line : ''}`;
  }
}
