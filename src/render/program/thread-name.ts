import type { Thread } from '../../model/stack-frame.ts';
import { oneLine } from '../plain-text.ts';

const MAX_NAME_CHARS = 160;

/** A thread by its number and its name, and by its process where that does not say which one it is: `3 (worker 2)`, `6 (work.py, MainThread)`. */
export function threadName({ name, id, process, language }: Thread): string {
  const of = language === undefined || process === undefined ? [] : [process.name];
  const own = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
  return `${id} (${[...of, own].map((each) => oneLine(each, MAX_NAME_CHARS)).join(', ')})`;
}
