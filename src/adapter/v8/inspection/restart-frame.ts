import type { CallOptions } from '../../../model/call-options.ts';
import type { RestartOutcome } from '../../restart-outcome.ts';
import type { PausedFrame } from '../pauses/pause.ts';
import { type FunctionNode, isFunction, nodesAround } from '../source/source-structure.ts';
import type { AnyNode } from '../source/syntax-tree.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

/** Kinds of nodes that run as a function of their own without being one. */
export const INITIALISERS = /^(PropertyDefinition|StaticBlock)$/;

/**
 * Restarts a frame, also a caller, which V8 can for every function that runs in one go.
 *
 * @see CDP Debugger.restartFrame
 */
export async function restartFrame(
  thread: V8Thread,
  frame: PausedFrame,
  options?: CallOptions,
): Promise<RestartOutcome> {
  const { callFrameId, canBeRestarted } = frame.callFrame;
  const written = await writtenAt(thread, frame, options);
  const twice = written && throwsTwice(written);
  if (twice) return { kind: 'refused', why: `${frame.name} ${twice}` };
  // V8 says "very likely": its own answer decides.
  const isRestarted = canBeRestarted !== false && (await thread.restartFrame(callFrameId, options));
  return isRestarted ? { kind: 'restarted' } : { kind: 'refused', why: whyNot(frame, written?.at(-1)) };
}

/** The syntax around a frame's place, as far as its function, which comes last; undefined where there is none. */
export async function writtenAt(
  { texts }: V8Thread,
  { callFrame }: PausedFrame,
  options?: CallOptions,
): Promise<readonly AnyNode[] | undefined> {
  const { scriptId, lineNumber, columnNumber = 0 } = callFrame.location;
  const around = nodesAround(await texts.of(scriptId, options), lineNumber + 1, columnNumber);
  const end = around?.nodes.findLastIndex((node) => isFunction(node) || INITIALISERS.test(node.type)) ?? -1;
  return end < 0 ? undefined : around?.nodes.slice(0, end + 1);
}

/** The reason why a second run on the same object throws, whatever its arguments; V8 restarts such a function nevertheless. */
function throwsTwice(nodes: readonly AnyNode[]): string | undefined {
  const [body, member] = [nodes.findLast(({ type }) => type === 'ClassBody'), nodes.at(-2)];
  if (INITIALISERS.test(nodes.at(-1)?.type ?? '')) return 'is in a field of a class, whose object has it already';
  if (member?.type !== 'MethodDefinition' || member.kind !== 'constructor' || body?.type !== 'ClassBody')
    return undefined;
  const isPrivate = body.body.some(
    (each) => each.type !== 'StaticBlock' && !each.static && each.key.type === 'PrivateIdentifier',
  );
  if (isPrivate) return 'is the constructor of a class with private members, which its object has already';
  const owner = nodes.at(nodes.indexOf(body) - 1);
  const isDerived = owner && 'superClass' in owner && owner.superClass;
  return isDerived
    ? 'is the constructor of a class that extends another, whose constructor may run only once'
    : undefined;
}

function whyNot({ name }: PausedFrame, written: AnyNode | undefined): string {
  const kind = written && isFunction(written) ? kindOf(written) : undefined;
  if (kind) return `V8 restarts no ${kind}, and ${name} is one`;
  if (!written) return 'V8 does not restart the top level of a module';
  return `V8 refused it for ${name}: one of the frames above it is native, or runs an async function or a generator`;
}

function kindOf({ async, generator }: Pick<FunctionNode, 'async' | 'generator'>): string | undefined {
  if (async) return generator ? 'async generator' : 'async function';
  return generator ? 'generator' : undefined;
}
