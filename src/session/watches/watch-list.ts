import { DebugError } from '../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { WatchResult } from '../../model/stop-report.ts';

/** The watched expressions of a session, each with its text at the stop before. */
export class WatchList {
  readonly #watches = new Map<number, { readonly expression: string; text: string | undefined }>();
  #nextId = 1;

  /** Adding an expression that is watched already gives its number. */
  add(expression: string): number {
    for (const [id, watch] of this.#watches) if (watch.expression === expression) return id;
    const id = this.nextId();
    this.#watches.set(id, { expression, text: undefined });
    return id;
  }

  /** A number that no other watch has. */
  nextId(): number {
    return this.#nextId++;
  }

  /** @param others Numbers of watches that are not in this list. @throws DebugError `invalid_argument` */
  remove(id: number, others: readonly number[] = []): string {
    const watch = this.#watches.get(id);
    this.#watches.delete(id);
    if (watch) return watch.expression;
    const known = [...this.#watches.keys(), ...others].sort((a, b) => a - b);
    throw new DebugError('invalid_argument', `There is no watch ${id}.`, {
      advice: known.length === 0 ? 'Nothing is watched.' : `Watches: ${known.join(', ')}.`,
      details: { argument: 'watch', known },
    });
  }

  list(): { readonly id: number; readonly expression: string }[] {
    return [...this.#watches].map(([id, { expression }]) => ({ id, expression }));
  }

  /** Takes the value of a watch at a stop and says whether it changed since the stop before. */
  record(id: number, outcome: EvaluateOutcome): WatchResult | undefined {
    const watch = this.#watches.get(id);
    if (!watch) return undefined;
    const { expression, text: previous } = watch;
    const text = textOf(outcome);
    watch.text = text;
    const changed = previous !== undefined && previous !== text;
    return { id, expression, outcome, ...(changed ? { previous } : {}) };
  }
}

function textOf(outcome: EvaluateOutcome): string {
  switch (outcome.kind) {
    case 'value':
      return outcome.value;
    case 'thrown':
      return `<${outcome.exception.name}: ${outcome.exception.message}>`;
    case 'timeout':
      return `<no answer within ${outcome.timeoutMs} ms>`;
    case 'side-effect':
      return `<${outcome.message}>`;
  }
}
