// Feature: mcp-debugger-tool, Property 331: breakpoints that V8 decides about stop, log and count as a copy of the program that
// does so by itself, and exceptions of their statements stop it as if they were not there.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

interface Run {
  /** True for each pass at which the statement throws. */
  readonly throwing: readonly boolean[];
  readonly every: number;
  readonly gate: 'condition' | 'hitCondition' | 'logMessage';
  readonly mode: 'uncaught' | 'all' | 'none';
  readonly statement: string;
}

const STATEMENTS = [
  'x.fail.now();',
  'const value = x.fail.now;',
  "JSON.parse(x.fail ? '1' : '{');",
  'if (!x.fail.now) x.n++;',
];
const generatedRun: fc.Arbitrary<Run> = fc.record({
  throwing: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
  every: fc.integer({ min: 1, max: 4 }),
  gate: fc.constantFrom('condition', 'hitCondition', 'logMessage'),
  mode: fc.constantFrom('uncaught', 'all', 'none'),
  statement: fc.constantFrom(...STATEMENTS),
});

function programOf({ throwing, statement }: Run): string {
  return `class Runs {
  #one = 1;
  go(x) {
    ${statement}
    return this.#one;
  }
}
const runs = new Runs();
const throwing = ${JSON.stringify(throwing)};
for (let n = 1; n <= throwing.length; n++) {
  try {
    runs.go({ n, fail: throwing[n - 1] ? undefined : { now() {} } });
  } catch (error) {
    console.log(n, error.name);
  }
}
`;
}

function gateOf({ gate, every }: Run): object {
  if (gate === 'condition') return { condition: `x.n % ${every} === 0` };
  return gate === 'hitCondition' ? { hitCondition: `%${every}` } : { logMessage: 'n={x.n}' };
}

/** The passes at which the program is to stop, in their order, with what for. */
function stopsOf({ throwing, every, gate, mode }: Run): string[] {
  return throwing.flatMap((isThrown, index) => {
    const isHit = gate !== 'logMessage' && (index + 1) % every === 0;
    return [
      ...(isHit ? [`breakpoint [1] ${index + 1}`] : []),
      ...(isThrown && mode === 'all' ? [`exception ${index + 1}`] : []),
    ];
  });
}

describe.each(nodeVersions())('passes that are met on Node $major', ({ path }) => {
  it('are seen by nobody', async () => {
    await fc.assert(
      fc.asyncProperty(generatedRun, async (run) => {
        const planned = { at: run.statement, ...gateOf(run) };
        const options = { breakpoints: [planned], exceptionMode: run.mode };
        await using program = await DebuggedProgram.start(path, { 'main.cjs': programOf(run) }, options);
        const stops: string[] = [];
        for (let stop = await program.firstStop(); stop !== 'exited 0'; stop = await program.go())
          stops.push(`${stop.replace(/ main.cjs:4$/, '')} ${await program.value('x.n')}`);
        expect(stops).toEqual(stopsOf(run));
        const thrown = run.throwing.flatMap((isThrown, index) => (isThrown ? [index + 1] : []));
        const error = run.statement.startsWith('JSON') ? 'SyntaxError' : 'TypeError';
        expect(program.output('stdout')).toBe(thrown.map((n) => `${n} ${error}\n`).join(''));
        const passes = run.throwing.length;
        const { hits, tallies = {} } = program.session.breakpoints.get(1);
        const isLog = run.gate === 'logMessage';
        expect(hits).toBe(isLog ? passes : Math.floor(passes / run.every));
        expect(program.output('log')).toBe(isLog ? run.throwing.map((_, index) => `n=${index + 1}\n`).join('') : '');
        const trues = run.gate === 'condition' ? Math.floor(passes / run.every) : 0;
        const counted = Object.values(tallies).filter((tally) => tally.passes > 0);
        expect(counted).toMatchObject(isLog ? [] : [{ passes, trues, failures: 0 }]);
      }),
      { numRuns: 12, examples: [] },
    );
  });
});
