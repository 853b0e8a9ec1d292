import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import { pythonWith } from '../../support/pythons.ts';
import { HangLab } from './watch.ts';

const lab = new HangLab();
afterAll(() => lab.end());

/** Longer than a test: what is a deadlock is not watched any longer. */
const NEVER_MS = 600_000;

async function watched(name: string, text: string, timeoutMs: number) {
  const program = join(lab.folder, `${name}.py`);
  writeFileSync(program, text);
  const runtimeExecutable = pythonWith('tasks');
  const launch = { program, args: [], cwd: lab.folder, env: {}, stopOnEntry: false, runtimeExecutable };
  return detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs });
}

const LOCKS = (library: string, group: string) => `import ${library}
async def hold(lock, other):
    async with lock:
        await ${library}.sleep(.1)
        async with other: pass
async def main():
    a, b = ${library}.Lock(), ${library}.Lock()
    async with ${group} as group:
        group.start_soon(hold, a, b); group.start_soon(hold, b, a)
${library}.run(main)
`;

test.each([
  ['anyio', 'anyio.create_task_group()'],
  ['trio', 'trio.open_nursery()'],
])('tasks of %s that wait for each other are a deadlock', async (library, group) => {
  const report = await watched(`locks-${library}`, LOCKS(library, group), NEVER_MS);
  expect(report, JSON.stringify(report)).toMatchObject({ kind: 'deadlock', hung: true, location: { line: 5 } });
  const sides = report.kind === 'deadlock' ? report.threads : [];
  expect(sides.map(({ task }) => task)).toEqual([expect.stringContaining('hold'), expect.stringContaining('hold')]);
  expect(sides.map(({ call }) => call)).toEqual(['async with other', 'async with other']);
});

test('all tasks of trio are shown, with what each waits for', async () => {
  const text = `import trio
async def waiter(event): await event.wait()
async def sender(channel):
    for i in range(3): await channel.send(i)
async def main():
    event = trio.Event(); send, receive = trio.open_memory_channel(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(waiter, event); nursery.start_soon(waiter, event); nursery.start_soon(sender, send)
trio.run(main)
`;
  const report = await watched('waits', text, 1_000);
  expect(report, JSON.stringify(report)).toMatchObject({ kind: 'waiting', hung: true });
  const awaits = report.kind === 'waiting' ? report.awaits : [];
  expect(awaits.map(({ name, tasks, awaits: what }) => [name, what, tasks])).toEqual([
    ['main', 'trio.open_nursery()', undefined],
    ['waiter', 'event.wait()', 2],
    ['sender', 'channel.send(i)', undefined],
  ]);
});

test('greenlets of gevent are shown where they wait', async () => {
  const text = `from gevent import monkey; monkey.patch_all()
import gevent, queue, time
inbox = queue.Queue()
def work(n): return inbox.get()
def keep():
    while True: time.sleep(.7)
def main():
    workers = [gevent.spawn(work, n) for n in range(3)]
    gevent.spawn(keep)
    gevent.joinall(workers)
main()
`;
  const report = await watched('greenlets', text, 1_500);
  expect(report, JSON.stringify(report)).toMatchObject({ kind: 'waiting', hung: true, location: { line: 10 } });
  const awaits = report.kind === 'waiting' ? report.awaits : [];
  expect(awaits.map(({ name, tasks, awaits: what }) => [name, what, tasks])).toEqual([
    ['main', 'gevent.joinall(workers)', undefined],
    ['<module>', 'main()', undefined],
    ['work', 'inbox.get()', 3],
    ['keep', 'time.sleep(.7)', undefined],
  ]);
  expect(report.output.chunks).toEqual([]);
});
