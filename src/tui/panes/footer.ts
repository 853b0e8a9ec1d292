import { displayable } from '../text/displayable.ts';
import { columnsOf, type Line, type Span, span } from '../text/styled-line.ts';
import type { PaneContext } from './context.ts';

/** The keys in the order of what a person needs first. */
const HINTS: readonly (readonly [key: string, what: string])[] = [
  ['?', 'help'],
  ['q', 'quit'],
  ['←→', 'stops'],
  ['space', 'follow'],
  ['e', 'errors'],
  ['/', 'search'],
  ['s', 'session'],
  ['t', 'type'],
  ['tab', 'panes'],
  ['enter', 'entry'],
  ['c', 'copy'],
];

/** The last line: what is typed, what the last key came to, or what keys there are. */
export function footerLine({ view }: PaneContext, columns: number): Line {
  if (view.typing !== undefined) return [span(' /', 'accent'), span(`${displayable(view.typing)}_`)];
  if (view.note !== undefined) return [span(` ${displayable(view.note)}`, 'warn')];
  const hints: Span[] = [];
  let left = columns;
  for (const [key, what] of HINTS) {
    left -= columnsOf(key) + what.length + 3;
    if (left < 0) break;
    hints.push(span(` ${key}`, 'accent'), span(` ${what} `, 'dim'));
  }
  return hints;
}
