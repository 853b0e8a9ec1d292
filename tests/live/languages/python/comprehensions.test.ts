import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { environmentWithDebugpy } from '../../../support/python-environment.ts';
import { pythonVersions } from '../../../support/python-versions.ts';

const TIMES = 3;
const PROGRAM = [
  'def work(items, limit):',
  '    doubled = [2 * each for each in items]  # list',
  '    total = sum(each for each in items)  # generator',
  '    pairs = {each: [part for part in items] for each in items}  # nested',
  '    names = {  # names',
  '        str(each): each  # element',
  '        for each in items  # source',
  '        if each  # filter',
  '    }',
  '    lowest = min(  # arguments',
  '        each',
  '        for each in later(items)  # called',
  '    )',
  '    for each in items: limit += each  # statement',
  '    return doubled, total, pairs, names, lowest',
  'def later(items):',
  '    return (each for each in items)',
  `for _ in range(${TIMES}): work([1, 2, 3, 4], 2)`,
  'module = [each for each in range(3)]  # module',
  '',
].join('\n');

/** The numbers of passes of the lines. A part of a comprehension that has a line for itself is passed for each element. */
const PASSES = {
  list: TIMES,
  generator: TIMES,
  nested: TIMES,
  element: 4 * TIMES,
  source: TIMES,
  called: TIMES,
  module: 1,
};
const ALL = Object.entries(PASSES);

describe.each(pythonVersions())('Python 3.$minor', (version) => {
  async function run(breakpoints: readonly object[]) {
    using environment = environmentWithDebugpy(version);
    await using program = await DebuggedPython.start(
      { 'main.py': PROGRAM },
      { breakpoints, python: environment.python },
    );
    const stops: string[] = [];
    for (let stop = await program.firstStop(); !stop.startsWith('exited'); stop = await program.go()) stops.push(stop);
    const verdicts = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    return { stops, verdicts, log: program.output('log') };
  }

  test('a line is passed when its statement is, not with each element of a comprehension in it', async () => {
    const { verdicts } = await run(ALL.map(([name]) => ({ at: `# ${name}`, hitCondition: '1000' })));
    const counts = verdicts.map((each) => /was reached (.*), the hit/.exec(each)?.[1]);
    expect(counts).toEqual(ALL.map(([, count]) => (count === 1 ? 'once' : `${count} times`)));
  });

  test('a condition is asked where the variables of the statement are', async () => {
    const names = Object.keys(PASSES).filter((name) => !['element', 'module'].includes(name));
    const { verdicts } = await run(names.map((name) => ({ at: `# ${name}`, condition: 'limit > 100' })));
    expect(verdicts.map((each) => each.replace(/^.*its/, 'its'))).toEqual(
      names.map(() => `its line was reached ${TIMES} times, limit > 100 was never true`),
    );
  });

  test('a breakpoint stops once at the statement', async () => {
    const { stops } = await run([{ at: '# list' }, { at: '# generator' }]);
    const [list, generator] = PROGRAM.split('\n')
      .slice(1, 3)
      .map((each) => `breakpoint: ${each.trim()}`);
    expect(stops).toEqual(Array.from({ length: TIMES }, () => [list, generator]).flat());
  });

  test('a log breakpoint says once what the statement knows', async () => {
    const { log } = await run([
      { at: '# list', logMessage: 'limit {limit}' },
      { at: '# generator', logMessage: 'all' },
    ]);
    expect(log).toBe('limit 2\nall\n'.repeat(TIMES));
  });
});

// The debugger reports no passes of elements from Python 3.13 on.
describe.each(pythonVersions().filter(({ minor }) => minor < 13))('Python 3.$minor', (version) => {
  test.each(['list', 'generator'])(
    'what asks for a variable of the comprehension of "%s" is asked for each element',
    async (at) => {
      using environment = environmentWithDebugpy(version);
      const breakpoints = [{ at: `# ${at}`, condition: 'each == 3' }];
      await using program = await DebuggedPython.start(
        { 'main.py': PROGRAM },
        { breakpoints, python: environment.python },
      );
      const seen: string[] = [];
      for (let stop = await program.firstStop(); !stop.startsWith('exited'); stop = await program.go())
        seen.push(await program.value('each'));
      expect(seen).toEqual(Array.from({ length: TIMES }, () => '3'));
    },
  );
});
