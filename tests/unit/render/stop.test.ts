import { describe, expect, test } from 'vitest';
import type { StackFrame } from '../../../src/model/stack-frame.ts';
import type { ExceptionCleanup, ExceptionFate, StopReason } from '../../../src/model/stop-outcome.ts';
import type { Variable } from '../../../src/model/variable.ts';
import { estimateTokens } from '../../../src/render/budget.ts';
import { renderStop } from '../../../src/render/stop.ts';
import { expectGolden } from '../../support/golden.ts';
import { actions, at, bareReport, cwd, frame, report, variable } from './samples.ts';

describe('a stop as text', () => {
  test('begins with the two lines that clients look for', () => {
    const [header, ...rest] = renderStop(report, { cwd, actions }).split('\n');
    expect(header).toBe('Stopped (breakpoint) at app.js:10');
    expect(rest[0]).toBe('       7 |   let sum = 0;');
    expect(rest[3]).toBe('  >>> 10 |     sum += line.price * line.count;');
  });

  test('explains itself whole', () => {
    expectGolden('render/stop-breakpoint', renderStop(report, { cwd, actions }));
  });

  test('leaves out the locals of the runtime itself', () => {
    const stop = { ...report.stop, location: { path: 'node:internal/timers', line: 505, column: 1 } };
    expect(renderStop({ ...report, stop }, { cwd, actions })).not.toContain('Locals:');
  });

  test('is one line and little more when nothing else is known', () => {
    expect(renderStop(bareReport, { cwd, actions })).toBe('Stopped (step) at app.js:3');
  });

  test('names the breakpoint and the thread behind the fixed text when there are several', () => {
    const text = renderStop(report, { cwd, actions, breakpointCount: 2, thread: '2 (worker 1)' });
    expect(text.split('\n')[0]).toBe('Stopped (breakpoint) at app.js:10 [breakpoint 2] [thread 2 (worker 1)]');
  });

  test('in a library shows who of the program called it', () => {
    const inPackage = (id: number) =>
      frame(id, `step${id}`, { ...at(id + 1), path: `${cwd}/node_modules/deep/index.js` });
    const library = Array.from({ length: 30 }, (_, id) => inPackage(id));
    const own = [frame(30, 'parse', at(3)), frame(31, 'load', at(7))];
    const stackOf = (frames: readonly StackFrame[]) =>
      renderStop({ ...bareReport, frames }, { cwd, actions })
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    expect(stackOf([...library, ...own])).toEqual([
      'Stack:',
      '#0  step0  (node_modules/deep/index.js:1)',
      '… 29 frames of deep',
      '#30  parse  (app.js:3)',
      '#31  load  (app.js:7)',
    ]);
    // Where all of the program's own calls are seen anyway, so are those of the library.
    expect(stackOf([...own, ...library.slice(0, 3)])).toHaveLength(6);
  });

  test.each<[StopReason, string]>([
    ['entry', 'entry'],
    ['function breakpoint', 'function breakpoint'],
    ['pause', 'pause'],
    ['exception', 'exception'],
    ['goto', 'run-to'],
    ['debugger statement', 'debugger statement'],
  ])('says %s as a word', (reason, word) => {
    const text = renderStop({ ...bareReport, stop: { ...bareReport.stop, reason } }, { cwd, actions });
    expect(text).toBe(`Stopped (${word}) at app.js:3`);
  });

  test('shows an exception with the lines of its message', () => {
    const message = 'Expected values to be strictly equal:\n\n3 !== 4\n';
    const exception = {
      name: 'AssertionError',
      message,
      uncaught: true,
      value: variable('', 'error', 'AssertionError'),
    };
    const stop = { ...report.stop, reason: 'exception' as const, hitBreakpointIds: [], exception };
    expectGolden('render/stop-exception', renderStop({ ...report, stop }, { cwd, actions }));
  });

  test('in code without a text', () => {
    const { location } = report.stop;
    const stop = { ...report.stop, reason: 'exception' as const, location: { path: '<rules>', line: 3, column: 1 } };
    const source = { startLine: 1, lines: [], ...report.source, caller: location };
    expectGolden('render/stop-without-text', renderStop({ ...report, stop, source }, { cwd, actions }));
  });

  test.each<[ExceptionFate, string]>([
    [{ uncaught: true }, 'uncaught'],
    [{ uncaught: false }, 'caught'],
    [{ uncaught: false, caughtAt: { path: `${cwd}/app.js`, line: 7, column: 1 } }, 'caught at app.js:7'],
    [{ uncaught: false, undecided: 'handlers' }, 'may be caught'],
    [{ uncaught: false, undecided: 'promise' }, 'rejects a promise that may be handled'],
  ])('says what becomes of an exception: %j', (fate, words) => {
    const exception = {
      name: 'ValueError',
      message: 'bad',
      uncaught: false,
      ...fate,
      value: variable('', 'ValueError', 'bad'),
    };
    const stop = { ...report.stop, reason: 'exception' as const, hitBreakpointIds: [], exception };
    expect(renderStop({ ...report, stop }, { cwd, actions })).toContain(`\nException: ValueError: bad (${words})\n`);
  });

  test.each<[string, Partial<ExceptionCleanup> | undefined, readonly Variable[], string]>([
    [
      'what cleanup has changed since the throw',
      { isRecorded: true },
      [
        variable('step', 'str', "'closed'", { thrown: "'credit'", thrownType: 'str' }),
        variable('made', 'int', '2', { thrown: null }),
        variable('kept', 'int', '1'),
      ],
      "Locals at the throw (app.js:12-14, lib.js:3 ran since):\n  step: str = 'credit' (now 'closed')\n  made: int = 2 (not there at the throw)\n  kept: int = 1",
    ],
    ['that nothing was changed', { isRecorded: true }, [variable('kept', 'int', '1')], 'Locals:\n  kept: int = 1'],
    [
      'that something may have been changed',
      { isRecorded: false },
      [variable('kept', 'int', '1')],
      'Locals after cleanup (app.js:12-14, lib.js:3 ran since the throw):\n  kept: int = 1',
    ],
    [
      'what was changed by code that is not known',
      undefined,
      [variable('step', 'str', '2', { thrown: '1', thrownType: 'int' })],
      'Locals at the throw:\n  step: int = 1 (now 2)',
    ],
  ])('says %s', (_, known, locals, text) => {
    const ran = [
      { path: `${cwd}/app.js`, first: 12, last: 14 },
      { path: `${cwd}/lib.js`, first: 3, last: 3 },
    ];
    const cleanup = known && { cleanup: { ran, isRecorded: false, ...known } };
    const value = variable('', 'KeyError', 'x');
    const exception = { name: 'KeyError', message: 'x', uncaught: true, ...cleanup, value };
    const stop = { ...bareReport.stop, reason: 'exception' as const, hitBreakpointIds: [], exception };
    expect(`${renderStop({ ...bareReport, stop, locals }, { cwd, actions })}\n`).toContain(`\n${text}\n`);
  });

  test('says what an exception came from, and what it contains', () => {
    const value = variable('', 'ExceptionGroup', 'many');
    const exception = { name: 'ExceptionGroup', message: 'many', uncaught: true, value };
    const stop = { ...report.stop, reason: 'exception' as const, hitBreakpointIds: [], exception };
    const location = { path: `${cwd}/app.js`, line: 4, column: 1 };
    const related = [
      { relation: 'member', depth: 0, name: 'ValueError', message: 'bad\nvalue', location, functionName: 'parse' },
      { relation: 'cause', depth: 1, name: 'KeyError', message: '', location },
      { relation: 'context', depth: 0, name: 'OSError', message: 'gone' },
    ] as const;
    const lines = renderStop({ ...report, stop, related }, { cwd, actions }).split('\n');
    const first = lines.findIndex((line) => line.startsWith('Exception: '));
    expect(lines.slice(first, first + 4)).toEqual([
      'Exception: ExceptionGroup: many (uncaught)',
      '  contains ValueError: bad\\nvalue at app.js:4 in parse',
      '    caused by KeyError at app.js:4',
      '  raised while handling OSError: gone',
    ]);
  });

  test('does not call anything new at the first stop in a function call', () => {
    const locals = [{ ...variable('a', 'number', '1'), previous: null }];
    expect(renderStop({ ...bareReport, locals }, { cwd, actions })).toBe(
      'Stopped (step) at app.js:3\nLocals:\n  a: number = 1',
    );
  });

  test('folds internal frames and names how many frames it leaves out', () => {
    const deep = Array.from({ length: 12 }, (_, index) => frame(index, `f${index}`, at(index + 1)));
    const text = renderStop({ ...bareReport, frames: deep }, { cwd, actions });
    expect(text.split('\n').slice(1)).toEqual([
      'Stack:',
      '  #0  f0  (app.js:1)',
      '  #1  f1  (app.js:2)',
      '  #2  f2  (app.js:3)',
      '  #3  f3  (app.js:4)',
      '  #4  f4  (app.js:5)',
      '  … 7 more (debug_stack)',
    ]);
  });

  test('shows the last of much output and says how much came before', () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
    const output = { chunks: [{ category: 'stdout' as const, text }], omittedChars: 1000 };
    const shown = renderStop({ ...bareReport, output }, { cwd, actions })
      .split('\n')
      .slice(1);
    expect(shown[0]).toBe('Output:');
    expect(shown[1]).toBe('  … 1710 earlier characters: debug_output');
    expect(shown.slice(2)).toEqual(Array.from({ length: 10 }, (_, index) => `  | line ${90 + index}`));
  });

  test('names what a short budget leaves out, and prefers what the current line mentions', () => {
    const others = Array.from({ length: 40 }, (_, index) => variable(`other${index}`, 'string', `"${'x'.repeat(80)}"`));
    const mentioned = variable('price', 'number', '2');
    const text = renderStop(
      { ...report, locals: [...report.locals, ...others, mentioned] },
      { cwd, actions, budgetTokens: 300 },
    );
    expect(text).toContain('  price: number = 2');
    expect(text).toMatch(/ {2}… \d+ more variables: debug_variables/);
    expect(estimateTokens(text)).toBeLessThanOrEqual(300);
    expectGolden('render/stop-short-budget', text);
  });

  test('shows the part of a minified line where the program stands', () => {
    const code = `${'a();'.repeat(500)}HERE();${'b();'.repeat(500)}`;
    const stop = { ...bareReport.stop, location: at(1, 'bundle.js', 2001) };
    const text = renderStop({ ...bareReport, stop, source: { startLine: 1, lines: [code] } }, { cwd, actions });
    expect(text).toContain('HERE();');
    expect(text.length).toBeLessThan(220);
  });

  test('leaves the notes out before the line where the program stands', () => {
    const text = renderStop(report, { cwd, actions, budgetTokens: 25 });
    expect(text).toContain('  >>> 10 |     sum += line.price * line.count;');
    expect(estimateTokens(text)).toBeLessThanOrEqual(25);
  });
});
