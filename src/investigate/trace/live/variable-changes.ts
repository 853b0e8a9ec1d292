import type { TracedChange, TracedValue } from '../../../model/trace/trace-record.ts';
import type { Variable } from '../../../model/variable.ts';
import { tracedValue } from './traced-value.ts';

/** Changes of one statement. */
const MAX_CHANGES = 20;

/**
 * The variables of a call from stop to stop, and their changes, in names and in one level of the objects that they hold.
 * Variables of blocks that have been left are no change, and are known again when the block is entered once more.
 */
export class VariableChanges {
  readonly #known: Map<string, Variable>;

  constructor(variables: readonly Variable[]) {
    this.#known = new Map(variables.map((each) => [each.name, each]));
  }

  /**
   * The changes since the last stop.
   *
   * @param assigns Whether the statement that ran assigns to a variable itself: another object, then, and not the same one changed.
   * @param isBlockStart Whether variables may have no value only because their block begins.
   * @param around Variables that were there before they were looked at for the first time.
   */
  at(
    variables: readonly Variable[],
    assigns: (name: string) => boolean,
    isBlockStart: boolean,
    around: readonly Variable[] = [],
  ): TracedChange[] {
    for (const each of around) if (!this.#known.has(each.name)) this.#known.set(each.name, each);
    const seen = new Set<string>();
    const changes: TracedChange[] = [];
    for (const now of [...variables, ...around]) {
      if (now.hidden || (isAbsent(now) && isBlockStart)) continue;
      const before = this.#known.get(now.name);
      this.#known.set(now.name, now);
      const found = changesOf(before, now, assigns(now.name));
      // Two names for one object: its parts are shown for the first.
      const isPart = found.some(({ name }) => name !== now.name);
      const key = JSON.stringify([
        now.value,
        found.map(({ name, after }) => [name.slice(now.name.length), after?.text]),
      ]);
      if (isPart && seen.has(key)) continue;
      seen.add(key);
      changes.push(...found);
    }
    return changes.slice(0, MAX_CHANGES);
  }
}

/** Adds later changes to those of the same statement: of each name, what it was first and what it is at last. */
export function joinChanges(first: readonly TracedChange[], later: readonly TracedChange[]): TracedChange[] {
  const joined = new Map(first.map((each) => [each.name, each]));
  for (const change of later) {
    const { before } = joined.get(change.name) ?? change;
    const { before: _, ...after } = change;
    joined.set(change.name, before === undefined ? after : { ...after, before });
  }
  return [...joined.values()].filter(({ before, after }) => before?.text !== after?.text).slice(0, MAX_CHANGES);
}

function changesOf(before: Variable | undefined, now: Variable, isAssigned: boolean): TracedChange[] {
  const { name } = now;
  if (before === undefined || isAbsent(before)) return isAbsent(now) ? [] : [{ name, after: tracedValue(now) }];
  const isSame = before.value === now.value && before.type === now.type;
  const parts = isAssigned || before.type !== now.type ? undefined : partChanges(before, now);
  if (parts !== undefined && parts.length > 0) return parts;
  return isSame ? [] : [{ name, before: identified(before), after: identified(now) }];
}

let lastObject = 0;

/** An object as a whole is another one than before, and than all others: the debugger does not say which are the same. */
function identified(variable: Variable): TracedValue {
  const value = tracedValue(variable);
  return variable.children === undefined ? value : { ...value, object: ++lastObject };
}

/**
 * The changes of a value's parts; undefined if it is to be shown as a whole: the debugger does not say whether it is the same
 * object.
 */
function partChanges(before: Variable, now: Variable): TracedChange[] | undefined {
  if (!before.children?.length || !now.children?.length) return undefined;
  const were = new Map(before.children.map((each) => [each.name, each]));
  const are = new Map(now.children.map((each) => [each.name, each]));
  const added = now.children.filter((each) => !each.hidden && differs(were.get(each.name), each));
  const isCut = [before, now].some(({ cut, children = [], childCount = 0 }) => cut && children.length < childCount);
  const gone = isCut ? [] : before.children.filter((each) => !each.hidden && !are.has(each.name));
  return [
    ...added.map((part) => {
      const was = were.get(part.name);
      const after = tracedValue(part);
      return { name: pathOf(now.name, part), after, ...(was === undefined ? {} : { before: tracedValue(was) }) };
    }),
    ...gone.map((part) => ({ name: pathOf(now.name, part), before: tracedValue(part) })),
  ];
}

function differs(was: Variable | undefined, is: Variable): boolean {
  return was === undefined || was.value !== is.value || was.type !== is.type;
}

/** `items[3]`, `product.price`, `item['kind']`. */
function pathOf(name: string, part: Variable): string {
  if (part.isElement || /^\[.*\]$/s.test(part.name)) return `${name}${part.name}`;
  return /^[\p{L}_$#]/u.test(part.name) ? `${name}.${part.name}` : `${name}[${part.name}]`;
}

/** JavaScript's variables that have been declared further down, or without a value. */
function isAbsent({ type }: Variable): boolean {
  return type === 'undefined' || type === 'uninitialized';
}
