import { Inbox } from './inbox.ts';
import type { RecordedMessage } from './recording-transport.ts';
import type { Transport } from './transport.ts';

/** A message of either protocol: CDP numbers with `id` and names with `method`, DAP with `seq`, `request_seq` and `command`. */
interface ReplayedMessage {
  readonly id?: number;
  readonly method?: string;
  readonly seq?: number;
  readonly request_seq?: number;
  readonly command?: string;
}

type Entry =
  | { readonly direction: 'in'; readonly message: ReplayedMessage }
  | { readonly direction: 'out'; readonly message: ReplayedMessage; sentAs: number | undefined };

/**
 * Plays a recording (lines of {@link RecordedMessage}) back, for tests. An outgoing message is matched by its method (DAP: command) with
 * the first recorded one that is still missing; what was received after it is delivered once all recorded outgoing messages
 * before that are there, with the ids that the new requests have. A message that was not recorded ends the replay.
 */
export class ReplayTransport implements Transport<string> {
  readonly #inbox = new Inbox<string>();
  readonly #entries: readonly Entry[];
  readonly #ids = new Map<number, number>();
  #next = 0;

  constructor(lines: readonly string[]) {
    this.#entries = lines.filter((line) => line.trim() !== '').map(entryOf);
    this.#advance();
  }

  send(text: string): void {
    if (this.#inbox.closed) return;
    const message = decode(text);
    const name = nameOf(message);
    const entry = this.#entries.find((each) => isMissing(each) && nameOf(each.message) === name);
    if (entry?.direction !== 'out') {
      setImmediate(() => this.#inbox.close(`the recording has no (further) ${name}`));
      return;
    }
    const id = numberOf(message);
    const recorded = numberOf(entry.message);
    entry.sentAs = id ?? 0;
    if (id !== undefined && recorded !== undefined) this.#ids.set(recorded, id);
    setImmediate(() => this.#advance());
  }

  onMessage(listener: (message: string) => void): void {
    this.#inbox.onMessage(listener);
  }

  onClose(listener: (reason: string) => void): void {
    this.#inbox.onClose(listener);
  }

  close(): void {
    this.#inbox.close('closed by this side');
  }

  #advance(): void {
    for (let entry = this.#entries[this.#next]; entry !== undefined; entry = this.#entries[this.#next]) {
      if (isMissing(entry)) return;
      this.#next += 1;
      if (entry.direction === 'in') this.#inbox.deliver(JSON.stringify(this.#renumbered(entry.message)));
    }
  }

  #renumbered(message: ReplayedMessage): ReplayedMessage {
    const { id, request_seq: answered } = message;
    if (id !== undefined) return { ...message, id: this.#ids.get(id) ?? id };
    if (answered !== undefined) return { ...message, request_seq: this.#ids.get(answered) ?? answered };
    return message;
  }
}

function nameOf({ method, command }: ReplayedMessage): string | undefined {
  return method ?? command;
}

function numberOf({ id, seq }: ReplayedMessage): number | undefined {
  return id ?? seq;
}

function isMissing(entry: Entry): boolean {
  return entry.direction === 'out' && entry.sentAs === undefined;
}

function entryOf(line: string): Entry {
  const recorded = JSON.parse(line) as RecordedMessage & { readonly message: ReplayedMessage };
  if (recorded.direction === 'in') return { direction: 'in', message: recorded.message };
  return { direction: 'out', message: recorded.message, sentAs: undefined };
}

function decode(text: string): ReplayedMessage {
  return JSON.parse(text) as ReplayedMessage;
}
