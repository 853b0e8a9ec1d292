import { Inbox } from './inbox.ts';
import type { RecordedMessage } from './recording-transport.ts';
import type { Transport } from './transport.ts';

interface ReplayedMessage {
  readonly id?: number;
  readonly method?: string;
}

type Entry =
  | { readonly direction: 'in'; readonly message: ReplayedMessage }
  | { readonly direction: 'out'; readonly message: ReplayedMessage; sentAs: number | undefined };

/**
 * Plays a recording (lines of {@link RecordedMessage}) back, for tests. An outgoing message is matched by its method with
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
    const { id, method } = decode(text);
    const entry = this.#entries.find((each) => isMissing(each) && each.message.method === method);
    if (entry?.direction !== 'out') {
      setImmediate(() => this.#inbox.close(`the recording has no (further) ${method}`));
      return;
    }
    entry.sentAs = id ?? 0;
    if (id !== undefined && entry.message.id !== undefined) this.#ids.set(entry.message.id, id);
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
    if (message.id === undefined) return message;
    return { ...message, id: this.#ids.get(message.id) ?? message.id };
  }
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
