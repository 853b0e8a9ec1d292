import { type Held, held, intrinsics as i } from './describe.ts';
import { isList, isLookedAt, type ObjectState, SIZE } from './object-state.ts';

/** A variable, or a part of one, that differs. */
export interface Change {
  readonly name: string;
  readonly before?: Held;
  readonly after?: Held;
}

/** Changes of one statement. */
export const MAX_CHANGES = 20;

/** Adds what differs between two states of the same object. */
export function addPartChanges(name: string, before: ObjectState, after: ObjectState, changes: Change[]): ObjectState {
  const texts: (Held | undefined)[] = [];
  let cursor = 0;
  let kept = 0;
  for (let at = 0; at < after.names.length; at++) {
    const part = after.names[at] ?? '';
    const found = before.names[cursor] === part ? cursor : indexIn(before.names, part);
    cursor = found < 0 ? cursor : found + 1;
    if (found >= 0) kept++;
    const value = after.values[at];
    if (found >= 0 && Object.is(before.values[found], value)) {
      texts[at] = before.texts[found];
      continue;
    }
    if (found < 0 && isBeyond(before, part)) continue;
    const now = held(value);
    texts[at] = now;
    if (changes.length >= MAX_CHANGES) continue;
    const was = found < 0 ? undefined : (before.texts[found] ?? earlier(before.values[found]));
    changes[changes.length] =
      was === undefined ? { name: name + part, after: now } : { name: name + part, before: was, after: now };
  }
  if (kept < before.names.length) addGone(name, before, after, changes);
  return { ...after, texts };
}

/** A part of a list that was there before, but was not looked at. */
function isBeyond(before: ObjectState, part: string): boolean {
  return isList(before.of) && !isLookedAt(+i.slice(part, 1, -1), before.size);
}

/** A primitive is as it was. An object was not described then; what it was is known by its kind alone. */
function earlier(value: unknown): Held {
  return held(value);
}

function addGone(name: string, before: ObjectState, after: ObjectState, changes: Change[]): void {
  const hasItems = isList(after.of);
  for (let at = 0; at < before.names.length && changes.length < MAX_CHANGES; at++) {
    const part = before.names[at] ?? '';
    if (after.names[at] === part || indexIn(after.names, part) >= 0) continue;
    if (part === SIZE) continue;
    if (hasItems && !isLookedAt(+i.slice(part, 1, -1), after.size)) continue;
    changes[changes.length] = { name: name + part, before: before.texts[at] ?? earlier(before.values[at]) };
  }
}

function indexIn(names: readonly string[], name: string): number {
  for (let at = 0; at < names.length; at++) if (names[at] === name) return at;
  return -1;
}
