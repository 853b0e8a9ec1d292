import type { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { ThreadEvents } from '../pauses/thread-events.ts';
import { installCall } from '../summary/summary-calls.ts';
import { logInstaller } from './breakpoint-condition.ts';
import { collectedValues } from './collect-values.ts';

const BINDING_NAME = '__mcpDebuggerLog';

/**
 * The way of log breakpoints' texts and of collected values out of the debuggee: a binding that their conditions call. Nothing pauses, nothing is
 * written to the program's own output.
 *
 * @see CDP Runtime.addBinding, Runtime.bindingCalled
 */
export class LogBreakpoints {
  readonly #session: CdpSession;
  /** The user's numbers of the breakpoints that have logged or collected. */
  readonly recorded = new Set<number>();
  readonly #installed = new Map<number | undefined, Promise<unknown>>();

  /** @param counts Whether a breakpoint stands where it was meant to; what others record is dropped. */
  constructor(session: CdpSession, events: EventEmitter<ThreadEvents>, counts: (id: number) => boolean) {
    this.#session = session;
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== BINDING_NAME) return;
      const message: unknown = JSON.parse(payload);
      if (!Array.isArray(message)) return;
      const [id, text, values]: unknown[] = message;
      if (typeof id !== 'number' || !counts(id)) return;
      this.recorded.add(id);
      events.emit('breakpointHit', id);
      if (typeof text === 'string') events.emit('output', { category: 'log', text: `${text}\n` });
      if (Array.isArray(values))
        events.emit('collected', { id, values: collectedValues(values), size: Buffer.byteLength(payload) });
    });
  }

  /**
   * Makes the functions that log and collect available to conditions; once per JavaScript world, only when a breakpoint needs them. The
   * messages are sent at once: a batch that starts the program may follow without waiting.
   *
   * @param contextId Left out: the program's main world.
   */
  async install(options?: CallOptions, contextId?: number): Promise<void> {
    const known = this.#installed.get(contextId) ?? this.#install(contextId, options);
    this.#installed.set(contextId, known);
    await known;
  }

  #install(contextId: number | undefined, options?: CallOptions): Promise<unknown> {
    const summariser = installCall();
    const expression = logInstaller(BINDING_NAME, summariser.expression);
    const world = contextId === undefined ? {} : { contextId };
    const executionContext = contextId === undefined ? {} : { executionContextId: contextId };
    return Promise.all([
      this.#session.send('Runtime.addBinding', { name: BINDING_NAME, ...executionContext }, options),
      this.#session.send('Runtime.evaluate', { ...summariser, expression, returnByValue: true, ...world }, options),
    ]);
  }
}
