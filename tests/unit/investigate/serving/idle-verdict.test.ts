import { describe, expect, test } from 'vitest';
import { type IdleVerdict, idleVerdict } from '../../../../src/investigate/serving/idle-verdict.ts';
import type { ActivityReading } from '../../../../src/process/program-activity.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** Looks every 50 ms from `fromMs` to `toMs`. */
function looks(
  [fromMs, toMs]: readonly [number, number],
  of: (atMs: number) => { ports?: readonly number[]; busyMs?: number | undefined; readerPid?: number },
): ActivityReading[] {
  const times = Array.from({ length: (toMs - fromMs) / 50 + 1 }, (_, index) => fromMs + index * 50);
  return times.map((atMs) => {
    const { ports = [], busyMs, readerPid } = of(atMs);
    const sockets = ports.map((port) => ({ host: '127.0.0.1', port, pid: 7, id: `socket ${port}` }));
    return { atMs, sockets, busyMs, readerPid };
  });
}

const fresh = (readings: readonly ActivityReading[]) =>
  idleVerdict(readings, { known: NOTHING, wasInterrupted: false });
const ports = (verdict: IdleVerdict) =>
  verdict.kind === 'listening' ? verdict.sockets.map(({ port }) => port) : verdict.kind;

describe('a program that listens', () => {
  test('is reported once it has done nothing for 100 ms', () => {
    const at = (ms: number) => fresh(looks([0, ms], () => ({ ports: [3000], busyMs: 40 })));
    expect(ports(at(50))).toBe('wait');
    expect(ports(at(100))).toEqual([3000]);
  });

  test('and goes on computing is reported after 300 ms, not before', () => {
    const at = (ms: number) => fresh(looks([0, ms], (now) => ({ ports: [3000], busyMs: now })));
    expect(ports(at(250))).toBe('wait');
    expect(ports(at(300))).toEqual([3000]);
  });

  test('at a port that the system chose, while it computes, is a test with a server of its own', () => {
    expect(ports(fresh(looks([0, 2_000], (now) => ({ ports: [40_000], busyMs: now }))))).toBe('wait');
  });

  test('at a port that the system chose is reported when it stays idle for half a second', () => {
    const at = (ms: number) => fresh(looks([0, ms], () => ({ ports: [40_000], busyMs: 1 })));
    expect(ports(at(450))).toBe('wait');
    expect(ports(at(500))).toEqual([40_000]);
  });

  test('at two ports is one answer: the second is waited for while it is just coming', () => {
    const second = (ms: number) =>
      looks([0, ms], (now) => ({ ports: now < 200 ? [3000] : [3000, 3001], busyMs: Math.min(now, 200) }));
    expect(ports(fresh(second(200)))).toBe('wait');
    expect(ports(fresh(second(300)))).toEqual([3000, 3001]);
  });

  test('where the system says nothing of processor time is reported after 300 ms', () => {
    const at = (ms: number) => fresh(looks([0, ms], () => ({ ports: [3000] })));
    expect(ports(at(250))).toBe('wait');
    expect(ports(at(300))).toEqual([3000]);
  });

  test('and closed its port and opened it again counts from the last opening', () => {
    const readings = looks([0, 500], (now) => ({ ports: now === 400 ? [] : [3000], busyMs: now }));
    expect(ports(fresh(readings))).toBe('wait');
  });
});

describe('a program whose port is known', () => {
  const known = new Set(['socket 3000']);

  test('is waited for: it does not answer with the same news', () => {
    const readings = looks([0, 5_000], () => ({ ports: [3000], busyMs: 1 }));
    expect(idleVerdict(readings, { known, wasInterrupted: false }).kind).toBe('wait');
  });

  test('is reported as idle again a second after a stop, and not while it works on the request', () => {
    const resumed = (ms: number, busyMs: (now: number) => number) =>
      idleVerdict(
        looks([0, ms], (now) => ({ ports: [3000], busyMs: busyMs(now) })),
        { known, wasInterrupted: true },
      );
    expect(resumed(950, () => 1).kind).toBe('wait');
    expect(resumed(1_000, () => 1)).toMatchObject({ kind: 'listening', again: true });
    expect(resumed(1_500, (now) => now).kind).toBe('wait');
  });

  test('is reported with the ports that are new only', () => {
    const readings = looks([0, 200], () => ({ ports: [3000, 3001], busyMs: 1 }));
    expect(ports(idleVerdict(readings, { known, wasInterrupted: false }))).toEqual([3001]);
  });
});

describe('a program that reads its input', () => {
  test('is reported when it has waited for 100 ms', () => {
    const at = (ms: number) => fresh(looks([0, ms], () => ({ busyMs: 1, readerPid: 7 })));
    expect(at(50).kind).toBe('wait');
    expect(at(100)).toEqual({ kind: 'awaitsInput', pid: 7 });
  });

  test('and is given some in between is not', () => {
    const readings = looks([0, 200], (now) => (now === 150 ? { busyMs: 1 } : { busyMs: 1, readerPid: 7 }));
    expect(fresh(readings).kind).toBe('wait');
  });

  test('while another of its processes works is waited for', () => {
    expect(fresh(looks([0, 500], (now) => ({ busyMs: now, readerPid: 7 }))).kind).toBe('wait');
  });
});

test('a program that only computes, or has not been looked at, is waited for', () => {
  expect(fresh([]).kind).toBe('wait');
  expect(fresh(looks([0, 5_000], (now) => ({ busyMs: now }))).kind).toBe('wait');
  expect(fresh(looks([0, 5_000], () => ({ busyMs: 1 }))).kind).toBe('wait');
});
