import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CdpConnection } from '../src/cdp/cdp-connection.ts';
import { connectInspector } from '../src/cdp/connect.ts';
import type { CdpEventParams } from '../src/cdp/protocol.ts';

/** A pause, as the inspector reports it. */
export type Paused = CdpEventParams<'Debugger.paused'>;

/** Scopes whose variables a reader takes for locals. */
const LOCAL_SCOPES = ['local', 'block', 'catch'];

/** A line to stop at, 1-based. */
export interface Place {
  readonly node: string;
  readonly program: string;
  /** Left out, the program itself. */
  readonly file?: string;
  readonly line: number;
}

/**
 * A debuggee driven by plain protocol messages: our own connection, which pipelines and acknowledges early, and nothing else
 * of the product. What this costs is what Node and V8 cost.
 */
export class FloorDebuggee {
  readonly #child: ChildProcess;
  readonly #cdp: CdpConnection;
  #wake: ((paused: Paused) => void) | undefined;

  private constructor(child: ChildProcess, cdp: CdpConnection) {
    this.#child = child;
    this.#cdp = cdp;
    cdp.on('Debugger.paused', (paused) => this.#wake?.(paused));
  }

  /** From nothing to stopped at a breakpoint: one batch of messages after the connection stands. */
  static async stoppedAt(
    { node, program, file = program, line }: Place,
    condition?: string,
  ): Promise<{ debuggee: FloorDebuggee; paused: Paused }> {
    const debuggee = await FloorDebuggee.#start(node, '--inspect-wait', program);
    const cdp = debuggee.#cdp;
    const paused = debuggee.#nextPause();
    cdp.on('NodeRuntime.waitingForDebugger', () => void cdp.send('Runtime.runIfWaitingForDebugger'));
    await Promise.all([
      cdp.send('NodeRuntime.enable'),
      cdp.send('Debugger.enable', {}),
      cdp.send('Debugger.setBreakpointByUrl', {
        url: pathToFileURL(file).href,
        lineNumber: line - 1,
        ...(condition === undefined ? {} : { condition }),
      }),
    ]);
    return { debuggee, paused: await paused };
  }

  /**
   * From nothing to the values of an expression at each pass of a line, as they were then: they are pushed into an array by an
   * edit of the source, and read in one evaluation at the last of so many passes.
   */
  static async collected(place: Place, expression: string, passes: number): Promise<readonly unknown[]> {
    const push = `if ((globalThis.passes ??= []).push(JSON.stringify(${expression})) === ${passes}) debugger; `;
    const { debuggee, paused } = await FloorDebuggee.#stoppedInEdited(place, push);
    const values: unknown = JSON.parse(String(await debuggee.evaluate(paused, 'JSON.stringify(globalThis.passes)')));
    await debuggee.end();
    return Array.isArray(values) ? values : [];
  }

  /** @param added Written before the text of the line; it stops at a `debugger` in it. */
  static async #stoppedInEdited(
    { node, program, line }: Place,
    added: string,
  ): Promise<{ debuggee: FloorDebuggee; paused: Paused }> {
    const debuggee = await FloorDebuggee.#start(node, '--inspect-brk', program);
    const cdp = debuggee.#cdp;
    const entry = debuggee.#nextPause();
    cdp.on('NodeRuntime.waitingForDebugger', () => void cdp.send('Runtime.runIfWaitingForDebugger'));
    await Promise.all([cdp.send('NodeRuntime.enable'), cdp.send('Debugger.enable', {})]);
    const scriptId = (await entry).callFrames[0]?.location.scriptId ?? '';
    const lines = readFileSync(program, 'utf8').split('\n');
    lines[line - 1] = `${added}${lines[line - 1]}`;
    const paused = debuggee.#nextPause();
    // Refused by V8 13 and older, which do not know the flag and do not need it.
    const flag = "process.getBuiltinModule?.('v8').setFlagsFromString('--inspector-live-edit')";
    const [, edited] = await Promise.all([
      cdp.send('Runtime.evaluate', { expression: flag }),
      cdp.send('Debugger.setScriptSource', { scriptId, scriptSource: lines.join('\n') }),
      cdp.send('Debugger.resume', {}),
    ]);
    if (edited.status !== 'Ok') throw new Error(`the floor's live edit was refused: ${edited.status}`);
    return { debuggee, paused: await paused };
  }

  static async #start(node: string, flag: string, program: string): Promise<FloorDebuggee> {
    const child = spawn(node, [`${flag}=127.0.0.1:0`, program], { stdio: ['ignore', 'ignore', 'pipe'] });
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /Debugger listening on (ws:\S+)\n/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`${program} ended before it could be debugged: ${said}`)));
    });
    return new FloorDebuggee(child, await connectInspector(url, { peer: 'node' }));
  }

  /** Steps over one line and waits until it has. */
  async step(): Promise<Paused> {
    const paused = this.#nextPause();
    this.#cdp.send('Debugger.stepOver', {}).catch(() => {});
    return paused;
  }

  /** The locals of the top frame, with previews of the objects among them. */
  async locals(paused: Paused): Promise<number> {
    const scopes = paused.callFrames[0]?.scopeChain.filter(({ type }) => LOCAL_SCOPES.includes(type)) ?? [];
    const replies = await Promise.all(
      scopes.map(({ object: { objectId = '' } }) =>
        this.#cdp.send('Runtime.getProperties', { objectId, ownProperties: true, generatePreview: true }),
      ),
    );
    return replies.reduce((count, { result }) => count + result.length, 0);
  }

  async evaluate(paused: Paused, expression: string): Promise<unknown> {
    const callFrameId = paused.callFrames[0]?.callFrameId ?? '';
    const reply = await this.#cdp.send('Debugger.evaluateOnCallFrame', { callFrameId, expression });
    return reply.result.value;
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    this.#cdp.close();
  }

  #nextPause(): Promise<Paused> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
