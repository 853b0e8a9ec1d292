import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { LocalVariable } from '../../model/stop-report.ts';
import type { Variable } from '../../model/variable.ts';

/**
 * Remembers the locals of the last stop, to show what changed since. Only within one call of the function: what they were in another
 * call of it, of another request in a server, would mislead.
 */
export class LocalsHistory {
  #last:
    | { readonly key: string; readonly calls: readonly string[]; readonly texts: ReadonlyMap<string, string> }
    | undefined;

  /**
   * The locals marked with what they were at the previous stop, if that was in the same function call.
   *
   * @param calls The names of the call, as far as it is known: one that both stops have means that it is the same.
   */
  mark(stop: StoppedInfo, calls: readonly string[], locals: readonly Variable[]): LocalVariable[] {
    const key = `${stop.threadId}:${stop.functionName}:${stop.location.path}`;
    const isSameCall = this.#last?.key === key && calls.some((name) => this.#last?.calls.includes(name));
    const before = isSameCall ? this.#last?.texts : undefined;
    this.#last = { key, calls, texts: new Map(locals.map((local) => [local.name, local.value])) };
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
