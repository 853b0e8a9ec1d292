import { Box, Text, useInput } from 'ink';
import { createElement, memo, type ReactElement, useSyncExternalStore } from 'react';
import { keysOf } from './key-names.ts';
import { lookOf } from './look.ts';
import type { Line } from './text/styled-line.ts';
import type { Key } from './view/key.ts';

/** The screen's content, and the listener for keys. */
export interface ScreenStore {
  /** The lines as they are now; the same array until they change. */
  readonly lines: () => readonly Line[];
  /** Calls back on every change; returns how to stop that. */
  readonly subscribe: (changed: () => void) => () => void;
  readonly press: (keys: readonly Key[]) => void;
}

interface AppProps {
  readonly store: ScreenStore;
  readonly colours: boolean;
}

/** Draws lines; knows nothing of what they mean. */
export function App({ store, colours }: AppProps): ReactElement {
  const lines = useSyncExternalStore(store.subscribe, store.lines);
  useInput((input, key) => store.press(keysOf(input, key)));
  const rows = lines.map((line, row) => createElement(Row, { key: row, line, colours }));
  return createElement(Box, { flexDirection: 'column' }, rows);
}

interface RowProps {
  readonly line: Line;
  readonly colours: boolean;
}

const Row = memo(({ line, colours }: RowProps) => {
  const spans = line.map((part, place) => createElement(Text, { key: place, ...lookOf(part, colours) }, part.text));
  return createElement(Text, { wrap: 'truncate' }, spans);
});
