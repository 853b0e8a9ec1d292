import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { inspectorPortOf } from '../../support/inspector-port.ts';
import { negotiation, requireBuild, SERVER_PATH } from '../../support/mcp-client.ts';
import { pythonWith } from '../../support/pythons.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Random, randomOf } from '../random.ts';
import { leftBehind, type Surroundings, type Usage, usageOf } from './left-behind.ts';
import { LAUNCHED, PROJECT } from './programs.ts';
import { below, type Lane, randomStep, type Step } from './random-call.ts';

/** The length of a soak, and the number of its lanes. */
export interface CallsSize {
  readonly minutes: number;
  readonly lanes: number;
  readonly seed: number;
}

/** The result of a soak. */
export interface CallsResult {
  readonly calls: number;
  readonly cancelled: number;
  readonly failed: number;
  readonly kills: number;
  /** After the start, and after each part of the run, when all sessions have ended. */
  readonly memoryMb: readonly number[];
  readonly descriptors: readonly number[];
  readonly failures: readonly string[];
}

/** A call that no tool takes tries nothing: that would be a defect of these tests. */
const WRONG = /defect of the debugger|its arguments are wrong/;
const MARK = 'MCP_DEBUGGER_SOAK';
/** The number of parts of a soak: use that goes up from part to part piles up. */
const PARTS = 4;
/** Time of an answer beyond the limit of its call: starts and ends of programs are not counted. */
const GRACE_MS = 25_000;
const CANCEL_SHARE = 0.08;
const SETTLE_MS = 6_000;
/** The words in which an answer says that there is no program any more. */
const OVER =
  /^(There is no|No debug session|Debug session ended|The program has ended|Program terminated|.* was not started)|(^|\n)Program terminated\./;

/** Makes random calls in sessions side by side, ends all of them, and looks for what is left. Linux only. */
export async function soakCalls(size: CallsSize): Promise<CallsResult> {
  requireBuild();
  const base = temporaryFolder('soak-calls-');
  const [project, temporary] = [join(base, 'project'), join(base, 'tmp')];
  for (const folder of [project, temporary]) mkdirSync(folder);
  for (const [name, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const mark = randomUUID();
  const env = { ...definedEnv(), TMPDIR: temporary, [MARK]: mark, npm_config_update_notifier: 'false' };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER_PATH, '--no-log'],
    cwd: project,
    env,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'soak', version: '1.0.0' }, negotiation('legacy'));
  await client.connect(transport);
  const serverPid = transport.pid ?? 0;
  const surroundings: Surroundings = { serverPid, mark: `${MARK}=${mark}`, temporary, project };
  const soak = new Soak(client, { project, env: definedEnv() });
  try {
    const usage: Usage[] = [];
    const run = async (part: number, minutes: number) => {
      await soak.run({ ...size, seed: size.seed * PARTS + part }, minutes);
      await soak.stopAll(size.lanes);
      await settled(surroundings, true);
      usage.push(usageOf(serverPid));
    };
    await run(0, 0.1);
    for (let part = 0; part < PARTS; part++) await run(part, size.minutes / PARTS);
    const open = await leftBehind(surroundings, true);
    await client.close();
    await settled(surroundings, false);
    const closed = await leftBehind(surroundings, false);
    const failures = [
      ...soak.failures,
      ...open.map((each) => `left behind when all sessions had ended: ${each}`),
      ...closed.map((each) => `left behind by the server: ${each}`),
    ];
    const { calls, cancelled, failed, kills } = soak;
    return {
      ...{ calls, cancelled, failed, kills, failures },
      memoryMb: usage.map(({ memoryMb }) => memoryMb),
      descriptors: usage.map(({ descriptors }) => descriptors),
    };
  } finally {
    await client.close().catch(() => {});
    rmSync(base, { recursive: true, force: true });
  }
}

/** Waits a moment for processes to end. */
async function settled(surroundings: Surroundings, isOpen: boolean): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline && (await leftBehind(surroundings, isOpen)).length > 0) await sleep(100);
}

interface SoakPlace {
  readonly project: string;
  readonly env: Record<string, string>;
}

