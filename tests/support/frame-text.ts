import type { FrameEvent, TracedChange, TracedEnd, TraceRecord } from '../../src/model/trace/trace-record.ts';

/** A call as few words, one line for each event: `5 total: 0 → 12`. */
export function frameText(call: Extract<TraceRecord, { kind: 'call' }>): string[] {
  const given = call.arguments.map(({ name, after }) => `${name} = ${after?.text}`).join(', ');
  return [`(${given})`, ...call.events.map(eventText), endText(call.end)];
}

function eventText(event: FrameEvent): string {
  switch (event.kind) {
    case 'line':
      return [`${event.line}`, ...(event.changes ?? []).map(changeText)].join(' | ');
    case 'branch':
      return `  ${event.what}? ${event.taken ? 'yes' : 'no'}`;
    case 'call':
      return `  ${event.name}(${event.arguments.map(({ text }) => text).join(', ')}) ${event.end ? endText(event.end) : '…'}`;
    case 'suspended':
      return `  ${event.what} ${event.value?.text}`;
    case 'resumed':
      return `  resumed ${event.value?.text ?? ''}`.trimEnd();
    case 'caught':
      return `  caught ${event.error.text}`;
    case 'pass':
      return `pass ${event.pass} of ${event.line}`;
    case 'skipped':
      return `${event.passes} skipped`;
    case 'loopEnd':
      return `${event.passes} passes of ${event.line}`;
    case 'dropped':
      return `${event.events} dropped`;
  }
}

function changeText({ name, before, after }: TracedChange): string {
  if (after === undefined) return `${name} gone, was ${before?.text}`;
  return before === undefined ? `${name} = ${after.text}` : `${name}: ${before.text} → ${after.text}`;
}

function endText(end: TracedEnd): string {
  if (end.kind === 'returned') return `→ ${end.value.text}`;
  return end.kind === 'threw' ? `! ${end.error.text}` : `${end.kind} at ${end.line}`;
}
