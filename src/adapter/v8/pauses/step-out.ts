import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import { linesOfScript } from '../../../files/text-lines.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { v8Version } from './v8-version.ts';

type CallFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

/** The V8 of Node 20 ends the whole process with a fatal error at a step out of an async generator. */
const FATAL_V8 = '11.';

/** The text in front of the parameters of an async generator: `async function* name`, `async *name`. */
const ASYNC_GENERATOR = /\basync\s*(?:function\s*)?\*\s*(?:#?[\w$]+|\[[^\]]*\]|'[^']*'|"[^"]*")?\s*$/;

/** Characters in front of the parameters that are looked at. */
const MAX_HEAD = 300;

/**
 * The steps out of one thread's functions, without those that V8 does not survive.
 *
 * @see CDP Debugger.stepOut
 */
export class StepOut {
  readonly #session: CdpSession;
  readonly #onInstead: () => void;
  #isFatalV8: Promise<boolean> | undefined;

  /** @param onInstead Hears that a step over was made instead. */
  constructor(session: CdpSession, onInstead: () => void) {
    this.#session = session;
    this.#onInstead = onInstead;
  }

  /** Steps out of the function that a thread is paused in, or over its next statement where that would end the program. */
  async send(top: CallFrame | undefined, options?: CallOptions): Promise<void> {
    const isFatal = top !== undefined && (await this.#isFatalIn(top).catch(() => false));
    if (isFatal) this.#onInstead();
    await this.#session.send(isFatal ? 'Debugger.stepOver' : 'Debugger.stepOut', {}, options);
  }

  async #isFatalIn({ functionLocation }: CallFrame): Promise<boolean> {
    this.#isFatalV8 ??= v8Version(this.#session).then((version) => version.startsWith(FATAL_V8));
    if (!functionLocation || !(await this.#isFatalV8)) return false;
    const { scriptId, lineNumber, columnNumber = 0 } = functionLocation;
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId });
    const lines = linesOfScript(scriptSource);
    // The star may stand a line or two before the parameters.
    const head = [...lines.slice(Math.max(0, lineNumber - 2), lineNumber), lines[lineNumber]?.slice(0, columnNumber)];
    return ASYNC_GENERATOR.test(head.join('\n').slice(-MAX_HEAD));
  }
}
