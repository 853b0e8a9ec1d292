import type { CdpArguments, CdpSession } from '../../../cdp/cdp-session.ts';
import { ForwardingSession } from '../../../cdp/forwarding-session.ts';
import type { CdpMethod, CdpResult } from '../../../cdp/protocol.ts';
import type { ScriptNaming } from '../scripts/script-table.ts';

const DECOY = '() => {}';
const DECOYS = 16;
const BODY_COLUMN = DECOY.indexOf('}');
const GROUP = 'mcp-debugger-decoys';

/** Commands that prepare functions of the program for breakpoints. */
const PREPARING: ReadonlySet<CdpMethod> = new Set<CdpMethod>([
  'Debugger.getPossibleBreakpoints',
  'Debugger.setBreakpoint',
  'Debugger.setBreakpointByUrl',
  'Debugger.setBreakpointOnFunctionCall',
]);

/** Steps prepare the function that they begin in and those that they enter. */
const STEPPING: ReadonlySet<CdpMethod> = new Set<CdpMethod>([
  'Debugger.stepInto',
  'Debugger.stepOut',
  'Debugger.stepOver',
]);

/**
 * A session in which breakpoints can be set while the program's code is being optimised.
 *
 * V8 optimises hot code on a thread of its own. A function that is prepared for a breakpoint while such a job has decided to inline it
 * fails a check there, and the program is dead (Node 20 and 22: "Check failed: inlineability"). With the first breakpoint in
 * a function V8 gives up all the jobs that are under way, but only after it has prepared that function. So a breakpoint is set in a
 * function that nothing calls, immediately before: a decoy. It needs to be handled in the same interrupt as the real one; of a running
 * program the first message of a batch may be handled by itself, so that there are two.
 *
 * @see CDP Debugger.setBreakpointByUrl
 */
export class SettledSession extends ForwardingSession {
  readonly #decoyUrl: string;
  /** True if code of the program has been loaded: before, nothing is hot, and nothing may be evaluated. */
  #hasCode = false;
  #hasDecoys = false;
  /** Decoys without a breakpoint, by their lines: a second breakpoint in one has no effect. */
  #free = Array.from({ length: DECOYS }, (_, line) => line);
  #isPaused = false;
  /** Nothing is being optimised: so until the next turn of the event loop, or for as long as a pause lasts. */
  #isSettled = false;
  #isStepping = false;

  /** @param naming Says which scripts are the runtime's own; that of the decoys is named like one of them. */
  constructor(session: CdpSession, naming: ScriptNaming) {
    super(session);
    this.#decoyUrl = naming.ownUrl('decoys');
    session.on('Debugger.scriptParsed', ({ url }) => {
      this.#hasCode ||= naming.originOf(url) !== 'internal';
    });
    session.on('Debugger.paused', () => {
      this.#isPaused = true;
      this.#isSettled = false;
    });
    session.on('Debugger.resumed', () => {
      this.#isPaused = false;
      this.#isSettled = false;
    });
  }

  override send<M extends CdpMethod>(method: M, ...args: CdpArguments<M>): Promise<CdpResult<M>> {
    const steps = STEPPING.has(method);
    // A step that follows another one has run too little for anything to become hot, but for calls that were stepped over.
    if (PREPARING.has(method) || (steps && !this.#isStepping)) this.#settle();
    if (steps || method === 'Debugger.resume') this.#isStepping = steps;
    return super.send(method, ...args);
  }

  #settle(): void {
    if (!this.#hasCode || this.#isSettled || this.closed) return;
    this.#isSettled = true;
    if (!this.#hasDecoys) this.#makeDecoys();
    this.#setDecoy();
    if (this.#isPaused) return;
    this.#setDecoy();
    setImmediate(() => {
      if (!this.#isPaused) this.#isSettled = false;
    });
  }

  /** Their objects are held by V8 in the group, or they would be collected. */
  #makeDecoys(): void {
    this.#hasDecoys = true;
    const expression = `[${Array(DECOYS).fill(DECOY).join(',\n')}]\n//# sourceURL=${this.#decoyUrl}`;
    const request = { expression, objectGroup: GROUP, silent: true, disableBreaks: true };
    this.session.send('Runtime.evaluate', request).catch(() => {});
  }

  #setDecoy(): void {
    const lineNumber = this.#free.shift();
    // Sixteen are under way: the last of them is as good.
    if (lineNumber === undefined) return;
    const place = { url: this.#decoyUrl, lineNumber, columnNumber: BODY_COLUMN };
    this.session
      .send('Debugger.setBreakpointByUrl', place)
      .then(({ breakpointId, locations }) => {
        // A page that was left has taken them with it.
        if (locations.length === 0) this.#hasDecoys = false;
        return this.session.send('Debugger.removeBreakpoint', { breakpointId });
      })
      .then(() => this.#free.push(lineNumber))
      // Fails only with the connection.
      .catch(() => {});
  }
}
