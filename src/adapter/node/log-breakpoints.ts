import type { CdpSession } from '../../cdp/cdp-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { OutputChunk } from '../../model/output-chunk.ts';
import { logInstaller } from './breakpoint-condition.ts';
import type { Summariser } from './summariser.ts';

const BINDING_NAME = '__mcpDebuggerLog';

/**
 * The way of log breakpoints' texts out of the debuggee: a binding that their conditions call. Nothing pauses, nothing is
 * written to the program's own output.
 *
 * @see CDP Runtime.addBinding, Runtime.bindingCalled
 */
export class LogBreakpoints {
  readonly #session: CdpSession;
  readonly #summariser: Summariser;
  #installed: Promise<void> | undefined;

  constructor(session: CdpSession, summariser: Summariser, onLog: (breakpointId: number, chunk: OutputChunk) => void) {
    this.#session = session;
    this.#summariser = summariser;
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== BINDING_NAME) return;
      const message: unknown = JSON.parse(payload);
      if (!Array.isArray(message)) return;
      const [id, text]: unknown[] = message;
      if (typeof id === 'number' && typeof text === 'string') onLog(id, { category: 'log', text: `${text}\n` });
    });
  }

  /** Makes the log function available to conditions; once per thread, only when a log breakpoint exists. */
  install(options?: CallOptions): Promise<void> {
    this.#installed ??= this.#install(options);
    return this.#installed;
  }

  async #install(options?: CallOptions): Promise<void> {
    await this.#session.send('Runtime.addBinding', { name: BINDING_NAME }, options);
    await this.#summariser.callOn(logInstaller(BINDING_NAME), options);
  }
}
