import type { CallOptions } from '../../../model/call-options.ts';
import type { PendingAwait } from '../../../model/hang-report.ts';
import { pendingAwaits } from '../../v8/hang/awaits.ts';
import type { InspectionStep } from '../../v8/pauses/pause-verdict.ts';
import type { V8Thread } from '../../v8/thread/v8-thread.ts';

const BINDING_NAME = '__mcpDebuggerHang';
/** Calls of one function that are reported, after which it is left alone: reporting takes the program's time. */
const MAX_CALLS = 200;

/** Functions of Node that may keep a thread for as long as they like. */
const BLOCKING = [
  ...['child_process.spawnSync', 'fs.openSync', 'fs.readSync', 'fs.writeSync', 'fs.readFileSync'],
  ...['crypto.pbkdf2Sync', 'crypto.scryptSync'],
];

/**
 * Installs the watch in the debuggee; its value is the list of the functions that may block.
 *
 * Pending promises are kept: what waits for a promise that nobody holds is garbage, and could not be found. When the program runs out
 * of things to do with promises pending, it stops for a moment.
 */
const INSTALL = `((binding) => {
  const load = (name) => process.getBuiltinModule ? process.getBuiltinModule('node:' + name) : require(name);
  const tell = globalThis[binding];
  delete globalThis[binding];
  const pending = new Set();
  load('v8').promiseHooks.createHook({
    init(promise) { if (pending.size < 100000) pending.add(promise); },
    settled(promise) { pending.delete(promise); },
  });
  let isDrained = false;
  if (load('worker_threads').isMainThread) {
    process.on('beforeExit', () => { isDrained = true; });
    process.on('exit', (code) => {
      if (!isDrained || pending.size === 0) return;
      tell(JSON.stringify(['end', process.exitCode ?? code]));
      debugger;
    });
  }
  const counts = new Map();
  Object.defineProperty(globalThis, Symbol.for(binding), { value: (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count > ${MAX_CALLS}) { if (count === ${MAX_CALLS} + 1) tell(JSON.stringify(['often', name])); return false; }
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 40;
    tell(JSON.stringify(['call', name, new Error().stack]));
    Error.stackTraceLimit = limit;
    return false;
  } });
  return [...${JSON.stringify(BLOCKING)}.map((name) => { const [module, key] = name.split('.'); return load(module)[key]; })];
})('${BINDING_NAME}')`;

/** A call that may block, with the stack that led to it as text. */
interface NoticedCall {
  readonly name: string;
  readonly stack: string;
}

/** What is watched in one thread from its start. */
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

  /** What waited when the program had nothing left to do. */
  get endAwaits(): readonly PendingAwait[] {
    return this.#endAwaits;
  }

  /** The program has nothing left to do, and does not end before it has been looked at. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Resolves when all is in place, which takes a few exchanges. */
  async install(options?: CallOptions): Promise<void> {
    const { session } = this.#thread;
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === BINDING_NAME) this.#onReport(payload);
    });
    const made = session.send('Runtime.addBinding', { name: BINDING_NAME }, options);
    const request = { expression: INSTALL, includeCommandLineAPI: true, silent: true, disableBreaks: true };
    const [, { result }] = await Promise.all([made, session.send('Runtime.evaluate', request, options)]);
    if (result.objectId === undefined || result.subtype !== 'array') return;
    const { result: elements } = await session.send('Runtime.getProperties', { objectId: result.objectId }, options);
    const idAt = (index: number) => elements.find(({ name }) => name === String(index))?.value?.objectId;
    await Promise.all(BLOCKING.map((name, index) => this.#notice(name, idAt(index), options)));
  }

  async #notice(name: string, objectId: string | undefined, options?: CallOptions): Promise<void> {
    if (objectId === undefined) return;
    const condition = `globalThis[Symbol.for('${BINDING_NAME}')]('${name}')`;
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
