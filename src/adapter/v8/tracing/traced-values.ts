import type { CallOptions } from '../../../model/call-options.ts';
import type { TracedChange, TracedValue } from '../../../model/trace/trace-record.ts';
import { UNSHOWN } from '../../../model/trace/unshown-value.ts';
import type { Variable } from '../../../model/variable.ts';
import { readInFrame } from '../inspection/evaluate-in-frame.ts';
import type { CallFrame } from '../pauses/pause.ts';
import { ownVariables } from '../summary/own-variables.ts';
import { primitiveSummary, type RemoteObject } from '../summary/remote-values.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

const MAX_VARIABLES = 100;

/** Describes values of a paused thread in the words of records, without running code of the program. */
export class TracedValues {
  readonly #thread: V8Thread;
  readonly #limits: { readonly depth: 0; readonly maxChildren: 30; readonly maxTextLength: number };
  readonly #options: CallOptions;

  constructor(thread: V8Thread, maxTextLength: number, options: CallOptions) {
    this.#thread = thread;
    this.#limits = { depth: 0, maxChildren: 30, maxTextLength };
    this.#options = options;
  }

  async of(remote: RemoteObject): Promise<TracedValue> {
    if (remote.objectId === undefined) {
      const { type, value } = primitiveSummary(remote, this.#limits.maxTextLength);
      return tracedValue(type, value);
    }
    const found = await this.#thread.summariser.value(remote, [], 0, this.#limits, this.#options);
    if (found.kind === 'value') return tracedValue(found.node.type, found.node.text);
    return { text: remote.description ?? remote.type, type: remote.subtype ?? remote.type };
  }

  /** The value that a function returns. @param isPausing Its promise has been settled: the settled value counts. */
  async returned(remote: RemoteObject, isPausing: boolean): Promise<TracedValue> {
    const { objectId, subtype } = remote;
    if (!isPausing || subtype !== 'promise' || objectId === undefined) return this.of(remote);
    const asked = { objectId, ownProperties: true };
    const { internalProperties = [] } = await this.#thread.session.send('Runtime.getProperties', asked, this.#options);
    const found = (name: string) => internalProperties.find((each) => each.name === name)?.value;
    const result = found('[[PromiseResult]]');
    return found('[[PromiseState]]')?.value === 'fulfilled' && result ? this.of(result) : this.of(remote);
  }

  /** The value of the `return` at which a frame stands, if its expression can be read without effects. */
  async wouldReturn({ callFrameId }: CallFrame, expression: string): Promise<TracedValue> {
    const value = await readInFrame(this.#thread.session, callFrameId, expression, this.#options);
    return value ? this.of(value) : UNSHOWN;
  }

  /** All variables of a frame's function and `this`, with one level of what they hold. */
  allVariables(frame: CallFrame): Promise<Variable[]> {
    const limits = { ...this.#limits, depth: 1, maxVariables: MAX_VARIABLES };
    return ownVariables(this.#thread.summariser, frame, limits, this.#options);
  }

  /** The values of some variables of a frame's function, those that have a value. */
  async variables({ scopeChain }: CallFrame, names: readonly string[]): Promise<TracedChange[]> {
    const local = scopeChain.find(({ type }) => type === 'local')?.object.objectId;
    if (local === undefined || names.length === 0) return [];
    const limits = { ...this.#limits, maxVariables: MAX_VARIABLES };
    const [scope] = await this.#thread.summariser.scopes([local], limits, this.#options);
    return names.flatMap((name) => {
      const found = scope?.variables.find((each) => each.name === name);
      return found ? [{ name, after: tracedValue(found.type, found.text) }] : [];
    });
  }
}

function tracedValue(type: string, text: string): TracedValue {
  if (type !== 'number') return { text, type };
  const number = Number(text);
  if (Number.isNaN(number)) return { text, type: 'NaN' };
  return Number.isFinite(number) ? { text, type, number } : { text, type };
}
