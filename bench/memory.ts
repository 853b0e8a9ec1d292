import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Measurement } from './bench.ts';
import { seriesOf } from './samples.ts';
import { Server } from './server.ts';

const LINE = 6;
/** After this long the server has done what it does behind an answer. */
const SETTLE_MS = 1_000;

/** The cost of a paused session for the server. */
export const memory: Measurement = {
  name: 'memory',
  counted:
    'growth of the server’s resident memory for each paused session: the slope over 1, 5 and 10 of them. Linux only.',
  run: async (bench) => {
    if (process.platform !== 'linux') return [];
    const points = await residentBySessions(bench, bench.quick ? [1, 3] : [1, 5, 10]);
    const most = points.at(-1);
    return [
      { name: 'memory per paused session', unit: 'MB', target: { atMost: 2 }, server: seriesOf([slope(points)]) },
      ...(most
        ? [{ name: `memory with ${most.x} paused sessions`, unit: 'MB' as const, server: seriesOf([most.y]) }]
        : []),
    ];
  },
};

interface Point {
  readonly x: number;
  readonly y: number;
}

async function residentBySessions(bench: Bench, counts: readonly number[]): Promise<Point[]> {
  const server = await Server.start(bench);
  const points: Point[] = [];
  try {
    let sessions = 0;
    for (const count of counts) {
      for (; sessions < count; sessions++) await openSession(bench, server, `s${sessions + 1}`);
      await sleep(SETTLE_MS);
      points.push({ x: count, y: residentMb(server.pid) });
    }
  } finally {
    await server.close();
  }
  return points;
}

async function openSession(bench: Bench, server: Server, session: string): Promise<void> {
  const program = bench.program('loop.cjs');
  await server.call('debug_launch', { program, breakpoints: [`${program}:${LINE}`], session }, 'Stopped (breakpoint)');
}

function residentMb(pid: number): number {
  const kilobytes = /^Rss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** The least-squares slope. */
function slope(points: readonly Point[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
