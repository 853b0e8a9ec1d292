import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The reason for which a line of the client is not passed on. */
export interface RefusedLine {
  /** Undefined: there is no answer, for a notification has none. */
  readonly answer:
    | { readonly jsonrpc: '2.0'; readonly id: string | number | null; readonly error: ErrorBody }
    | undefined;
  /** For a person, without what the client has sent. */
  readonly reason: string;
}

interface ErrorBody {
  readonly code: ProtocolErrorCode;
  readonly message: string;
}

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

const ID_FIRST =
  /^\s{0,20}\{\s{0,20}(?:"jsonrpc"\s{0,20}:\s{0,20}"2\.0"\s{0,20},\s{0,20})?"id"\s{0,20}:\s{0,20}(\d{1,15}|"[^"\\\p{Cc}]{0,100}")\s{0,20},/u;
const ID_LAST = /,\s{0,20}"id"\s{0,20}:\s{0,20}(\d{1,15}|"[^"\\\p{Cc}]{0,100}")\s{0,20}\}\s{0,20}$/u;

/** Undefined for a message that can be passed on. The SDK drops what it cannot read, and its client would wait for ever. */
export function refusedLine(line: string): RefusedLine | undefined {
  try {
    deserializeMessage(line);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return refusal(null, ProtocolErrorCode.ParseError, 'The line is not JSON.');
    return refusedMessage(JSON.parse(line));
  }
}

/** A line of which only its ends were kept. Its client waits for an answer by the id, which it writes at one of them. */
export function tooLongLine(maxBytes: number, [beginning = '', end = '']: readonly string[]): RefusedLine {
  const id = ID_FIRST.exec(beginning)?.[1] ?? ID_LAST.exec(end)?.[1];
  return refusal(
    id === undefined ? null : JSON.parse(id),
    ProtocolErrorCode.InvalidRequest,
    `A message may have ${maxBytes.toLocaleString('en-US')} bytes.`,
  );
}

function refusedMessage(message: unknown): RefusedLine {
  const invalid = ProtocolErrorCode.InvalidRequest;
  if (Array.isArray(message)) return refusal(null, invalid, 'A line is one message; batches are not taken.');
  if (typeof message !== 'object' || message === null) return refusal(null, invalid, 'A message is an object.');
  const { id, jsonrpc, method }: Record<string, unknown> = { ...message };
  const known = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return refusal(known, invalid, 'jsonrpc is not "2.0".');
  if ('id' in message && known === null) return refusal(null, invalid, 'id is neither a text nor an integer.');
  if (typeof method !== 'string') return refusal(known, invalid, 'method is not a text.');
  const unknown = Object.keys(message).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    return refusal(known, invalid, `A request has no ${JSON.stringify(unknown.slice(0, 40))}.`);
  const wrong = 'params is not an object as the protocol has it (with _meta and progressToken, where they are given).';
  if (known !== null) return refusal(known, ProtocolErrorCode.InvalidParams, wrong);
  return { answer: undefined, reason: `${method.slice(0, 40)}: ${wrong}` };
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function refusal(id: string | number | null, code: ProtocolErrorCode, message: string): RefusedLine {
  return { answer: { jsonrpc: '2.0', id, error: { code, message } }, reason: message };
}
