import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import { linesOfScript } from '../../../files/text-lines.ts';
import { type Intent, isException } from './pause-verdict.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/**
 * A step that an exception has stopped on its way. V8 ends a step at any other pause; this one it takes up again when it is
 * resumed, and pauses once more where the exception is caught or in the next function, with nothing that says so: the pause looks
 * like that of a `debugger` statement (Node 20 to 26).
 */
export class LingeringStep {
  readonly #session: CdpSession;
  #lingers = false;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /**
   * Records a pause.
   *
   * @param intent What the thread was doing.
   * @returns whether it may be the end of such a step, which is not wanted any more
   */
  recordPause(paused: Paused, intent: Intent): boolean {
    if (isException(paused)) {
      this.#lingers ||= intent.kind === 'step';
      return false;
    }
    const lingered = this.#lingers;
    this.#lingers = false;
    return lingered && intent.kind === 'run' && !paused.hitBreakpoints?.length;
  }

  /** True if a pause stands at a `debugger` statement. */
  async isDebuggerStatement({ callFrames }: Paused): Promise<boolean> {
    const [top] = callFrames;
    if (!top) return false;
    const { scriptId, lineNumber, columnNumber = 0 } = top.location;
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId });
    const line = linesOfScript(scriptSource)[lineNumber] ?? '';
    return /^debugger\b/.test(line.slice(columnNumber));
  }
}
