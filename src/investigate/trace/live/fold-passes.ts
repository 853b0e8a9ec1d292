import type { FrameEvent, TracedEnd } from '../../../model/trace/trace-record.ts';

const MAX_SIGNATURES = 30;

/**
 * The passes of a loop as they are kept in records: the first two, the last, and each that differs from those before it in the lines
 * that ran, in the kinds of values that changed, or in what was thrown. For the others stands how many they were.
 *
 * @param passes The events of each pass.
 */
export function foldPasses(line: number, passes: readonly (readonly FrameEvent[])[]): FrameEvent[] {
  const seen = new Set<string>();
  const events: FrameEvent[] = [];
  let skipped = 0;
  for (const [index, pass] of passes.entries()) {
    const signature = signatureOf(pass);
    const isNew = !seen.has(signature) && seen.size < MAX_SIGNATURES;
    if (isNew) seen.add(signature);
    if (!isNew && index > 1 && index < passes.length - 1) {
      skipped++;
      continue;
    }
    if (skipped > 0) events.push({ kind: 'skipped', line, passes: skipped });
    skipped = 0;
    events.push({ kind: 'pass', line, pass: index + 1 }, ...pass);
  }
  return [...events, { kind: 'loopEnd', line, passes: passes.length }];
}

/** The text by which passes are compared. Of an inner loop, the kinds of passes count, not their number. */
function signatureOf(pass: readonly FrameEvent[]): string {
  const parts: string[] = [];
  let inner: Set<string> | undefined;
  let depth = 0;
  for (const event of pass) {
    if (event.kind === 'pass' && depth === 0) inner = new Set();
    if (event.kind === 'pass') depth = Math.max(depth, 1);
    if (inner) inner.add(markOf(event));
    else parts.push(markOf(event));
    if (event.kind !== 'loopEnd' || !inner) continue;
    depth = 0;
    parts.push([...inner].sort().join(','));
    inner = undefined;
  }
  return [...parts, ...(inner ?? [])].join(';');
}

function markOf(event: FrameEvent): string {
  switch (event.kind) {
    case 'line':
      return `${event.line}:${(event.changes ?? []).map(({ after }) => after?.type ?? 'gone').join(' ')}`;
    case 'call':
      return `call ${event.name} ${endMark(event.end)}`;
    case 'pass':
    case 'skipped':
    case 'loopEnd':
      return `loop ${event.line}`;
    default:
      return event.kind;
  }
}

function endMark(end: TracedEnd | undefined): string {
  return end?.kind === 'returned' ? end.value.type : (end?.kind ?? '');
}
