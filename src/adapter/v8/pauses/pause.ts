import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpPosition } from '../../../cdp/positions.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import { IDLE_FRAME, MODULE_FRAME, type StackFrame } from '../../../model/stack-frame.ts';
import type { Script, ScriptTable } from '../scripts/script-table.ts';

/** The name of the script in which an idle thread is stopped, among those that the debugger evaluates. */
export const IDLE = 'idle';

type Paused = CdpEventParams<'Debugger.paused'>;
/** A call frame as CDP reports it, valid until the thread resumes. */
export type CallFrame = Paused['callFrames'][number];

/** A frame with the script it runs in. */
export interface PausedFrame {
  readonly callFrame: CallFrame;
  readonly script: Script;
  readonly name: string;
  readonly location: SourceLocation;
  /** False for code that a compiler added, for no line of a source. */
  readonly isWritten: boolean;
}

/** The place at which V8 stands, if it differs from the shown place of the pause. */
interface StandingElsewhere {
  /** Above the frames that the pause has, V8 stands in a function of ours: a step goes out of that first. */
  readonly isInHelper?: boolean;
  /** The pause behind the shown statement, at which V8 stands; its other reasons are judged when the thread is to go on. */
  readonly rest?: Paused | undefined;
}

/** One pause of one thread: its frames, read from the event when asked for. */
export class Pause {
  readonly params: Paused;
  readonly isInHelper: boolean;
  readonly rest: Paused | undefined;
  readonly #scripts: ScriptTable;
  #frames: readonly PausedFrame[] | undefined;

  constructor(params: Paused, scripts: ScriptTable, { isInHelper = false, rest }: StandingElsewhere = {}) {
    this.params = params;
    this.isInHelper = isInHelper;
    this.rest = rest;
    this.#scripts = scripts;
  }

  get frames(): readonly PausedFrame[] {
    this.#frames ??= this.params.callFrames.map((callFrame) => this.#frameOf(callFrame));
    return this.#frames;
  }

  /**
   * The frame that a stop is reported at: the innermost one of the program. Node's own frames above it (a throw inside
   * `fs`, a pause inside a timer) stay in the stack, but are not debugged.
   */
  get focus(): PausedFrame | undefined {
    const top = this.frames.find((frame) => frame.script.origin !== 'internal');
    if (!top || top.isWritten) return top ?? this.frames[0];
    // What a compiler added is shown at the line that led there; the loader that runs a compiled module is not that line.
    return this.frames.find((frame) => frame.script.origin === 'program' && frame.isWritten) ?? top;
  }

  /** A script has another text: its frames stand elsewhere in it, as do the handles that were given out for them. */
  move(
    scriptId: ScriptId,
    move: (place: { readonly lineNumber: number; readonly columnNumber: number }) => CdpPosition,
  ): void {
    for (const frame of this.frames) {
      const { location, functionLocation } = frame.callFrame;
      for (const place of [location, functionLocation]) {
        if (place?.scriptId !== scriptId) continue;
        Object.assign(place, move({ lineNumber: place.lineNumber, columnNumber: place.columnNumber ?? 0 }));
      }
      if (location.scriptId === scriptId) Object.assign(frame, { location: this.#frameOf(frame.callFrame).location });
    }
  }

  /** True if V8 stands on another line than the one that the pause is shown at. */
  get isElsewhere(): boolean {
    const [at, shown] = [this.rest?.callFrames[0], this.frames[0]?.location];
    if (!at || !shown) return false;
    const { path, line } = this.#scripts.locate(at.location);
    return path !== shown.path || line !== shown.line;
  }

  /** True when the stack reaches down to the host's own start of the main script, so that no asynchronous caller exists. */
  get startedByMain(): boolean {
    const bottom = this.frames.at(-1);
    return bottom !== undefined && this.#scripts.naming.startsMain(bottom.script.url);
  }

  #frameOf(callFrame: CallFrame): PausedFrame {
    const script = this.#scripts.get(callFrame.location.scriptId);
    const { kind, path, line, column } = this.#scripts.locate(callFrame.location);
    const location = { path, line, column };
    const name = script.url === this.#scripts.naming.ownUrl(IDLE) ? IDLE_FRAME : frameName(callFrame);
    return { callFrame, script, name, location, isWritten: kind === 'source' };
  }
}

function frameName(callFrame: CallFrame): string {
  if (callFrame.functionName) return callFrame.functionName;
  const scope = callFrame.scopeChain[0]?.type;
  const start = callFrame.functionLocation;
  // Node compiles a CommonJS module as a nameless function that begins with the file.
  const isModuleBody = scope === 'module' || (start?.lineNumber === 0 && start.columnNumber === 0);
  return isModuleBody ? MODULE_FRAME : '(anonymous)';
}

/** The frame as the model knows it, under a handle of the adapter. */
export function toStackFrame(id: number, frame: PausedFrame): StackFrame {
  const presentation = frame.script.origin === 'internal' || !frame.isWritten ? 'internal' : 'normal';
  return { id, name: frame.name, location: frame.location, presentation };
}
