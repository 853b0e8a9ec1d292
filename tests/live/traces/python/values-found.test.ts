import { describe, expect, test } from 'vitest';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { expectItsOrigin, foundOrigins, howMade, wantedInTests, wantedValue } from '../../../support/value-origins.ts';
import { ProgramFolder } from './traced-run.ts';
import { VALUE_PROGRAMS } from './value-programs.ts';

const LONG = `def scaled(n):
    return n % 7 * 3
total = 0
for n in range(20000):
    total += scaled(n)
print(total)
`;
const CHECKED = `import threading
def made(options):
    return "y-" + str(len(options))
def one():
    made({"first": 1})
    other = made({"second": 1})
    wanted = made({"third": 1})
    assert wanted
def two():
    assert made({"fourth": 1})
    assert made({"fifth": 1})
for each in (one, two):
    thread = threading.Thread(target=each)
    thread.start()
    thread.join()
`;
const HOSTILE = `class Trap:
    def __repr__(self):
        print("ran")
        return "9"
    __str__ = __eq__ = __hash__ = __getattribute__ = __repr__
class Text(str):
    def __eq__(self, other):
        print("ran")
    __hash__ = str.__hash__
def keep(trap, text):
    return [trap, text]
kept = keep(Trap(), Text("9"))
`;

describe.each(pythonVersions())('Python 3.$minor', ({ path }) => {
  test.each(VALUE_PROGRAMS)('$name is found where it came to be', { timeout: 60_000 }, async (program) => {
    using folder = new ProgramFolder(path, { 'main.py': program.program });
    const run = await folder.traced('main.py', wantedValue(program.value));
    const plain = await folder.plain('main.py');
    expect([run.stdout, run.stderr, run.ended]).toEqual([plain.stdout, plain.stderr, plain.ended]);
    expectItsOrigin(run.records, program);
  });

  test('a value that came to be often takes a bounded space, and its places are counted', {
    timeout: 60_000,
  }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': LONG });
    const { records } = await folder.traced('main.py', wantedValue('15'));
    const { origins, calls } = foundOrigins(records, '15');
    expect(origins[0]).toMatchObject({
      likeness: 'equal',
      place: { how: 'returned', line: 2, number: 6 },
      times: 2_857,
    });
    expect(calls.length).toBeLessThan(4);
  });

  test('a value that each test made several times in one place is that of its last call', async () => {
    using folder = new ProgramFolder(path, { 'main.py': CHECKED });
    const numbers = async (wanted: WantedTrace) => {
      const { records } = await folder.traced('main.py', wanted);
      const { origins } = foundOrigins(records, 'y-1');
      return origins.flatMap(({ place }) => (place.function.name === 'made' ? place.number : []));
    };
    expect(await numbers(wantedInTests('y-1'))).toEqual([3, 5]);
    expect(await numbers(wantedValue('y-1'))).toEqual([1]);
  });

  test('a value that never was has what came closest to it', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': 'def f(a):\n    return a + "lo"\nprint(f("hel"), f("x"))\n' });
    const { records } = await folder.traced('main.py', wantedValue('hello there'));
    const { origins, closest } = foundOrigins(records, 'hello there');
    expect(origins).toEqual([]);
    expect(closest.map(({ value, place }) => [value.text, howMade(place), place.line])).toEqual([
      ["'hello'", 'returned', 2],
    ]);
  });

  test('no code of the program runs for the search', { timeout: 60_000 }, async () => {
    using folder = new ProgramFolder(path, { 'main.py': HOSTILE });
    const run = await folder.traced('main.py', wantedValue('9', 'ran'));
    expect([run.stdout, run.stderr, run.ended]).toEqual(['', '', 0]);
  });
});
