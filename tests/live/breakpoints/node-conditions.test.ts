import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResumeCommand } from '../../../src/session/run/run-control.ts';
import { AttachedProgram } from '../../support/attached-program.ts';
import { DebuggedProgram, type PlannedBreakpoint } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const loop = (passes: number): string => `function hot(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += i;
  }
  return sum;
}
console.log(hot(${passes}));
`;
const BODY = 'sum += i';

/** Runs for as long as it is let, calling one function again and again. */
const TICKING = `let n = 0;
function tick() {
  n++;
  setTimeout(() => tick(), 1);
}
tick();
`;

/** The same, and calls another one from there. */
const NOTING = `let n = 0;
function tick() {
  n++;
  note(n);
}
function note() {}
setInterval(() => {
  tick();
}, 5);
console.log('runs');
`;

const versions = nodeVersions();

describe.each(versions)('a breakpoint with a condition on Node $major', ({ major, path }) => {
  it.each(['main.cjs', 'main.mjs'])('stops in a late pass of %s', async (name) => {
    const breakpoints = [{ at: BODY, condition: 'i === 9999' }];
    await using program = await DebuggedProgram.start(path, { [name]: loop(10_000) }, { breakpoints });
    expect(await program.firstStop()).toBe(`breakpoint [1] ${name}:4`);
    expect(await program.value("i + ' ' + sum")).toBe('"9999 49985001"');
    expect(program.session.breakpoints.get(1).state).toMatchObject({
      kind: 'verified',
      location: { line: 4, column: 5 },
    });
    expect(await program.go()).toBe('exited 0');
    expect(program.output('stdout')).toBe('49995000\n');
  });

  const start = (files: Readonly<Record<string, string>>, breakpoints: readonly PlannedBreakpoint[]) =>
    DebuggedProgram.start(path, files, { breakpoints });

  it.each([
    ['5', ['4']],
    ['>=5', ['4', '5', '6', '7', '8', '9']],
    ['>8', ['8', '9']],
    ['<3', ['0', '1']],
    ['%3', ['2', '5', '8']],
  ])('stops on the passes that the hit condition %s names', async (hitCondition, expected) => {
    await using program = await start({ 'main.cjs': loop(10) }, [{ at: BODY, hitCondition }]);
    expect(await program.valuesAtStops('i')).toEqual(expected);
    expect(program.session.breakpoints.get(1).hits).toBe(expected.length);
  });

  it('counts only the passes in which the condition is true', async () => {
    const planned = { at: BODY, condition: 'i % 2 === 1', hitCondition: '3' };
    await using program = await start({ 'main.mjs': loop(10) }, [planned]);
    expect(await program.valuesAtStops('i')).toEqual(['5']);
  });

  it('logs values without a stop and without a trace in the output of the program', async () => {
    const source = `function f(order) {\n  const twice = order.n * 2;\n  return twice;\n}\nfor (let n = 1; n <= 3; n++) f({ n, tags: ['a'] });\nconsole.log('done');\n`;
    const logMessage = 'n={order.n} {order} {"{" + twice + "}"} {missing.x} \\{literally\\}';
    await using program = await start({ 'main.cjs': source }, [{ at: 'return twice', logMessage }]);
    expect(await program.valuesAtStops('0')).toEqual([]);
    const line = (n: number) =>
      `n=${n} {n: ${n}, tags: ["a"]} {${n * 2}} <ReferenceError: missing is not defined> {literally}`;
    expect(program.output('log').trimEnd().split('\n')).toEqual([line(1), line(2), line(3)]);
    expect(program.output('stdout')).toBe('done\n');
    expect(program.session.breakpoints.get(1).hits).toBe(3);
  });

  it('takes a condition that throws for false', async () => {
    const planned = { at: BODY, condition: 'i === 3 || nowhere.x' };
    await using program = await start({ 'main.cjs': loop(6) }, [planned]);
    expect(await program.valuesAtStops('i')).toEqual(['3']);
    expect(program.output('stdout')).toBe('15\n');
  });

  it('does not stop in what a condition calls', async () => {
    const source = `globalThis.isThree = (i) => {\n  if (i > 8) throw new Error('too far');\n  return i === 3;\n};\n${loop(10)}`;
    const breakpoints = [{ at: BODY, condition: 'globalThis.isThree(i)' }, { at: 'return i === 3' }];
    const options = { breakpoints, exceptionMode: 'all' } as const;
    await using program = await DebuggedProgram.start(path, { 'main.cjs': source }, options);
    expect(await program.valuesAtStops('i')).toEqual(['3']);
  });

  it('obeys a condition that is changed, removed or disabled in the function that it stopped in', async () => {
    await using program = await start({ 'main.cjs': loop(400) }, [{ at: BODY, condition: 'i % 100 === 7' }]);
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:4');
    await program.breakpoint({ at: BODY, condition: 'i === 50' });
    expect(await program.go()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.value('i')).toBe('50');
    await program.breakpoint({ at: BODY, condition: 'i % 100 === 7' });
    await program.session.breakpoints.enable(1, false);
    await program.session.breakpoints.enable(1, true);
    expect(await program.go()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.value('i')).toBe('107');
    await program.session.breakpoints.remove(1);
    expect(await program.go()).toBe('exited 0');
  });

  it('is changed back and forth between calls', async () => {
    const source = `function f(n) {\n  const twice = n * 2;\n  return twice;\n}\nfor (let n = 0; n < 40; n++) {\n  f(n);\n  if (n % 10 === 0) {\n    f(-1);\n  }\n}\n`;
    await using program = await start({ 'main.cjs': source }, [
      { at: 'f(-1)' },
      { at: 'return twice', condition: 'n === 3' },
    ]);
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:8');
    expect(await program.go()).toBe('breakpoint [2] main.cjs:3');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:8');
    await program.breakpoint({ at: 'return twice', condition: 'n === 13' });
    expect(await program.go()).toBe('breakpoint [2] main.cjs:3');
    expect(await program.value('twice')).toBe('26');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:8');
    await program.session.breakpoints.enable(2, false);
    expect(await program.go()).toBe('breakpoint [1] main.cjs:8');
    await program.session.breakpoints.enable(2, true);
    await program.breakpoint({ at: 'return twice', condition: 'n === 33', hitCondition: '1' });
    expect(await program.go()).toBe('breakpoint [2] main.cjs:3');
    expect(await program.value('n')).toBe('33');
    expect(await program.go()).toBe('exited 0');
  });

  it('is set, changed, disabled and removed while the program runs', async () => {
    await using program = await start({ 'main.cjs': TICKING }, []);
    const at = 'setTimeout(';
    await program.breakpoint({ at, condition: 'n < 0' });
    await program.breakpoint({ at, condition: 'n % 10 === 3' });
    expect(await program.go()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.value('n % 10')).toBe('3');
    await program.breakpoint({ at, condition: 'n < 0' });
    const running = program.session.resume('continue', { timeoutMs: 60 });
    expect((await running).kind).toBe('running');
    await program.breakpoint({ at, condition: 'n % 10 === 7' });
    expect(await program.go()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.value('n % 10')).toBe('7');
    await program.breakpoint({ at, condition: 'n < 0' });
    expect((await program.session.resume('continue', { timeoutMs: 20 })).kind).toBe('running');
    await program.breakpoint({ at, condition: 'n > 0' });
    await program.session.breakpoints.enable(1, false);
    await program.session.breakpoints.remove(1);
    // One that was hit before it was switched off is told; none is afterwards.
    await program.session.resume('continue', { timeoutMs: 20 });
    expect((await program.session.resume('continue', { timeoutMs: 60 })).kind).toBe('running');
  });

  it('stops in later calls of a function that was called before', async () => {
    const source = `function f(n) {\n  const twice = n * 2;\n  return twice;\n}\nf(1);\nf(2);\nf(3);\n`;
    await using program = await start({ 'main.cjs': source }, [{ at: 'f(2)' }]);
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:6');
    await program.breakpoint({ at: 'return twice', condition: 'n > 1' });
    expect([await program.go(), await program.value('n')]).toEqual(['breakpoint [2] main.cjs:3', '2']);
    expect([await program.go(), await program.value('n')]).toEqual(['breakpoint [2] main.cjs:3', '3']);
    expect(await program.go()).toBe('exited 0');
  });

  it.each([
    ['the top level of a CommonJS main', 'main.cjs'],
    ['the top level of an ES module', 'main.mjs'],
  ])('stops in a loop at %s', async (_name, name) => {
    const source =
      "console.log('once');\nlet sum = 0;\nfor (let i = 0; i < 5; i++) {\n  sum += i;\n}\nconsole.log(sum);\n";
    await using program = await start({ [name]: source }, [{ at: BODY, condition: 'i > 2' }]);
    expect(await program.valuesAtStops("i + ' ' + sum")).toEqual(['"3 3"', '"4 6"']);
    expect(program.output('stdout')).toBe('once\n10\n');
  });

  it('stops in required and imported modules', async () => {
    const files = {
      'main.cjs':
        "const { hot } = require('./required.cjs');\nhot(5);\nimport('./imported.mjs').then(({ heat }) => heat(4));\n",
      'required.cjs': `${loop(0)}exports.hot = (n) => hot(n);\n`,
      'imported.mjs': `${loop(0)}export const heat = (n) => hot(n);\n`,
    };
    await using program = await start(files, [
      { at: BODY, file: 'required.cjs', condition: 'i === 4' },
      { at: BODY, file: 'imported.mjs', condition: 'i === 3' },
    ]);
    expect(await program.firstStop()).toBe('breakpoint [1] required.cjs:4');
    expect(await program.go()).toBe('breakpoint [2] imported.mjs:4');
    expect(await program.go()).toBe('exited 0');
  });

  it('leaves the other breakpoints of its file as they are', async () => {
    const source = `${loop(3)}hot(1);\nhot(2);\n`;
    await using program = await start({ 'main.cjs': source }, [
      { at: BODY, condition: 'n === 3 && i === 2' },
      { at: 'return sum', condition: 'n === 3' },
      { at: 'let sum' },
      { at: 'hot(2)' },
      { at: 'hot(1)', condition: 'false' },
    ]);
    await program.session.breakpoints.set({ target: { kind: 'function', name: 'hot' } });
    const stops: string[] = [];
    for (let stop = await program.firstStop(); stop !== 'exited 0'; stop = await program.go()) stops.push(stop);
    // The one at the function's entry stands at its first statement, as the third of them does.
    expect(stops.map((stop) => stop.replace('[3, 6]', '[3]'))).toEqual([
      'breakpoint [3] main.cjs:2',
      'breakpoint [1] main.cjs:4',
      'breakpoint [2] main.cjs:6',
      'breakpoint [3] main.cjs:2',
      'breakpoint [4] main.cjs:10',
      'breakpoint [3] main.cjs:2',
    ]);
  });

  it('counts both breakpoints of a statement', async () => {
    const breakpoints = [{ at: BODY, condition: 'i === 2' }];
    await using program = await start({ 'main.cjs': `${loop(0)}hot(4);\n` }, [...breakpoints, { at: 'hot(4)' }]);
    expect(await program.firstStop()).toBe('breakpoint [2] main.cjs:9');
    await program.session.breakpoints.set({
      target: { kind: 'line', path: program.path(), line: 4, column: 5 },
      condition: 'i >= 2',
    });
    expect([await program.go(), await program.go()]).toEqual([
      'breakpoint [1, 3] main.cjs:4',
      'breakpoint [3] main.cjs:4',
    ]);
  });

  it('holds in a process that runs already', async () => {
    await using program = await AttachedProgram.run(path, NOTING);
    const { session } = program;
    await session.breakpoints.plan({ target: program.line(8) });
    await session.breakpoints.plan({ target: program.line(4), condition: 'n % 3 === 2' });
    await session.start();
    expect(await session.waitForStop()).toMatchObject({ kind: 'stopped', location: { line: 8 } });
    await session.breakpoints.remove(1);
    expect(await session.resume('continue')).toMatchObject({ hitBreakpointIds: [2], location: { line: 4 } });
    const evaluate = { expression: 'n % 3', depth: 0, maxChildren: 0, maxTextLength: 20, readOnly: true };
    expect(await session.inspection.evaluate(evaluate)).toMatchObject({ value: '2' });
    await session.end();
    expect(program.child.exitCode).toBeNull();
  });

  it('holds in each process of a tree', async () => {
    const files = {
      'main.cjs': `require('node:child_process').execFileSync(process.execPath, [__dirname + '/child.cjs']);\n${loop(9)}`,
      'child.cjs': loop(7),
    };
    const breakpoints = [
      { at: BODY, condition: 'i === 8' },
      { at: BODY, file: 'child.cjs', condition: 'i === 6' },
    ];
    const command = { program: 'sh', args: ['-c', `"${path}" main.cjs`] };
    await using program = await DebuggedProgram.start(path, files, { breakpoints, command });
    expect(await program.firstStop()).toBe('breakpoint [2] child.cjs:4');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:5');
    expect(await program.go()).toBe('exited 0');
  });

  it('holds after a stop on entry, and nothing runs twice', async () => {
    const source = "console.log('once');\nlet sum = 0;\nfor (let i = 0; i < 50; i++) {\n  sum += i;\n}\n";
    await using program = await DebuggedProgram.start(path, { 'main.cjs': source }, { stopOnEntry: true });
    expect(await program.firstStop()).toBe('entry main.cjs:1');
    await program.breakpoint({ at: BODY, condition: 'i === 40' });
    expect(await program.go()).toBe('breakpoint [1] main.cjs:4');
    expect(await program.value('sum')).toBe('780');
    expect(program.output('stdout')).toBe('once\n');
  });

  it('holds beside a stop on entry, which is told as one', async () => {
    const source = `console.log('once');\n${loop(50)}`;
    const breakpoints = [{ at: BODY, condition: 'i === 40' }];
    await using program = await DebuggedProgram.start(path, { 'main.cjs': source }, { stopOnEntry: true, breakpoints });
    expect(await program.firstStop()).toBe('entry main.cjs:1');
    expect(await program.go('next')).toBe('step main.cjs:9');
    expect(await program.go()).toBe('breakpoint [1] main.cjs:5');
    expect(await program.go()).toBe('exited 0');
  });

  it('is stepped over as if it were not there', async () => {
    const source = `const { g } = require('./other.cjs');
function f(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += g(i);
    sum -= 1;
  }
  return sum;
}
f(2);
require('./late.cjs');
f(1);
f(0);
`;
    const files = {
      'main.cjs': source,
      'other.cjs': 'function g(x) {\n  const y = x + 1;\n  return y;\n}\nexports.g = g;\n',
      'late.cjs': 'let a = 1;\nfor (let i = 0; i < 3; i++) {\n  a += i;\n}\n',
    };
    const commands: ResumeCommand[] = [
      ...['next', 'stepIn', 'next', 'next', 'stepIn', 'next', 'next', 'next', 'next', 'next'],
      ...['stepIn', 'stepOut', 'next', 'next', 'next', 'next', 'stepOut', 'next', 'next', 'stepIn', 'next', 'next'],
    ] as ResumeCommand[];
    const seen = async (condition: string | undefined) => {
      const gates = ['sum += g(i)', 'sum -= 1', 'return sum', 'let sum'].map((at) => ({
        at,
        condition: condition ?? '',
      }));
      const elsewhere = [
        { at: 'return y', file: 'other.cjs', condition: condition ?? '' },
        { at: 'a += i', file: 'late.cjs', condition: condition ?? '' },
      ];
      const breakpoints = [{ at: 'const { g }' }, ...(condition === undefined ? [] : [...gates, ...elsewhere])];
      await using program = await DebuggedProgram.start(path, files, { breakpoints });
      const stops = [await program.firstStop()];
      for (const command of commands) if (stops.at(-1) !== 'exited 0') stops.push(await program.go(command));
      return stops;
    };
    expect(await seen('n === 77')).toEqual(await seen(undefined));
  });

  it('interrupts no step over a call when it was removed in a function that is active', async () => {
    const source = `function inner(n) {\n  const list = [];\n  for (let i = 0; i < n; i++) {\n    list.push(i);\n  }\n  return list;\n}\nfunction outer() {\n  inner(5);\n  inner(6);\n  return 1;\n}\nouter();\n`;
    await using program = await DebuggedProgram.start(
      path,
      { 'main.cjs': source },
      { breakpoints: [{ at: 'list.push', condition: 'i === 2' }] },
    );
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:4');
    await program.session.breakpoints.remove(1);
    expect(await program.go('stepOut')).toMatch(/^step main.cjs:(9|10)$/);
    expect(await program.go('next')).toMatch(/^step main.cjs:1[01]$/);
  });

  it('tells what is thrown where it stands', async () => {
    const source = `function f(o) {\n  let a = 1;\n  a = o.x;\n  return a;\n}\nf({});\nf(null);\n`;
    await using program = await DebuggedProgram.start(
      path,
      { 'main.cjs': source },
      { breakpoints: [{ at: 'a = o.x', condition: 'o === null' }] },
    );
    expect(await program.firstStop()).toBe('breakpoint [1] main.cjs:3');
    expect(await program.go()).toBe('exception main.cjs:3');
  });

  // Node 20 does not run TypeScript by itself, and 22 loads it under another url.
  if (major >= 24) {
    it('holds in a file that is not JavaScript', async () => {
      const source = loop(10).replace('(n)', '(n: number)');
      await using program = await DebuggedProgram.start(
        path,
        { 'main.ts': source },
        { breakpoints: [{ at: BODY, condition: 'i > 7' }] },
      );
      expect(await program.valuesAtStops('i')).toEqual(['8', '9']);
    });
  }
});

