import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EndingServer, installShutdown } from '../../../src/bin/shutdown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const soon = async () => {};

function installed(close: () => Promise<void>, { answered = soon, terminate = soon }: Partial<EndingServer> = {}) {
  const [process, stdin, stdout] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
  const sources = { process, stdin, stdout, exit: vi.fn(), kill: vi.fn() };
  const closed = vi.fn(close);
  installShutdown({ close: closed, answered, terminate }, sources);
  return { sources, closed };
}

test('calls that run are answered before the end of stdin ends anything', async () => {
  let answer = () => {};
  const answered = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const { sources, closed } = installed(async () => {}, { answered });
  sources.stdin.emit('end');
  await vi.advanceTimersByTimeAsync(100);
  expect(closed).not.toHaveBeenCalled();
  expect(answered.mock.calls).toEqual([[3_500]]);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a signal does not wait for them', () => {
  const { sources, closed } = installed(async () => {}, { answered: never });
  sources.stdin.emit('end');
  sources.process.emit('SIGTERM');
  expect(closed).toHaveBeenCalledTimes(1);
});

const never = () => new Promise<void>(() => {});

test('the end of stdin, its close and a signal at the same moment close once and exit with 0', async () => {
  const { sources, closed } = installed(async () => {});
  sources.stdin.emit('end');
  sources.process.emit('SIGTERM');
  sources.stdin.emit('close');
  await vi.advanceTimersByTimeAsync(0);
  expect(closed).toHaveBeenCalledTimes(1);
  expect(sources.exit.mock.calls).toEqual([[0]]);
});

test('a stdout that cannot be written to counts as a client that left', async () => {
  const { sources, closed } = installed(async () => {});
  sources.stdout.emit('error', new Error('EPIPE'));
  expect(closed).toHaveBeenCalledTimes(1);
});

test('closing that hangs is given up before five seconds have passed', async () => {
  const { sources } = installed(never);
  sources.stdin.emit('end');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sources.exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(900);
  expect(sources.exit.mock.calls).toEqual([[0]]);
});

test.each([
  ['the tools are busy', never],
  ['a call runs on', (timeoutMs: number) => new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))],
])('five seconds after the end of stdin it has left, also where %s and closing hangs', async (_title, answered) => {
  const { sources } = installed(never, { answered });
  sources.stdin.emit('end');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sources.exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(900);
  expect(sources.exit.mock.calls).toEqual([[0]]);
});

test('a thread that does not end is ended with the process', async () => {
  const { sources } = installed(never, { terminate: never });
  sources.process.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(4_900);
  expect(sources.kill).toHaveBeenCalledTimes(1);
  expect(sources.exit).not.toHaveBeenCalled();
});

test('a second signal exits at once', async () => {
  const { sources, closed } = installed(never);
  sources.process.emit('SIGINT');
  expect(sources.exit).not.toHaveBeenCalled();
  sources.process.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(0);
  expect(sources.exit.mock.calls).toEqual([[1]]);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('closing that fails exits with 1', async () => {
  const { sources } = installed(() => Promise.reject(new Error('no')));
  sources.process.emit('SIGHUP');
  await vi.advanceTimersByTimeAsync(0);
  expect(sources.exit.mock.calls).toEqual([[1]]);
});
