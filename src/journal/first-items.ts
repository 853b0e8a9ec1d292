/** Items of an array that are kept. */
export const MAX_ITEMS = 5;

const LIST = /^(?:[\w$.]+(?:\(\d[\d,]*\))? )?\[/;
/** The text that stands for items which a summary has left out already. */
const LEFT_OUT = /^(?:… |\.\.\. \+?)([\d,]+) more$/;
const QUOTES = '"\'`';

/** The text of an array with its first items, and how many there are besides; any other text as it is. */
export function firstItems(text: string): string {
  const open = LIST.exec(text)?.[0];
  if (open === undefined || !text.endsWith(']')) return text;
  const items = topLevelItems(text.slice(open.length, -1));
  const [, leftOut] = LEFT_OUT.exec(items?.at(-1) ?? '') ?? [];
  const shown = leftOut === undefined ? items : items?.slice(0, -1);
  if (shown === undefined || shown.length <= MAX_ITEMS) return text;
  const more = shown.length - MAX_ITEMS + Number((leftOut ?? '0').replaceAll(',', ''));
  return `${open}${shown.slice(0, MAX_ITEMS).join(', ')}... +${more} more]`;
}

/** Undefined for a text that is no list after all: its brackets or quotes do not close. */
function topLevelItems(inner: string): string[] | undefined {
  const items: string[] = [];
  let depth = 0;
  let quote: string | undefined;
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    const char = inner.charAt(at);
    if (quote !== undefined) {
      if (char === '\\') at++;
      else if (char === quote) quote = undefined;
    } else if (QUOTES.includes(char)) quote = char;
    else if ('[{('.includes(char)) depth++;
    else if (']})'.includes(char)) depth--;
    else if (char === ',' && depth === 0 && inner[at + 1] === ' ') {
      items.push(inner.slice(start, at));
      start = at + 2;
    }
    if (depth < 0) return undefined;
  }
  if (depth !== 0 || quote !== undefined) return undefined;
  return [...items, inner.slice(start)];
}
