import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { EvaluateOutcome, NameElsewhere } from '../../model/evaluate-outcome.ts';
import type { FrameId } from '../../model/ids.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { ScopeKind } from '../../model/variable.ts';

/** Frames that are searched, and names of each scope. */
const MAX_FRAMES = 30;
const NAMES_ONLY = { depth: 0, maxChildren: 1_000, maxTextLength: 1 };
const NOT_FOUND: ReadonlySet<string> = new Set(['ReferenceError', 'NameError']);

/** An expression that was evaluated, and its outcome. */
export interface Evaluated {
  readonly expression: string;
  /** Index in the stack of the frame in which it was evaluated; left out, that of the stop. */
  readonly frameIndex?: number | undefined;
  readonly outcome: EvaluateOutcome;
}

/**
 * The frame that has the variable which an expression did not find: the nearest caller, then the nearest function that was called.
 * Undefined if it did not fail, or for another reason, or no frame has the variable. Runs no code of the program.
 */
export async function nameElsewhere(
  adapter: DebugAdapter,
  stop: StoppedInfo,
  { expression, frameIndex, outcome }: Evaluated,
  options: CallOptions,
): Promise<NameElsewhere | undefined> {
  if (outcome.kind !== 'thrown' || !NOT_FOUND.has(outcome.exception.name)) return undefined;
  const said = new Set(wordsOf(outcome.exception.message));
  const missing = wordsOf(expression).filter((word) => said.has(word));
  const frames = missing.length === 0 ? [] : await adapter.stackTrace(stop.threadId, options);
  const own = frameIndex ?? frames.findIndex(({ id }) => id === stop.frameId);
  const ownFrame = frames[own];
  if (!ownFrame) return undefined;
  const here = await namesOf(adapter, ownFrame.id, ['local', 'closure'], options);
  const wanted = missing.filter((word) => !here.has(word));
  const callers = [...frames.keys()].slice(own + 1);
  const called = [...frames.keys()].slice(0, own).reverse();
  for (const index of wanted.length === 0 ? [] : [...callers, ...called].slice(0, MAX_FRAMES)) {
    const frame = frames[index];
    if (frame?.presentation !== 'normal') continue;
    const names = await namesOf(adapter, frame.id, ['local', 'closure'], options);
    const name = wanted.find((word) => names.has(word));
    if (name !== undefined) return { name, frameIndex: index, functionName: frame.name };
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
}

async function namesOf(
  adapter: DebugAdapter,
  frameId: FrameId,
  kinds: readonly ScopeKind[],
  options: CallOptions,
): Promise<ReadonlySet<string>> {
  const scopes = (await adapter.scopes(frameId, options)).filter(({ kind }) => kinds.includes(kind));
  const lists = await Promise.all(
    scopes.map(({ variablesReference }) => adapter.variables({ variablesReference, start: 0, ...NAMES_ONLY }, options)),
  );
  return new Set(lists.flat().map(({ name }) => name));
}
