import type { KeepAlive, ObservedValue, PendingAwait } from '../../model/hang-report.ts';
import { seconds } from '../evaluate.ts';
import { displayLocation, type PathContext } from '../paths.ts';
import { oneLine } from '../plain-text.ts';
import type { Section } from '../sections.ts';

/** Characters of a name, an address or a text of the program. */
export const MAX_TEXT_CHARS = 160;
const MAX_VALUE_CHARS = 60;

/** Names the thing that keeps a program alive, as a line: a timer, a socket, a child process, … */
export function keepText(kept: KeepAlive, context: PathContext): string {
  switch (kept.kind) {
    case 'timer': {
      const due = kept.dueInMs === undefined ? '' : `, fires in ${seconds(kept.dueInMs)}`;
      const what = kept.callback ? `, calls ${placeText(kept.callback, context)}` : '';
      return `${kept.repeats ? 'repeating timer' : 'timer'} of ${seconds(kept.delayMs)}${due}${what}`;
    }
    case 'server':
      return `server on ${oneLine(kept.address, MAX_TEXT_CHARS)}`;
    case 'socket': {
      const ends = [kept.local, kept.remote].filter((each) => each !== undefined).join(' to ');
      return `socket ${oneLine(ends, MAX_TEXT_CHARS)}${kept.connecting ? ', not connected yet' : ''}`;
    }
    case 'child process':
      return `child process ${kept.pid}, ${kept.hasFullPipe ? 'blocked writing to a full pipe that this program could read' : kept.state}: ${oneLine(kept.command, MAX_TEXT_CHARS)}`;
    case 'thread':
      return `thread ${oneLine(kept.name, MAX_TEXT_CHARS)}`;
    case 'file':
      return oneLine(kept.path, MAX_TEXT_CHARS);
    case 'lock':
      return `lock ${oneLine(kept.name, MAX_TEXT_CHARS)}`;
    case 'other':
      return `${oneLine(kept.name, MAX_TEXT_CHARS)}${kept.count > 1 ? ` (${kept.count})` : ''}`;
  }
}

/** The place of a wait, and the thing waited for. */
export function placeText({ name, location, awaits, tasks }: PendingAwait, context: PathContext): string {
  const what = awaits === undefined ? '' : ` for ${oneLine(awaits, MAX_TEXT_CHARS)}`;
  const count = tasks === undefined ? '' : ` in ${tasks} tasks`;
  return `${oneLine(name, MAX_TEXT_CHARS)}${count}${what} (${displayLocation(location, context)})`;
}

/** The values that an expression had while it was watched. */
export function valueText({ expression, values, changes }: ObservedValue): string {
  const name = oneLine(expression, MAX_TEXT_CHARS);
  const texts = values.map((each) => oneLine(each, MAX_VALUE_CHARS));
  return changes ? `${name}: ${texts.join(', ')}` : `${name} = ${texts[0] ?? '?'}, never changes`;
}

/** Texts below a title, each a line of its own; a title that is a sentence stands by itself. */
export function listSection(title: string, texts: readonly string[], tier: number): Section {
  const indent = title === '' ? '' : '  ';
  const lines = texts.map((text) => ({ text: `${indent}${text}`, tier }));
  const note = (left: { lines: number }) => (left.lines > 0 ? `${indent}… ${left.lines} more` : undefined);
  return title === '' || lines.length === 0
    ? { lines: title === '' || !title.endsWith('.') ? lines : [{ text: title, tier }], note }
    : { title, lines, note };
}
