import type { Key as InkKey } from 'ink';
import type { Key } from './view/key.ts';

const NAMES: readonly (readonly [flag: keyof InkKey, name: Key])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
];

const CONTROL = /\p{Cc}/u;

/** The keys that ink reports as one input. Keys that come fast, and pasted text, come as one. */
export function keysOf(input: string, key: InkKey): readonly Key[] {
  if (key.ctrl) return input === 'c' ? ['ctrl-c'] : [];
  const named = NAMES.find(([flag]) => key[flag] === true);
  if (named) return [named[1]];
  return key.meta ? [] : Array.from(input).flatMap(keyOf);
}

function keyOf(character: string): readonly Key[] {
  if (character === '\r' || character === '\n') return ['enter'];
  if (character === '\u0003') return ['ctrl-c'];
  return CONTROL.test(character) ? [] : [character];
}
