import { isRecord } from '../redaction/json.ts';
import type { Rejection, ToolAnswer } from '../toolsets/tool.ts';

/** Characters of one line, or of one text in a structured answer: a path has a few hundred. */
const MAX_CHARS = 2_000;

/** A failure quotes what was passed and what a program said, which may have any length: it is cut. An answer is left as it is. */
export function boundedFailure(result: ToolAnswer | Rejection): ToolAnswer | Rejection {
  if ('rejected' in result) return { ...result, message: boundedText(result.message) };
  if (result.isError !== true) return result;
  const { text, help, structured } = result;
  const bounded = structured && boundedValue(structured);
  return {
    ...result,
    ...(text !== undefined && { text: boundedText(text) }),
    ...(help !== undefined && { help: boundedText(help) }),
    ...(isRecord(bounded) && { structured: bounded }),
  };
}

/** Line by line; one that is JSON stays JSON. */
export function boundedText(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const json = text.startsWith('{') ? parsedJson(text) : undefined;
  return json === undefined ? text.split('\n').map(cut).join('\n') : JSON.stringify(boundedValue(json));
}

function boundedValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.map(boundedValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cut(key), boundedValue(inner)]));
}

/** The beginning says what it is. */
function cut(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
