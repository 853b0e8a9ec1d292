/** Characters of all texts, names included. A patch of a large file is less; more is a file that was sent where its path was meant. */
const MAX_CHARS = 1_000_000;
/** Items of one list, or keys of one object. */
const MAX_ITEMS = 10_000;
/** Lists and objects inside of each other: what reads arguments calls itself for each. */
const MAX_DEPTH = 50;

/** The characters counted so far. */
interface Count {
  chars: number;
  longest: { readonly where: string; readonly chars: number };
}

/**
 * Names the argument of a call that is too large; undefined when all fit. Reading arguments holds up all sessions, so callers
 * must ask this before anything else looks at the arguments.
 */
export function tooLarge(args: unknown): string | undefined {
  const count: Count = { chars: 0, longest: { where: '', chars: 0 } };
  const problem = problemIn(args, '', 0, count);
  if (problem !== undefined || count.chars <= MAX_CHARS) return problem;
  const { where, chars } = count.longest;
  return `\`${where}\`: ${figure(chars)} characters; all arguments together may have ${figure(MAX_CHARS)}`;
}

function problemIn(value: unknown, where: string, depth: number, count: Count): string | undefined {
  if (typeof value === 'string') {
    count.chars += value.length;
    if (value.length > count.longest.chars) count.longest = { where: where || 'arguments', chars: value.length };
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const name = where === '' ? 'the arguments' : `\`${where}\``;
  if (depth >= MAX_DEPTH) return `${name}: expected at most ${MAX_DEPTH} lists and objects inside of each other`;
  const entries = Object.entries(value);
  const kind = Array.isArray(value) ? 'items' : 'names';
  if (entries.length > MAX_ITEMS)
    return `${name}: expected at most ${figure(MAX_ITEMS)} ${kind}, got ${figure(entries.length)}`;
  for (const [key, inner] of entries) {
    const place = innerPlace(where, key, Array.isArray(value));
    count.chars += key.length;
    if (key.length > count.longest.chars) count.longest = { where: place, chars: key.length };
    const problem = problemIn(inner, place, depth + 1, count);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** `breakpoints[0].line`; long names are cut, for they are part of what may be too large. */
function innerPlace(where: string, key: string, isIndex: boolean): string {
  const name = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  if (isIndex) return `${where}[${name}]`;
  return where === '' ? name : `${where}.${name}`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
