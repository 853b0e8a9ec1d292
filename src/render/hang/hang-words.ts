import type { AwaitedObject, EndedPart, KeepAlive, ObservedValue, PendingAwait } from '../../model/hang-report.ts';
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

const ENDED_NAMES: Readonly<Record<EndedPart['kind'], string>> = {
  thread: 'thread ',
  task: 'task ',
  callback: 'callback ',
  call: "an executor's call of ",
  process: 'process ',
  worker: "a pool's worker ",
};

/** Says what ended, and by what. */
export function endedText(
  { kind, name, error, exitCode = 0, place, isMissed }: EndedPart,
  context: PathContext,
): string {
  const who = `${ENDED_NAMES[kind]}${oneLine(name, MAX_TEXT_CHARS)}`;
  const missed = isMissed ? missedText(kind) : '';
  const code = exitCode < 0 ? `by signal ${-exitCode}` : `with exit code ${exitCode}`;
  if (error === undefined) return `${who} ended ${code}${missed}`;
  const at = place ? ` in ${oneLine(place.name, MAX_TEXT_CHARS)} (${displayLocation(place.location, context)})` : '';
  return `${who} ended by ${oneLine(error, MAX_TEXT_CHARS)}${at}${missed}`;
}

function missedText(kind: EndedPart['kind']): string {
  if (kind === 'worker') return '; what it was at is waited for';
  return kind === 'process' ? '; what is waited for may be its work' : '; it used what is waited for';
}

const MAX_USERS = 3;

/** Names an object that is waited for, with its state and its other side. */
export function awaitedText({ name, state, usedBy }: AwaitedObject): string {
  const users = usedBy.slice(0, MAX_USERS).map(({ who, call }) => {
    const where = call === undefined ? '' : `, in ${oneLine(call, MAX_TEXT_CHARS)}`;
    return `${oneLine(who, MAX_TEXT_CHARS)}${where}`;
  });
  const others = users.length === 0 ? 'no other call uses it' : `also used by ${users.join('; by ')}`;
  return `${oneLine(name, MAX_TEXT_CHARS)}: ${state}; ${others}`;
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