describe('a condition', () => {
  const work = `function work(input) {
  let total = 0;
  for (const x of input) {
    const half = x / 2;
    if (half > 2) {
      total += half;
    } else {
      total -= 1;
    }
    note(total);
  }
  return total;
}
function note(total) {
  return total;
}
`;
  const main = `${work}for (;;) {
  ready();
  work(globalThis.input);
}
function ready() {}
`;
  const lines = ['const half', 'if (half', 'total += half', 'total -= 1', 'note(total)'] as const;
  const SEEN = 'JSON.stringify([x, total])';
  const ready = `breakpoint [1] main.cjs:${main.split('\n').indexOf('  ready();') + 1}`;

  const variable = fc.constantFrom('x', 'total', 'x * 2', 'total % 3', 'input.length', 'input.indexOf(x)');
  const comparison = fc
    .tuple(variable, fc.constantFrom('===', '!==', '<', '>=', '%'), fc.integer({ min: -2, max: 6 }))
    .map(([left, operator, right]) => `${left} ${operator} ${right < 0 ? `(${right})` : right}`);
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      comparison,
      fc.constantFrom(
        'missing.x',
        'null.x',
        'input[99].y',
        '[x].some((x) => x > 3)',
        '!!x',
        'true',
        "typeof x === 'number'",
      ),
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||', '??'), tie('condition'))
        .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
      tie('condition').map((each) => `!(${each})`),
    ),
  }));
  const gate = fc.record({
    at: fc.constantFrom(...lines),
    condition,
    hitCondition: fc.option(fc.constantFrom('1', '3', '>=2', '%2', '<3'), { nil: undefined, freq: 3 }),
  });
  const cases = fc.record({ gate, input: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }) });
  type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

  /** The program's values at each pass that counts, found by running it here with a probe in front of the line. */
  function expected({ gate, input }: Case): string[] {
    const seen: string[] = [];
    let passes = 0;
    const probe = (isTrue: () => unknown, see: () => string) => {
      try {
        if (!isTrue()) return;
      } catch {
        return;
      }
      passes++;
      const counts = {
        '1': passes === 1,
        '3': passes === 3,
        '>=2': passes >= 2,
        '%2': passes % 2 === 0,
        '<3': passes < 3,
      };
      if (gate.hitCondition === undefined || counts[gate.hitCondition]) seen.push(see());
    };
    const source = work.replace(gate.at, `probe(() => (${gate.condition}), () => ${SEEN}); ${gate.at}`);
    new Function('probe', 'input', `${source}work(input);`)(probe, input);
    return seen;
  }

  async function observed(program: DebuggedProgram, { gate, input }: Case): Promise<string[]> {
    const { at, condition, hitCondition } = gate;
    const options = hitCondition === undefined ? {} : { hitCondition };
    const record = await program.breakpoint({ at, condition, ...options });
    await program.value(`globalThis.input = ${JSON.stringify(input)}`);
    const seen: string[] = [];
    for (let stop = await program.go(); stop !== ready; stop = await program.go()) {
      expect(stop).toBe(`breakpoint [${record.id}] main.cjs:${program.line(at)}`);
      seen.push(JSON.parse(await program.value(SEEN)));
    }
    await program.session.breakpoints.remove(record.id);
    return seen;
  }

  // Feature: mcp-debugger-tool, Property 2: a conditional breakpoint pauses only when its condition is true
  it('stops in exactly the passes in which it is true', { timeout: 120_000 }, async () => {
    const files = { 'main.cjs': main };
    const breakpoints = [{ at: 'ready();' }];
    const node = process.execPath;
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe(ready);
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        expect(await observed(program, each)).toEqual(expected(each));
      }),
      { numRuns: 120 },
    );
  });
});
