import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Protocol } from 'devtools-protocol';
import { MAIN_CONTEXT, OwnRealms } from '../../src/adapter/v8/realms/own-realm.ts';
import type { Summariser } from '../../src/adapter/v8/summary/summariser.ts';
import { SUMMARISER } from '../../src/adapter/v8/summary/summariser-source.ts';
import {
  type SummaryLimits,
  type SummaryRoot,
  scopesCall,
  valueCall,
} from '../../src/adapter/v8/summary/summary-calls.ts';
import {
  decodeScopes,
  decodeValue,
  type NamedNode,
  type PathStep,
  type ScopeSummary,
  type ValueResult,
} from '../../src/adapter/v8/summary/summary-node.ts';
import type { CdpConnection } from '../../src/cdp/cdp-connection.ts';
import { connectInspector } from '../../src/cdp/connect.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export const LIMITS: SummaryLimits = { depth: 1, maxChildren: 10, maxTextLength: 120 };

/** The variables of a frame's innermost function by name, each as the summariser writes it. */
export async function localTexts(
  summariser: Summariser,
  { scopeChain }: Protocol.Debugger.CallFrame,
): Promise<Record<string, string>> {
  const ids = scopeChain.filter(({ type }) => type === 'local').map(({ object }) => object.objectId ?? '');
  const scopes = await summariser.scopes(ids, { ...LIMITS, maxTextLength: 300 });
  return Object.fromEntries(scopes.flatMap(({ variables }) => variables.map(({ name, text }) => [name, text])));
}

/** A program that stops at each of its `debugger` statements, with the summariser installed before it starts. */
export class Debuggee {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly cdp: CdpConnection;
  readonly summariserId: string;
  readonly #pauses: Protocol.Debugger.PausedEvent[] = [];
  #wake: () => void = () => {};
  #frame: Protocol.Debugger.CallFrame | undefined;

  private constructor(child: ChildProcess, folder: string, cdp: CdpConnection, summariserId: string) {
    this.#child = child;
    this.#folder = folder;
    this.cdp = cdp;
    this.summariserId = summariserId;
    cdp.on('Debugger.paused', (event) => {
      this.#pauses.push(event);
      this.#wake();
    });
  }

  static async start(nodePath: string, source: string): Promise<Debuggee> {
    const folder = temporaryFolder('summary-');
    const file = join(folder, 'program.mjs');
    writeFileSync(file, source);
    const child = spawn(nodePath, ['--inspect-wait=0', file], { stdio: ['ignore', 'inherit', 'pipe'] });
    const cdp = await connectInspector(await inspectorUrl(child), { peer: 'node' });
    const waiting = new Promise<void>((resolve) => cdp.on('NodeRuntime.waitingForDebugger', () => resolve()));
    await cdp.send('NodeRuntime.enable');
    await cdp.send('Runtime.enable');
    await cdp.send('Debugger.enable');
    await waiting;
    const { result, isAlone } = await new OwnRealms(cdp).run(SUMMARISER, MAIN_CONTEXT);
    if (!isAlone) throw new Error(result.description ?? 'install failed');
    const debuggee = new Debuggee(child, folder, cdp, result.objectId ?? '');
    await cdp.send('Runtime.runIfWaitingForDebugger');
    return debuggee;
  }

  /** The innermost frame of the next pause. */
  async pause(): Promise<Protocol.Debugger.CallFrame> {
    while (this.#pauses.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const frame = this.#pauses.shift()?.callFrames[0];
    this.#frame = frame;
    return this.lastFrame();
  }

  /** The innermost frame of the pause that was waited for last. */
  lastFrame(): Protocol.Debugger.CallFrame {
    if (this.#frame === undefined) throw new Error('no pause, or one without frames');
    return this.#frame;
  }

  async resume(): Promise<void> {
    await this.cdp.send('Debugger.resume');
  }

  async scopes(frame: Protocol.Debugger.CallFrame, limits = LIMITS): Promise<ScopeSummary[]> {
    const ids = frame.scopeChain.filter(({ type }) => type !== 'global').map(({ object }) => object.objectId ?? '');
    return decodeScopes(await this.call(scopesCall(this.summariserId, ids, limits)));
  }

  /** The variables of all scopes of a frame by name. */
  async variables(frame: Protocol.Debugger.CallFrame, limits = LIMITS): Promise<Map<string, NamedNode>> {
    const scopes = await this.scopes(frame, limits);
    return new Map(scopes.toReversed().flatMap(({ variables }) => variables.map((node) => [node.name, node])));
  }

  async value(root: SummaryRoot, path: PathStep[] = [], start = 0, limits = LIMITS): Promise<ValueResult> {
    return decodeValue(await this.call(valueCall(this.summariserId, root, path, start, limits)));
  }

  async call(request: Protocol.Runtime.CallFunctionOnRequest): Promise<unknown> {
    const { result, exceptionDetails } = await this.cdp.send('Runtime.callFunctionOn', request);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'call failed');
    return result.value;
  }

  async evaluate(frame: Protocol.Debugger.CallFrame, expression: string): Promise<Protocol.Runtime.RemoteObject> {
    const request = { callFrameId: frame.callFrameId, expression };
    return (await this.cdp.send('Debugger.evaluateOnCallFrame', request)).result;
  }

  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await exited;
    this.cdp.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function inspectorUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      const url = /ws:\/\/\S+/.exec(text)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the program ended: ${text}`)));
  });
}
