import { messageOf } from '../../model/debug-error.ts';

/** A text of JSON, or a piece of it that JSON does not know. */
const STRING_OR_COMMENT = /"(?:\\[\s\S]|[^"\\])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const STRING_OR_TRAILING_COMMA = /"(?:\\[\s\S]|[^"\\])*"?|,(?=\s*[\]}])/g;

/** The outcome of reading JSON with comments and trailing commas, which editors allow in their files. */
export type JsonRead =
  | { readonly kind: 'value'; readonly value: unknown }
  /** `why` is the parser's sentence, with the line. */
  | { readonly kind: 'broken'; readonly why: string };

/** Reads a text by JSON's own parser: comments and the like become blanks, so that places stay as they are. */
export function parseJsonWithComments(text: string): JsonRead {
  const bare = text
    .replace(/^\uFEFF/, ' ')
    .replace(STRING_OR_COMMENT, (piece) => (piece.startsWith('"') ? piece : blanks(piece)));
  const json = bare.replace(STRING_OR_TRAILING_COMMA, (piece) => (piece === ',' ? ' ' : piece));
  try {
    const value: unknown = JSON.parse(json);
    return { kind: 'value', value };
  } catch (error) {
    return { kind: 'broken', why: withLine(messageOf(error), json) };
  }
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** The parser names a position, in some versions with the line already, or none where the text ends too early. */
function withLine(message: string, text: string): string {
  const [sentence = message] = message.split(/ in JSON|, \.{3}|, "/);
  const position = /position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position));
  return `line ${before.split('\n').length}: ${sentence}`;
}
