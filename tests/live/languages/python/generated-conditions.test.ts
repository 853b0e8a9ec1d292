import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumOf } from '../../../../src/model/breakpoints/condition-tally.ts';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

/** A line that is passed some times, and what a breakpoint on it asks. */
interface Case {
  readonly shape: keyof typeof SHAPES;
  readonly passes: number;
  readonly condition: string | undefined;
  readonly hitCondition: string | undefined;
}

/** Code around a line LINE that is passed N times with another `i`, and a `held` and a private `__own` beside it. */
const SHAPES = {
  function: ['def work():', '    held = __own = 2', '    for i in range(N):', '        LINE', 'work()'],
  closure: [
    'def outer(held, __own):',
    '    def work(i):',
    '        LINE',
    '        return held, __own',
    '    for i in range(N): work(i)',
    'outer(2, 2)',
  ],
  module: ['held = __own = 2', 'for i in range(N):', '    LINE'],
  generator: [
    'def work():',
    '    held = __own = 2',
    '    for i in range(N):',
    '        LINE',
    '        yield i',
    'list(work())',
  ],
  method: [
    'class Work:',
    '    def go(self, __own=2, held=2):',
    '        for i in range(N):',
    '            LINE',
    'Work().go()',
  ],
  coroutine: [
    'async def work():',
    '    held = __own = 2',
    '    for i in range(N):',
    '        await asyncio.sleep(0)',
    '        LINE',
    'asyncio.run(work())',
  ],
  threads: [
    'def work(numbers):',
    '    held = __own = 2',
    '    for i in numbers:',
    '        LINE',
    'parts = [threading.Thread(target=work, args=(range(at, N, 3),)) for at in range(3)]',
    'for each in parts: each.start()',
    'for each in parts: each.join()',
  ],
} as const;

const CONDITIONS = [
  ...['i % 3 == 0', 'i < 0', 'True', '1 / (i % 4) < 0.6', 'missing == i', 'i == 2 or missing', '[][i]', 'held == i'],
  ...[
    'any(i == each for each in (1, held))',
    '(lambda: held + i)() > 5',
    'sum([each for each in range(held)]) < i',
    '__own == i',
    '"a" if i % 2 else ""',
  ],
];
const passes = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
);
const oneCase: fc.Arbitrary<Case> = fc.record({
  shape: fc.constantFrom(...(Object.keys(SHAPES) as (keyof typeof SHAPES)[])),
  passes,
  condition: fc.option(fc.constantFrom(...CONDITIONS), { nil: undefined }),
  hitCondition: fc.option(fc.constantFrom('1', '==3', '>=2', '>5', '<4', '<=2', '%3', '5000'), { nil: undefined }),
});

/** Counts what the condition comes to in front of the line, and says so at the end. */
function counting(condition: string | undefined, at: number): string[] {
  return [`try: count(${at}, bool(${condition ?? 'True'}))`, `except Exception: count(${at}, None)`];
}

function codeOf(cases: readonly Case[], isCopy: boolean): string {
  const head = [
    'import asyncio, itertools, json, sys, threading',
    'counts = {}',
    'def count(at, came):',
    '    next(counts.setdefault((at, came), itertools.count()))',
  ];
  const bodies = cases.flatMap(({ shape, passes: n, condition }, at) =>
    SHAPES[shape].flatMap((line) => {
      if (line.trim() !== 'LINE') return line.replaceAll('N)', `${n})`).replaceAll('N,', `${n},`);
      const indent = line.slice(0, -'LINE'.length);
      return [...(isCopy ? counting(condition, at) : []), `x = ${at}  # line ${at};`].map((each) => indent + each);
    }),
  );
  const tail = 'print(json.dumps([[at, came, int(repr(n)[6:-1])] for (at, came), n in counts.items()]))';
  return `${[...head, ...bodies, tail].join('\n')}\n`;
}

function counted(cases: readonly Case[], python: string) {
  const said = execFileSync(python, ['-c', codeOf(cases, true)], { encoding: 'utf8' });
  const all: [number, boolean | null, number][] = JSON.parse(said);
  return cases.map(({ hitCondition }, at) => {
    const numberOf = (wanted: boolean | null) => all.find(([of, came]) => of === at && came === wanted)?.[2] ?? 0;
    const [trues, failures] = [numberOf(true), numberOf(null)];
    const numbers = Array.from({ length: trues }, (_, index) => index + 1);
    return {
      passes: trues + failures + numberOf(false),
      trues,
      failures,
      hits: numbers.filter((each) => isHit(each, hitCondition)).length,
    };
  });
}

function isHit(number: number, hitCondition = '>=0'): boolean {
  const [, operator = '', text] = /^(\D*)(\d+)$/.exec(hitCondition) ?? [];
  const wanted = Number(text);
  if (operator === '%') return number % wanted === 0;
  if (operator === '>=' || operator === '<=') return operator === '>=' ? number >= wanted : number <= wanted;
  if (operator === '>' || operator === '<') return operator === '>' ? number > wanted : number < wanted;
  return number === wanted;
}

async function reported(cases: readonly Case[], python: string) {
  const breakpoints = cases.map(({ condition, hitCondition }, at) => ({
    at: `# line ${at};`,
    logMessage: 'x',
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
  }));
  await using program = await DebuggedPython.start({ 'main.py': codeOf(cases, false) }, { breakpoints, python });
  expect(await program.firstStop()).toBe('exited 0');
  const records = program.session.breakpoints.list();
  expect(breakpointVerdicts(records, { place: () => 'x' }).join('\n')).not.toContain('at least');
  return records.map(({ hits, tallies = {} }) => ({ ...sumOf(Object.values(tallies)), hits }));
}

async function checkCounts(cases: readonly Case[], python: string): Promise<void> {
  const [expected, found] = [counted(cases, python), await reported(cases, python)];
  for (const [at, { hits, passes: n, trues, failures }] of found.entries()) {
    const { condition, hitCondition } = cases[at] ?? {};
    // One that asks nothing is not counted but by what it says.
    const isCounted = (condition ?? hitCondition) !== undefined;
    const all = expected[at];
    expect(isCounted ? { passes: n, trues, failures, hits } : { ...all, hits }).toEqual(all);
  }
}

// Feature: mcp-debugger-tool, Property 332: passes, truths, failures and hits of conditions are those that an instrumented copy of the program counts
describe('what is said of conditions is what a copy counts that asks them itself', () => {
  const versions = pythonVersions();

  test('in any code', { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(oneCase, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      async (cases, which) => {
        const version = versions[which % versions.length];
        if (version === undefined) throw new Error('there is no Python');
        using environment = environmentWithDebugpy(version);
        await checkCounts(cases, environment.python);
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  test.each(versions)('up to 100,000 passes in Python 3.$minor', { timeout: 120_000 }, async (version) => {
    using environment = environmentWithDebugpy(version);
    const sizes = [1, 255, 256, 257, 1_000, 10_000, 100_000];
    const cases = sizes.map((n) => ({
      shape: 'function' as const,
      passes: n,
      condition: '1 / (i % 4) < 0.6',
      hitCondition: '%7',
    }));
    await checkCounts(cases, environment.python);
  });
});
