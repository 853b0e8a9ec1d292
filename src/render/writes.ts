import type { DataAccess, WatchedWrite, Writer, WriteWatch } from '../model/data-breakpoint.ts';
import { displayLocation, type PathContext } from './paths.ts';
import { counted, oneLine } from './plain-text.ts';

const MAX_EXPRESSION_CHARS = 80;
const MAX_VALUE_CHARS = 100;
const MAX_NAME_CHARS = 60;
/** Lines that write one place. */
const MAX_WRITERS = 10;

/** The access that a stop is at: `Written: cart.total 10 → -5 (watch 2, write 3)`, `Read: cart.total = 10 at cart.c:7 (watch 2, read 3)`. */
export function writeLine(write: WatchedWrite, context: PathContext): string {
  const { id, access, before, after, writes, changes, madeAt } = write;
  const expression = oneLine(write.expression, MAX_EXPRESSION_CHARS);
  const place = madeAt === undefined ? '' : ` at ${displayLocation(madeAt, context)}`;
  if (access === 'read') {
    const value = oneLine(after, MAX_VALUE_CHARS);
    return `Read: ${expression} = ${value}${place} (watch ${id}, read ${writes ?? changes})`;
  }
  const which = writes === undefined ? `change ${changes}` : `write ${writes}`;
  return `Written: ${expression} ${change(before, after)}${place} (watch ${id}, ${which})`;
}

/** The lines of the program that wrote or read a place whose accesses are only listed: one line each, the most frequent first. */
export function writerLines(watch: WriteWatch, context: PathContext): readonly string[] {
  const { id, access, expression, writes, changes, writers } = watch;
  const sorted = [...writers].sort((one, other) => other.count - one.count);
  const shown = sorted.slice(0, MAX_WRITERS).map((writer) => `  ${writerLine(writer, access, context)}`);
  const known = writers.reduce((sum, { count }) => sum + count, 0);
  const hidden = sorted.length - shown.length;
  const total = writes === undefined ? counted(changes, 'change') : `${writes}, ${changes} changed it`;
  const counts = access === 'read' ? `${changes}` : total;
  return [
    `${access === 'read' ? 'Reads' : 'Writes'} of ${oneLine(expression, MAX_EXPRESSION_CHARS)} (watch ${id}): ${counts}`,
    ...shown,
    ...(hidden > 0 ? [`  … ${counted(hidden, 'more line')}`] : []),
    ...(changes > known && known > 0
      ? [`  the line of ${changes - known} ${access === 'read' ? 'reads' : 'changes'} is not known`]
      : []),
  ];
}

function writerLine(
  { location, functionName, count, before, after }: Writer,
  access: DataAccess,
  context: PathContext,
): string {
  const times = count > 1 ? ` ×${count}` : '';
  const place = displayLocation(location, context);
  return `${place} in ${oneLine(functionName, MAX_NAME_CHARS)}${times}: ${change(before, after, access)}`;
}

/** The change from one value to another; for a read, which has found a value, that value. */
function change(before: string, after: string, access: DataAccess = 'write'): string {
  if (access === 'read' && before === after) return oneLine(after, MAX_VALUE_CHARS);
  return `${oneLine(before, MAX_VALUE_CHARS)} → ${oneLine(after, MAX_VALUE_CHARS)}`;
}

function seenText({ access, writes, changes }: WriteWatch): string {
  if (access === 'read') return `${counted(changes, 'read')} seen`;
  if (writes === undefined) return `${counted(changes, 'change')} seen`;
  return `${counted(writes, 'write')} seen, ${changes} changed it`;
}

/** A watch of writes in the list of all watches. */
export function writeWatchLines(watch: WriteWatch, context: PathContext): readonly string[] {
  const { id, access, expression, condition, note = '', unseen, isLogged, changes, gone } = watch;
  const when = condition === undefined ? note : `${note} if ${oneLine(condition, MAX_EXPRESSION_CHARS)}`;
  const what = isLogged ? 'lists' : 'stops at';
  const ended = gone === undefined ? '' : `; sees none any more: ${gone}`;
  const partial = unseen === undefined ? '' : `; not all are seen: ${unseen}`;
  const seen = changes > 0 ? `; ${seenText(watch)}` : '';
  const head = `${id}  ${oneLine(expression, MAX_EXPRESSION_CHARS)}  ${what} ${access}s${when}${seen}${ended}${partial}`;
  return watch.writers.length > 0 ? [head, ...writerLines(watch, context).slice(1)] : [head];
}
