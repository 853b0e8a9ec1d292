import type { Transport } from './transport.ts';

const MIN_SHORTENED_CHARS = 200;
const SOURCE_KEYS: ReadonlySet<string> = new Set(['scriptSource', 'bytecode']);

/** One line of a recording. */
export interface RecordedMessage {
  /** Since the recording began. */
  readonly elapsedMs: number;
  readonly direction: 'out' | 'in';
  readonly message: unknown;
}

/**
 * Passes messages on unchanged and gives each, both ways, to `sink` as a line of JSON ({@link RecordedMessage}, without the
 * line feed). Sources and data: URLs are replaced by their lengths.
 */
export function recordTransport(transport: Transport<string>, sink: (line: string) => void): Transport<string> {
  const startMs = performance.now();
  const record = (direction: 'out' | 'in', text: string) => {
    const elapsedMs = Math.round((performance.now() - startMs) * 100) / 100;
    sink(JSON.stringify({ elapsedMs, direction, message: parsed(text) }, shorten));
  };
  return {
    send(text) {
      record('out', text);
      transport.send(text);
    },
    onMessage(listener) {
      transport.onMessage((text) => {
        record('in', text);
        listener(text);
      });
    },
    onClose: (listener) => transport.onClose(listener),
    close: () => transport.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shorten(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length < MIN_SHORTENED_CHARS) return value;
  if (SOURCE_KEYS.has(key)) return `[${key}: ${value.length} characters]`;
  if (value.startsWith('data:')) return `[data: URL: ${value.length} characters]`;
  // A worker's messages travel as text inside those of its process.
  if (key === 'message' && value.startsWith('{')) return JSON.stringify(parsed(value), shorten);
  return value;
}
