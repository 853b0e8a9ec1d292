import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { connectInspector } from '../src/cdp/connect.ts';

/** Processes that are started without the server. */
interface FloorPairs {
  readonly node: string;
  /** Says on stdout what processor time it took, in µs. */
  readonly program: string;
  readonly preload: string;
  readonly pairs: number;
}

/** The cost of each process that preloads a file, beyond one that does not. In ms. */
export function preloadedCosts(floor: FloorPairs): Promise<number[]> {
  return costsOf(floor, async () => {});
}

/** The cost of each process to which a plain client attaches, before the first line of its program. In ms. */
export function attachedCosts(floor: FloorPairs): Promise<number[]> {
  return costsOf(floor, attach);
}

async function costsOf(floor: FloorPairs, meanwhile: (child: ChildProcess) => Promise<void>): Promise<number[]> {
  const costs: number[] = [];
  for (let pair = 0; pair < floor.pairs; pair++) {
    const alone = await computedBy(floor, [], async () => {});
    costs.push((await computedBy(floor, ['--require', floor.preload], meanwhile)) - alone);
  }
  return costs;
}

async function computedBy(
  { node, program }: FloorPairs,
  flags: readonly string[],
  meanwhile: (child: ChildProcess) => Promise<void>,
): Promise<number> {
  const child = spawn(node, ['--inspect-publish-uid=http', ...flags, program], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(child, 'close');
  await meanwhile(child);
  await closed;
  return Number(said) / 1_000;
}

async function attach(child: ChildProcess): Promise<void> {
  const pipe = child.stdio[3];
  if (!(pipe instanceof Readable)) return;
  const [url] = await once(pipe, 'data');
  const cdp = await connectInspector(String(url), { peer: 'node' });
  cdp.on('NodeRuntime.waitingForDebugger', () => void cdp.send('Runtime.runIfWaitingForDebugger').catch(() => {}));
  cdp.on('NodeRuntime.waitingForDisconnect', () => cdp.close());
  // Events have to be read, as a debugger reads them.
  cdp.on('Debugger.scriptParsed', () => {});
  await Promise.all([
    cdp.send('NodeRuntime.enable'),
    cdp.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }),
    cdp.send('Debugger.enable', {}),
  ]);
}
