import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { CdpConnection } from '../src/cdp/cdp-connection.ts';
import { openWebSocket } from '../src/wire/websocket/websocket-transport.ts';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const HITS = 1_000;
const HIT_LINE = 2;
/** Hits that the plain client is measured with: each takes it two of the kernel's delays, and all of them a minute and a half. */
const PLAIN_HITS = 25;

/** A whole run that collects a value at each hit of a line. */
export const scriptHits: Measurement = {
  name: 'script',
  counted:
    'a run of a program with 1,000 hits of a line, from nothing to all values. Floor: pause, evaluate and resume at each hit, each awaited; with the early acknowledgement of our own connection, and as a plain client does it (25 hits, counted 40 times). Server: one debug-script.',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const { major, path } of bench.nodes) rows.push(...(await rowsOn(bench, major, path)));
    return rows;
  },
};

async function rowsOn(bench: Bench, major: number, node: string): Promise<Row[]> {
  const server = await Server.start(bench, ['--toolset', 'script']);
  try {
    const samplers = [
      () => pausedHits(bench, node, { nudge: true, hits: HITS }),
      async () => ((await pausedHits(bench, node, { nudge: false, hits: PLAIN_HITS })) * HITS) / PLAIN_HITS,
      () => collectedHits(bench, server, node),
    ];
    const repetition = { count: bench.quick ? 1 : 4, budgetMs: 15_000, warmUp: bench.quick ? 0 : 1 };
    const [quickest, plain, ours] = await interleaved(samplers, repetition);
    const row = { unit: 'ms', server: ours } as const;
    const target = { ratio: 0.1 };
    return [
      { ...row, name: `1,000 hits, Node ${major}`, against: 'our own client', floor: quickest },
      { ...row, name: `1,000 hits, plain client, Node ${major}`, floor: plain, target },
    ];
  } finally {
    await server.close();
  }
}

/** The way of the specification: each hit is a pause, an evaluation and a resume, one after the other. */
async function pausedHits(
  bench: Bench,
  node: string,
  { nudge, hits }: { readonly nudge: boolean; readonly hits: number },
): Promise<number> {
  const program = bench.program('hits.cjs');
  const began = performance.now();
  const child = spawn(node, ['--inspect-wait=127.0.0.1:0', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const [said] = await once(child.stderr.setEncoding('utf8'), 'data');
  const url = /Debugger listening on (ws:\S+)/.exec(String(said))?.[1] ?? '';
  const cdp = new CdpConnection(await openWebSocket(url, { nudge }), {});
  const values: unknown[] = [];
  const all = new Promise<void>((resolve, reject) => {
    cdp.on('Debugger.paused', ({ callFrames }) => {
      const evaluated = { callFrameId: callFrames[0]?.callFrameId ?? '', expression: 'JSON.stringify(index)' };
      cdp
        .send('Debugger.evaluateOnCallFrame', evaluated)
        .then(async ({ result }) => {
          values.push(JSON.parse(String(result.value)));
          await cdp.send('Debugger.resume', {});
          if (values.length === hits) resolve();
        })
        .catch(reject);
    });
  });
  cdp.on('NodeRuntime.waitingForDebugger', () => void cdp.send('Runtime.runIfWaitingForDebugger'));
  await cdp.send('Debugger.enable', {});
  await cdp.send('Debugger.setBreakpointByUrl', { url: pathToFileURL(program).href, lineNumber: HIT_LINE - 1 });
  await cdp.send('NodeRuntime.enable');
  await all;
  const ms = performance.now() - began;
  child.kill('SIGKILL');
  await ended;
  cdp.close();
  if (values.at(-1) !== hits - 1) throw new Error(`the last value is ${values.at(-1)}`);
  return ms;
}

async function collectedHits(bench: Bench, server: Server, node: string): Promise<number> {
  const file = bench.program('hits.cjs');
  const command = `${node} --inspect-brk=${await freePort()} ${file}`;
  const args = { command, breakpoint: { file, line: HIT_LINE }, expression: 'index', timeout: 60_000 };
  return timed(() => server.call('debug-script', args, `{"type":"number","value":${HITS - 1}}]`));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
