import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { pythonWith } from '../../../support/pythons.ts';
import { record, treeText } from '../../../support/recorded-session.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PROGRAM = `import asyncio
import sys
import threading


def price_of(item):
    if "price" not in item:
        raise LookupError("no price")
    return item["price"] * 2


def safe(item):
    try:
        return price_of(item)
    except LookupError as error:
        return str(error)


async def load(number):
    await asyncio.sleep(number / 200)
    if number > 2:
        raise ValueError("no %d" % number)
    return number * 10


async def load_all(numbers):
    return [await load(each) for each in numbers]


async def together(numbers):
    return await asyncio.gather(*(load(each) for each in numbers))


def evens(count):
    for each in range(count):
        yield each * 2


class Cart:
    def __init__(self, items):
        self.items = items

    @property
    def total(self):
        return sum(each["price"] for each in self.items)


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def work(found):
    found.append(price_of({"price": 5}))


def end():
    pass


def main():
    print("begin")
    safe({"price": 3})
    safe({})
    asyncio.run(load_all([1, 2]))
    try:
        asyncio.run(load_all([3]))
    except ValueError:
        pass
    asyncio.run(together([2, 2]))
    list(evens(2))
    Cart([{"price": 4}]).total
    fact(3)
    found = []
    thread = threading.Thread(target=work, args=(found,))
    thread.start()
    thread.join()
    print(sys.gettrace() is None, found)
    end()
    print("end")


main()
`;

const CALLS = `safe(item = {'price': 3}) → 6
  price_of(item = {'price': 3}) → 6
safe(item = {}) → 'no price'
  price_of(item = {}) threw LookupError: no price
load_all(numbers = [1, 2]) → [10, 20]
  load(number = 1) → 10 (+1)
load_all(numbers = [3]) threw ValueError: no 3
  load(number = 3) threw ValueError: no 3
together(numbers = [2, 2]) → [20, 20]
load(number = 2) → 20 (+1)
evens(count = 2) → None
Cart.__init__(self = <Cart>, items = [{'price': 4}]) → None
Cart.total(self = Cart(items=[{'price': 4}])) → 4
fact(n = 3) → 6
  fact(n = 2) → 2
    fact(n = 1) → 1
work(found = []) → None
  price_of(item = {'price': 5}) → 10
end() running at 57`.split('\n');

const folder = temporaryFolder('python-debugger-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Any Python with the debugger that one of them has: what of it is compiled for another version is left aside. */
function withDebugger(): Record<string, string> {
  const site = join(dirname(dirname(pythonWith('newest'))), 'lib');
  const link = join(folder, 'debugpy');
  rmSync(link, { force: true });
  const [version = ''] = readdirSync(site).filter((name) => name.startsWith('python3.'));
  symlinkSync(join(site, version, 'site-packages', 'debugpy'), link);
  return { PYTHONPATH: folder };
}

/** debugpy has what it needs for these without the compiled part. */
const versions = pythonVersions().filter(({ minor }) => minor >= 9);

describe.each(versions)('Python 3.$minor', ({ path }) => {
  const start = (at: readonly string[]) =>
    DebuggedPython.start(
      { 'main.py': PROGRAM },
      { python: path, env: withDebugger(), breakpoints: at.map((each) => ({ at: each })) },
    );

  test('records the tree of calls until the next stop', async () => {
    await using program = await start(['safe({"price": 3})', '    pass']);
    await program.firstStop();
    const { report, outcome } = await record(program.session, { kind: 'calls' });
    expect(treeText(report.roots)).toEqual(CALLS);
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'breakpoint', hitBreakpointIds: [2] });
  });

  test('records what functions were given and came to, in all threads', async () => {
    await using program = await start(['safe({"price": 3})']);
    await program.firstStop();
    const point = { id: 1, place: { kind: 'function', name: 'price_of' }, expressions: [] } as const;
    const line = { id: 2, place: { kind: 'line', path: program.path(), line: 9 }, expressions: ['item'] } as const;
    const { report, outcome } = await record(program.session, { kind: 'values', points: [point, line] });
    const [calls, values] = report.points;
    expect(calls?.hits.map(({ end, caller }) => [end?.kind, caller?.name])).toEqual([
      ['returned', 'safe'],
      ['threw', 'safe'],
      ['returned', 'work'],
    ]);
    expect(values?.total.passes).toBe(2);
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  test('records lives and lines, one after the other, and leaves nothing behind', async () => {
    await using program = await start(['safe({"price": 3})', 'safe({})', 'Cart([{"price": 4}]).total', '    end()']);
    await program.firstStop();
    const everything = { kind: 'function', name: '*' } as const;
    const lives = await record(program.session, {
      kind: 'frame',
      place: everything,
      call: { kind: 'throws' },
      inside: 'run',
    });
    const safe = lives.report.calls.find((each) => each.function.name === 'safe');
    expect(safe?.end).toMatchObject({ kind: 'returned', value: { text: '6' } });
    const lines = await record(program.session, { kind: 'lines' });
    const [file] = lines.report.files;
    const count = (line: number) => file?.lines.find((each) => each.line === line)?.count;
    expect([count(8), count(9), count(20), count(22)]).toEqual([1, 0, 5, 1]);
    expect(await program.value('__import__("sys").getprofile()')).toBe('None');
    const outcome = await program.go();
    expect(outcome).toBe('breakpoint: end()');
    expect(await program.value('__import__("threading")._profile_hook is None')).toBe('True');
  });

  test.each(['spawn', 'fork'])('records processes that begin meanwhile by %s', async (method) => {
    const text = `import multiprocessing


def work(value):
    return value * 2


if __name__ == "__main__":
    with multiprocessing.get_context("${method}").Pool(2) as pool:
        print(pool.map(work, [5, 5, 6, 5], chunksize=1))
`;
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      { python: path, env: withDebugger(), breakpoints: [{ at: 'with multi' }] },
    );
    await program.firstStop();
    const point = { id: 1, place: { kind: 'function', name: 'work' }, expressions: [] } as const;
    const { report } = await record(program.session, { kind: 'values', points: [point] });
    expect(report.notes).toEqual([]);
    expect(report.points[0]?.total).toMatchObject({
      passes: 4,
      series: [
        { name: 'value', distinct: 2, isMore: false },
        { name: 'return', distinct: 2, isMore: false },
      ],
    });
  });

  test('says where a program is busy when the time is up, and can be asked again', async () => {
    const text = 'def step(n):\n    return n + 1\n\n\nn = 0\nwhile True:\n    n = step(n)\n';
    await using program = await DebuggedPython.start(
      { 'main.py': text },
      { python: path, env: withDebugger(), breakpoints: [{ at: 'n = 0' }] },
    );
    await program.firstStop();
    for (const _ of [1, 2]) {
      const { report, outcome } = await record(program.session, { kind: 'calls' }, { timeoutMs: 1_500 });
      expect(outcome.kind).toBe('running');
      expect(report.totals[0]?.calls).toBeGreaterThan(100);
      expect(report.roots.length).toBeLessThan(10);
    }
  });
});
