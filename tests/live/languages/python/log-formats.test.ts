import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';
import { TIER } from '../../../support/tier.ts';

const HEAD = `
import datetime
import decimal

class Money(decimal.Decimal):
    def __repr__(self):
        return "Money(" + str(self) + ")"

count, width, share, name = 1234567, 12, 0.0525, "Zoë"
when, price, row = datetime.date(2026, 11, 29), Money("3.50"), {"k": [1, 2.5]}

class Cart:
    __own = 7
`;
/** Expressions, and formats that their values take. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  count: [':,', ':#x', ':>{width}', ':_<12d', ':e'],
  'share * 2': [':.2f', ':08.3f', ':{width}.{1 + 1}f', ':.1%'],
  name: [':>8', ':^{width}', ':.2'],
  'row["k"][1]': [':.3f', ':+'],
  "row['k']": [''],
  when: [':%d.%m.%Y', ':%H:%M'],
  price: [':>9', ':.1f'],
  'self.__own': [':03'],
  'len(name) == 3 and {"a": (1, 2)}["a"][0]': [':>3'],
};
const field = fc
  .constantFrom(...Object.entries(VALUES))
  .chain(([value, specs]) =>
    fc.tuple(
      fc.constant(value),
      fc.constantFrom('', '', '=', ' = '),
      fc.oneof(fc.constantFrom('!r', '!s', '!a', '!r:>20', '!s:.3'), fc.constantFrom(...specs)),
    ),
  )
  .map(([value, shown, format]) => (shown + format === '' ? `{${value}!s}` : `{${value}${shown}${format}}`));
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: field }, fc.constantFrom('a', ' ', ': ', '{{', '}}', "'", 'é😀')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join('').trim())
  .filter((each) => each !== '' && !/^'|'$/.test(each));

// Feature: mcp-debugger-tool, Property 365: a log message in Python says what an f-string of that text is
test('log messages are f-strings', { timeout: 300_000 }, async () => {
  const versions = pythonVersions();
  const run = fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 8 }), fc.nat(), async (texts, which) => {
    const version = versions[which % versions.length];
    if (version === undefined) throw new Error('there is no Python');
    using environment = environmentWithDebugpy(version);
    const { python } = environment;
    const lines = texts.map((each, at) => `        print(f'''${each}''')  # ${at};`);
    const source = `${HEAD}    def said(self):\n${lines.join('\n')}\n\nCart().said()\n`;
    const breakpoints = texts.map((logMessage, at) => ({ at: `# ${at};`, logMessage }));
    await using program = await DebuggedPython.start({ 'main.py': source }, { breakpoints, python });
    expect(await program.firstStop()).toBe('exited 0');
    expect(program.output('log').split('\n')).toEqual(program.output('stdout').split('\n'));
  });
  await fc.assert(run, { numRuns: TIER === 'all' ? 100 : 6 });
});

test('a format that Python refuses is refused with its own words, or said at the pass', async () => {
  const [version] = pythonVersions();
  if (version === undefined) throw new Error('there is no Python');
  using environment = environmentWithDebugpy(version);
  const { python } = environment;
  const start = (logMessage: string) =>
    DebuggedPython.start(
      { 'main.py': 'x = 2.5\nprint(x)  # here\n' },
      { breakpoints: [{ at: '# here', logMessage }], python },
    );
  await expect(start('{x!z}')).rejects.toMatchObject({ message: expect.stringContaining('conversion character') });
  await expect(start('{x +}')).rejects.toMatchObject({
    message: expect.stringContaining('does not parse: invalid syntax'),
  });
  await using program = await start('{x:q} {x=}');
  expect(await program.firstStop()).toBe('exited 0');
  expect(program.output('log')).toContain("<ValueError: Unknown format code 'q' for object of type 'float'> x=2.5");
});
