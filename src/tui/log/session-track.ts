import type { EntryHead } from './entry-head.ts';

/** The journal indexes of a session's entries. All lists are ascending. */
export class SessionTrack {
  /** Its place in the order in which sessions appeared. */
  readonly number: number;
  readonly id: string;
  readonly firstEntry: number;
  readonly states: number[] = [];
  readonly stops: number[] = [];
  readonly variables: number[] = [];
  /** The outcome for breakpoints, but for their hits. */
  readonly breakpoints: number[] = [];
  readonly hits: number[] = [];
  readonly outputs: number[] = [];
  readonly stacks: number[] = [];
  readonly watches: number[] = [];
  name: string;
  language: string | undefined;
  created: number | undefined;
  closed: number | undefined;
  lastEntry: number;

  constructor(number: number, id: string, firstEntry: number) {
    this.number = number;
    this.id = id;
    this.name = id;
    this.firstEntry = firstEntry;
    this.lastEntry = firstEntry;
  }

  /** Adds the session's next entry. */
  add(index: number, head: EntryHead): void {
    this.lastEntry = index;
    if (head.sessionName !== undefined) this.name = head.sessionName;
    if (head.language !== undefined) this.language = head.language;
    if (head.kind === 'created') this.created = index;
    if (head.kind === 'closed') this.closed = index;
    if (head.stopped) this.stops.push(index);
    this.#listOf(head)?.push(index);
  }

  #listOf(head: EntryHead): number[] | undefined {
    switch (head.kind) {
      case 'state':
        return this.states;
      case 'variables':
        return this.variables;
      case 'breakpoint':
        return head.hit ? this.hits : this.breakpoints;
      case 'output':
        return this.outputs;
      case 'stack':
        return this.stacks;
      case 'watches':
        return this.watches;
      default:
        return undefined;
    }
  }
}
