import type { FrameEvent, TracedChange, TracedEnd, TracedValue } from '../../../../../src/model/trace/trace-record.ts';

/** A call as it was recorded, or as it really was. */
interface ComparedCall {
  readonly arguments: readonly TracedChange[];
  readonly events: readonly FrameEvent[];
  readonly end: TracedEnd;
}

/** Objects of Node's own hold clocks and numbers that differ from run to run: of them, their class is compared. */
const OF_NODE =
  /^(Timeout|Immediate|EventEmitter|Worker|ChildProcess|MessagePort|Readable|Writable|Transform|Duplex|PassThrough|Socket|Server|AbortController|AbortSignal|AsyncLocalStorage|Interface|Require|Module|ReadStream|WriteStream|Pipe|Pipeline|Buffer|URL|Hash|IncomingMessage|ServerResponse|Response)$/;

/**
 * A call in lines that are equal when everything in it was: each event with its line, the texts and kinds of its values, and which
 * of them are the same object. Clocks are left out; changes of one line are in the order of their names.
 */
export function callLines({ arguments: given, events, end }: ComparedCall): string[] {
  const objects = new Map<number, number>();
  const value = (each: TracedValue | undefined): string => {
    if (each === undefined) return '';
    const { text, type, number, object } = each;
    if (object !== undefined && !objects.has(object)) objects.set(object, objects.size + 1);
    const of = object === undefined ? '' : ` #${objects.get(object)}`;
    const shown = OF_NODE.test(type) ? '' : text;
    return `${shown} <${type}${number === undefined ? '' : ` ${number}`}${of}>`;
  };
  const change = ({ name, before, after }: TracedChange) => `${name}: ${value(before)} → ${value(after)}`;
  const changes = (list: readonly TracedChange[]) => [...list].sort(byName).map(change).join(' | ');
  const ended = (how: TracedEnd | undefined): string => {
    if (how?.kind === 'returned') return `returned ${value(how.value)}`;
    if (how?.kind === 'threw') return `threw ${value(how.error)}`;
    return how === undefined ? 'not ended' : `${how.kind} at ${how.line}`;
  };
  const eventLine = (event: FrameEvent): string => {
    switch (event.kind) {
      case 'line':
        return `${event.line} ${changes(event.changes ?? [])}`;
      case 'branch':
        return `${event.line} ${event.what}? ${event.taken}`;
      case 'call':
        return `${event.line} ${event.name}(${event.arguments.map(value).join(', ')}) ${ended(event.end)}`;
      case 'suspended':
        return `${event.line} ${event.what} ${value(event.value)}`;
      case 'resumed':
        return `${event.line} resumed ${value(event.value)}`;
      case 'caught':
        return `${event.line} caught ${value(event.error)}`;
      case 'pass':
        return `${event.line} pass ${event.pass}`;
      case 'skipped':
      case 'loopEnd':
        return `${event.line} ${event.kind} ${event.passes}`;
      case 'dropped':
        return `dropped ${event.events}`;
    }
  };
  return [`(${changes(given)})`, ...events.map(eventLine), ended(end)];
}

function byName(a: TracedChange, b: TracedChange): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
