import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { LocalVariable } from '../../model/stop-report.ts';
import type { Variable } from '../../model/variable.ts';

/**
 * Remembers the locals of the last stop in each function, to show what changed since. A function that is entered anew is
 * distinguished from one that goes on by its frame depth and file.
 */
export class LocalsHistory {
  #last: { readonly key: string; readonly texts: ReadonlyMap<string, string> } | undefined;

  /** The locals marked with what they were at the previous stop, if that was in the same function call. */
  mark(stop: StoppedInfo, depth: number, locals: readonly Variable[]): LocalVariable[] {
    const key = `${stop.threadId}:${depth}:${stop.functionName}:${stop.location.path}`;
    const before = this.#last?.key === key ? this.#last.texts : undefined;
    this.#last = { key, texts: new Map(locals.map((local) => [local.name, local.value])) };
    if (!before) return [...locals];
    // In a bundle, variables of two sources may have been called the same by their authors.
    const names = locals.map(({ name }) => name);
    const shared = new Set(names.filter((name, index) => names.indexOf(name) !== index));
    return locals.map((local) => {
      if (shared.has(local.name)) return local;
      const previous = before.get(local.name);
      if (previous === local.value) return local;
      return { ...local, previous: previous ?? null };
    });
  }
}
