import { isAbsolute } from 'node:path';
import * as z from 'zod/v4';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { NameElsewhere } from '../../../model/evaluate-outcome.ts';
import type { StackFrame } from '../../../model/stack-frame.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { CHANGES_SESSION, LOOKS_ONLY } from '../../annotations.ts';
import { integer } from '../../schema.ts';
import { isUrl, location, place, sessionId } from './common.ts';
import { debuggerTool } from './debugger-tool.ts';
import { pausedSession, viewOf } from './session-view.ts';

/** A frame as answers give it. */
const frameSchema = location.extend({
  function: z.string(),
  async: z.literal(true).optional().describe('A caller whose frame is gone: it cannot be switched to'),
});

/** A frame of the stack that answers show, and its number in the engine's own. */
interface ShownFrame {
  readonly index: number;
  readonly frame: StackFrame;
}

export const getStack = debuggerTool({
  name: 'debugger_get_stack',
  title: 'Call stack',
  description: "Get the call stack of the paused program, innermost frame first, without the runtime's own frames.",
  annotations: LOOKS_ONLY,
  input: { sessionId },
  output: { stack: z.array(frameSchema), currentFrame: z.int().describe('frameIndex of the chosen one') },
  failsWith: 'GET_STACK_FAILED',
  async run({ sessionId: id }, { engine, signal }) {
    const session = pausedSession(engine, id);
    const { state } = session;
    const shown = await shownFrames(session, { signal });
    const chosen = chosenAmong(session, shown);
    session.markShown(state);
    const currentFrame = chosen && { currentFrame: shown.indexOf(chosen) };
    return { stack: shown.map(({ frame }) => frameJson(session, frame)), ...currentFrame };
  },
});

export const switchStackFrame = debuggerTool({
  name: 'debugger_switch_stack_frame',
  title: 'Choose a stack frame',
  description: 'Choose the frame that later inspections read, until the program goes on.',
  annotations: CHANGES_SESSION,
  input: { sessionId, frameIndex: integer({ min: 0 }).describe('0 = top of debugger_get_stack') },
  output: { frameIndex: z.int(), frame: frameSchema },
  failsWith: 'SWITCH_FRAME_FAILED',
  async run({ sessionId: id, frameIndex }, { engine, signal }) {
    const session = pausedSession(engine, id);
    const shown = await shownFrames(session, { signal });
    const wanted = shown[frameIndex];
    if (!wanted || wanted.frame.presentation === 'async') throw frameError(frameIndex, wanted, shown);
    viewOf(session).chooseFrame(wanted.index);
    return { frameIndex, frame: frameJson(session, wanted.frame) };
  },
});

/** The frame that inspections read; undefined if no code of the program is on the stack. @throws DebugError `not_stopped` */
export async function chosenFrame(session: DebugSession, options: CallOptions): Promise<StackFrame | undefined> {
  return chosenAmong(session, await shownFrames(session, options))?.frame;
}

/** The same with the number of the frame that answers show; undefined for a frame that they do not show. */
export async function inShownFrame(
  session: DebugSession,
  elsewhere: NameElsewhere,
  options: CallOptions,
): Promise<NameElsewhere | undefined> {
  const frameIndex = (await shownFrames(session, options)).findIndex(({ index }) => index === elsewhere.frameIndex);
  return frameIndex < 0 ? undefined : { ...elsewhere, frameIndex };
}

function chosenAmong(session: DebugSession, shown: readonly ShownFrame[]): ShownFrame | undefined {
  const { frameIndex } = viewOf(session);
  const { state } = session;
  const focus = state.kind === 'stopped' ? state.frameId : undefined;
  const chosen = shown.find(({ index, frame }) =>
    frameIndex === undefined ? frame.id === focus : index === frameIndex,
  );
  return chosen ?? shown[0];
}

/** The frames that are in files. */
async function shownFrames(session: DebugSession, options: CallOptions): Promise<readonly ShownFrame[]> {
  const frames = await session.inspection.stack(options);
  return frames.flatMap((frame, index) => (isInFile(frame) ? [{ index, frame }] : []));
}

/** Code of the program that has only a name (`vm` scripts) counts; what the runtime brings with it, and `data:` modules, do not. */
export function isInFile({ location: { path }, presentation }: Pick<StackFrame, 'location' | 'presentation'>): boolean {
  return isAbsolute(path) || (presentation === 'normal' && !isUrl(path));
}

function frameJson(
  session: DebugSession,
  { name, location: at, presentation }: StackFrame,
): z.output<typeof frameSchema> {
  return { function: name, ...place(session, at), ...(presentation === 'async' ? { async: true } : {}) };
}

function frameError(frameIndex: number, wanted: ShownFrame | undefined, shown: readonly ShownFrame[]): DebugError {
  const last = shown.filter(({ frame }) => frame.presentation !== 'async').length - 1;
  const why = wanted
    ? `Frame ${frameIndex} (${wanted.frame.name}) is an asynchronous caller: it is gone.`
    : `There is no frame ${frameIndex}.`;
  return new DebugError('frame_not_found', why, {
    advice: `Frames 0 to ${last} can be looked into; debugger_get_stack lists them.`,
    details: { frames: last + 1 },
  });
}