/** The lanes of one soak, and what they have counted. */
class Soak {
  calls = 0;
  cancelled = 0;
  failed = 0;
  kills = 0;
  readonly failures: string[] = [];
  readonly #client: Client;
  readonly #place: SoakPlace;

  constructor(client: Client, place: SoakPlace) {
    this.#client = client;
    this.#place = place;
  }

  async run({ lanes, seed }: CallsSize, minutes: number): Promise<void> {
    const until = Date.now() + minutes * 60_000;
    const names = Array.from({ length: lanes }, (_, index) => `lane${index + 1}`);
    await Promise.all(names.map((session, index) => this.#lane(session, randomOf(seed * 1_000 + index), until)));
  }

  async stopAll(lanes: number): Promise<void> {
    for (let index = 1; index <= lanes; index++) await this.#call('debug_stop', { session: `lane${index}` });
    const text = await this.#call('debug_sessions', {});
    // A session of a run that was kept has a name of its own.
    for (const [, session] of (text ?? '').matchAll(/^(s\d+) /gm)) await this.#call('debug_stop', { session });
  }

  async #lane(session: string, random: Random, until: number): Promise<void> {
    const [first] = LAUNCHED;
    if (!first) throw new Error('there are no programs');
    const lane: Lane = { session, launched: first, isLive: false };
    const own: ChildProcess[] = [];
    while (Date.now() < until && this.failures.length < 50) {
      const step = randomStep(random, lane);
      await this.#do(step, lane, random, own).catch((error: unknown) =>
        this.#fail(`${JSON.stringify(step)}: ${String(error)}`),
      );
      while (own.length > 2) own.shift()?.kill('SIGKILL');
    }
    for (const each of own) each.kill('SIGKILL');
  }

  async #do(step: Step, lane: Lane, random: Random, own: ChildProcess[]): Promise<void> {
    const { session } = lane;
    switch (step.kind) {
      case 'call': {
        const cancelAfterMs = random() < CANCEL_SHARE ? below(random, 800) : undefined;
        const text = await this.#call(step.tool, step.args, cancelAfterMs);
        if (step.args.session === session && text !== undefined) lane.isLive = !OVER.test(text);
        return;
      }
      case 'attach': {
        await this.#call('debug_stop', { session });
        const { project, env } = this.#place;
        const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', step.program], {
          cwd: project,
          env,
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        own.push(child);
        const port = await inspectorPortOf(child);
        const target = step.by === 'pid' ? { pid: child.pid } : { port };
        await this.#call('debug_attach', { ...target, session, breakpoints: ['ticks.js:3'], timeoutMs: 3_000 });
        return;
      }
      case 'kill': {
        const text = (await this.#call('debug_sessions', {})) ?? '';
        const line = text.split('\n').find((each) => each.startsWith(`${session} `)) ?? '';
        const pid = Number(/pid (\d+)/.exec(line)?.[1]);
        if (!pid) return;
        this.kills += 1;
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It had ended.
        }
      }
    }
  }

  /** Undefined for a call that was cancelled. */
  async #call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    cancelAfterMs?: number,
  ): Promise<string | undefined> {
    const timeoutMs = Number(args.timeoutMs ?? 30_000);
    const began = Date.now();
    const cancel = new AbortController();
    const timer = cancelAfterMs === undefined ? undefined : setTimeout(() => cancel.abort(), cancelAfterMs);
    this.calls += 1;
    try {
      const options = { signal: cancel.signal, timeout: timeoutMs + GRACE_MS };
      const { content, isError } = await this.#client.callTool({ name: tool, arguments: { ...args } }, options);
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (isError) this.failed += 1;
      if (WRONG.test(text)) this.#fail(`${tool} ${JSON.stringify(args)}: ${text}`);
      return text;
    } catch (error) {
      if (!cancel.signal.aborted)
        this.#fail(`${tool} ${JSON.stringify(args)} after ${Date.now() - began} ms: ${String(error)}`);
      else this.cancelled += 1;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #fail(text: string): void {
    this.failures.push(text);
    process.stderr.write(`${text}\n`);
  }
}

/** With a Python that has what debugs it. */
function definedEnv(): Record<string, string> {
  const PATH = [dirname(pythonWith('newest')), process.env.PATH ?? ''].join(delimiter);
  const env = { ...process.env, PATH };
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
