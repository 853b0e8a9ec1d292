import type { LifeStep, RecordedLife } from '../../live-tracing.ts';
import type { CallFrame } from '../pauses/pause.ts';
import type { OpenCall } from './open-calls.ts';
import type { OwnFunction, OwnPlace } from './own-functions.ts';
import type { TracedValues } from './traced-values.ts';

/** Statements that are looked at; each costs a pause of one or two milliseconds. */
const MAX_STEPS = 2_000;
const MAX_STEPS_OF_FUNCTION = 150;

/** The values of the variables of calls at each of their statements, bounded for each function and in all. */
export class LifeSteps {
  readonly #values: TracedValues;
  readonly #steps = new Map<OpenCall, LifeStep[]>();
  readonly #counts = new Map<OwnFunction, number>();
  #count = 0;

  constructor(values: TracedValues) {
    this.#values = values;
  }

  /** The places at which the function's statements begin. */
  placesOf({ places, statements }: OwnFunction): OwnPlace[] {
    const found = statements.flatMap(
      ({ start, end }) => places.find(({ offset }) => offset >= start && offset < end) ?? [],
    );
    return [...new Set(found)];
  }

  /** True if no more statements of a function are looked at. */
  isEnough(called: OwnFunction): boolean {
    return this.#count >= MAX_STEPS || (this.#counts.get(called) ?? 0) >= MAX_STEPS_OF_FUNCTION;
  }

  async add(call: OpenCall, frame: CallFrame): Promise<void> {
    if (this.isEnough(call.called)) return;
    this.#count++;
    this.#counts.set(call.called, (this.#counts.get(call.called) ?? 0) + 1);
    const steps = this.#steps.get(call) ?? [];
    this.#steps.set(call, steps);
    const column = (frame.location.columnNumber ?? 0) + 1;
    const variables = await this.#values.allVariables(frame);
    steps.push({ line: call.line, column, variables, isReturn: frame.returnValue !== undefined });
  }

  /** The steps of one call of each function: the first that threw, or the last. */
  lives(calls: readonly OpenCall[]): RecordedLife[] {
    const chosen = new Map<OwnFunction, OpenCall>();
    for (const call of calls) if (chosen.get(call.called)?.end?.kind !== 'threw') chosen.set(call.called, call);
    return [...chosen.values()].map((call) => {
      const { called, caller, atMs, durationMs, end = { kind: 'running', line: call.line } } = call;
      const number = calls.filter((each) => each.called === called).indexOf(call) + 1;
      const known = {
        kind: 'call',
        function: called.id,
        number,
        isWanted: end.kind === 'threw',
        atMs,
        durationMs,
      } as const;
      return {
        call: { ...known, arguments: call.arguments, end, ...(caller ? { caller } : {}) },
        path: called.path,
        name: called.name,
        steps: this.#steps.get(call) ?? [],
        isCut: this.isEnough(called),
      };
    });
  }
}
