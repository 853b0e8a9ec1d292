import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PendingAwait } from '../../../model/hang-report.ts';
import { pendingAwaits } from '../../v8/hang/awaits.ts';
import type { InspectionStep } from '../../v8/pauses/pause-verdict.ts';
import { HELD, HELD_PLACE } from '../../v8/realms/held.ts';
import { type Further, MAIN_CONTEXT, ownCode } from '../../v8/realms/own-realm.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';
import type { watchCalls } from './in-debuggee/watch-calls.ts';
import watchCallsText from './in-debuggee/watch-calls.ts?in-debuggee';

const BINDING_NAME = '__mcpDebuggerHang';
/** Calls of one function that are reported, after which it is left alone: reporting takes the program's time. */
const MAX_CALLS = 200;

/** Functions of Node that may keep a thread for as long as they like. */
const BLOCKING = [
  ...['child_process.spawnSync', 'fs.openSync', 'fs.readSync', 'fs.writeSync', 'fs.readFileSync'],
  ...['crypto.pbkdf2Sync', 'crypto.scryptSync'],
];

const WATCH = {
  ...ownCode<Further<typeof watchCalls>>(watchCallsText, HELD_PLACE, {
    binding: BINDING_NAME,
    blocking: BLOCKING,
    maxCalls: MAX_CALLS,
  }),
  binding: BINDING_NAME,
};

/** A call that may block, with the stack that led to it as text. */
interface NoticedCall {
  readonly name: string;
  readonly stack: string;
}

/** The watch of one thread from its start. */
export class ThreadWatch {
  readonly #thread: V8Thread;
  readonly #breakpoints = new Map<string, string>();
  #lastCall: NoticedCall | undefined;
  #endAwaits: readonly PendingAwait[] = [];
  #isHeld = false;

  constructor(thread: V8Thread) {
    this.#thread = thread;
  }

  /** The latest call of a function that may block; it may have returned. */
  get lastCall(): NoticedCall | undefined {
    return this.#lastCall;
  }

  /** The awaits that were pending when the program had nothing left to do. */
  get endAwaits(): readonly PendingAwait[] {
    return this.#endAwaits;
  }

  /** The program has nothing left to do, and does not end before it has been looked at. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Resolves when all is in place, which takes a few exchanges. */
  async install(options?: CallOptions): Promise<void> {
    const { session, realms } = this.#thread;
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === BINDING_NAME) this.#onReport(payload);
    });
    const { result } = await realms.run(WATCH, MAIN_CONTEXT, options);
    if (result.objectId === undefined || result.subtype !== 'array') return;
    const { result: elements } = await session.send('Runtime.getProperties', { objectId: result.objectId }, options);
    const idAt = (index: number) => elements.find(({ name }) => name === String(index))?.value?.objectId;
    await Promise.all(BLOCKING.map((name, index) => this.#notice(name, idAt(index), options)));
  }

  async #notice(name: string, objectId: RemoteObjectId | undefined, options?: CallOptions): Promise<void> {
    if (objectId === undefined) return;
    const condition = `${HELD}?.noticed?.('${name}')`;
    const { session } = this.#thread;
    const { breakpointId } = await session.send(
      'Debugger.setBreakpointOnFunctionCall',
      { objectId, condition },
      options,
    );
    this.#breakpoints.set(name, breakpointId);
  }

  #onReport(payload: string): void {
    const message: unknown = JSON.parse(payload);
    if (!Array.isArray(message)) return;
    const [kind, name, stack]: unknown[] = message;
    if (kind === 'call' && typeof name === 'string' && typeof stack === 'string') this.#lastCall = { name, stack };
    if (kind === 'often' && typeof name === 'string') void this.#leaveAlone(name);
    // The pause comes right after this message.
    if (kind === 'end')
      this.#isHeld = this.#thread.inspectWhileRunning({
        kind: 'inspect',
        isAwaited: false,
        inspect: () => this.#inspectEnd(),
      });
  }

  async #inspectEnd(): Promise<InspectionStep> {
    this.#endAwaits = await pendingAwaits(this.#thread).catch(() => []);
    this.#isHeld = false;
    return { command: 'resume' };
  }

  async #leaveAlone(name: string): Promise<void> {
    const breakpointId = this.#breakpoints.get(name);
    if (this.#lastCall?.name === name) this.#lastCall = undefined;
    if (breakpointId !== undefined)
      await this.#thread.session.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
  }
}
