import { DebugError } from '../model/debug-error.ts';

/** A text of a log message, or what stands in braces: an expression with the blanks around it. */
export type LogPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly text: string };

/** The ways of a language in log messages. */
export interface LogSyntax {
  /** The characters around strings, in which braces do not count. Left out: both quotes. */
  readonly quotes?: string;
  /** In the language's own texts with expressions, two braces stand for one. */
  readonly doubledBraces?: true;
}

/**
 * A log message taken apart: text, and the expressions in braces. `\{` is a brace.
 *
 * @throws DebugError `invalid_argument` for a brace without its other half
 */
export function logMessageParts(message: string, { quotes = '\'"', doubledBraces }: LogSyntax = {}): LogPart[] {
  const parts: LogPart[] = [];
  let text = '';
  for (let at = 0; at < message.length; at++) {
    const char = message[at] ?? '';
    const isDoubled = doubledBraces && /[{}]/.test(char) && message[at + 1] === char;
    if (isDoubled || (char === '\\' && /[{}\\]/.test(message[at + 1] ?? ''))) {
      at += 1;
      text += message[at];
    } else if (char === '{') {
      const end = closingBrace(message, at, quotes);
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
      parts.push({ kind: 'expression', text: message.slice(at + 1, end) });
      at = end;
    } else {
      text += char;
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}

/** The index of the brace that closes the brace at `open`; braces in strings do not count. */
function closingBrace(message: string, open: number, quotes: string): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at < message.length; at++) {
    const char = message[at] ?? '';
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (quotes.includes(char)) quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at;
  }
  throw badLogMessage(`Log message "${message}" has a { without its }.`);
}

/** The error for a log message that cannot be understood. */
export function badLogMessage(text: string): DebugError {
  return new DebugError('invalid_argument', text, {
    advice: 'Put expressions in braces: "total is {total}". Write \\{ for a brace.',
    details: { argument: 'logMessage' },
  });
}
