import { describe, expect, test } from 'vitest';
import type { SessionSummary } from '../../../src/model/session-summary.ts';
import type { Variable } from '../../../src/model/variable.ts';
import { renderBreakpoint, renderBreakpointNews, renderBreakpoints } from '../../../src/render/breakpoints.ts';
import { estimateTokens, LIST_BUDGET_TOKENS, STOP_BUDGET_TOKENS } from '../../../src/render/budget.ts';
import { renderEvaluation } from '../../../src/render/evaluate.ts';
import { renderExited, renderLost, renderRunning } from '../../../src/render/outcome.ts';
import { renderOutput } from '../../../src/render/output.ts';
import { displayPath } from '../../../src/render/paths.ts';
import { renderProbe } from '../../../src/render/probe.ts';
import {
  renderAttached,
  renderEnded,
  renderJoined,
  renderLaunched,
  renderSessions,
} from '../../../src/render/sessions.ts';
import { renderStack, stackEntries } from '../../../src/render/stack.ts';
import { stopHeader } from '../../../src/render/stop.ts';
import { renderVariables } from '../../../src/render/variables.ts';
import { renderWatches } from '../../../src/render/watches.ts';
import { expectGolden } from '../../support/golden.ts';
import { actions, at, breakpoint, cwd, frame, frames, report, variable } from './samples.ts';

const none = { chunks: [], omittedChars: 0 };

describe('how a program went on', () => {
  test('terminated, with its exit code, last output and verdicts', () => {
    const verdicts = ['1  app.js:10  hit 3×', '2  cart.js:4  never reached: cart.js was never loaded'];
    const text = renderExited({ exitCode: 3, signal: null }, { cwd, actions, output: report.output, verdicts });
    expect(text.split('\n')[0]).toBe('Program terminated. Exit code: 3.');
    expectGolden('render/exited', text);
  });

  test('killed, or ended without anybody knowing how', () => {
    expect(renderExited({ exitCode: null, signal: 'SIGKILL' }, { cwd, actions, output: none, verdicts: [] })).toBe(
      'Program terminated. Ended by SIGKILL.',
    );
    expect(renderExited({ exitCode: null, signal: null }, { cwd, actions, output: none, verdicts: [] })).toBe(
      'Program terminated.',
    );
  });

  test('still running', () => {
    expect(renderRunning({ waitedMs: 30_000, where: at(12) }, { cwd, actions, functionName: 'total' })).toBe(
      'Still running after 30.0 s at app.js:12 (in total).\ndebug_continue goes on waiting; debug_pause stops it.',
    );
    expect(renderRunning({ waitedMs: 500 }, { cwd, actions })).toMatch(/^Still running after 0\.5 s\.\n/);
    expectGolden(
      'render/running',
      renderRunning({ waitedMs: 30_000, where: at(12) }, { cwd, actions, output: report.output }),
    );
  });

  test('lost, with exactly one full stop', () => {
    expect(renderLost({ cause: 'the socket closed' }, actions).split('\n')[0]).toBe(
      'Connection to the program was lost: the socket closed.',
    );
    expectGolden('render/lost', renderLost({ cause: 'it closed (code 1006).' }, actions));
  });
});

describe('variables', () => {
  const address = variable('address', 'object', 'Address {city: "Ulm"}', {
    childCount: 9,
    children: [
      variable('city', 'string', '"Ulm"'),
      variable('geo', 'object', 'Geo', { children: [variable('lat', 'number', '48.4')] }),
    ],
  });

  test('one scope: name, type, value, and children further in', () => {
    const more = 'debug_variables with a name filter, or debug_evaluate, shows them';
    const variables = [variable('i', 'number', '0'), address];
    const text = renderVariables([{ title: 'Local', variables, omitted: 12 }], { more });
    expect(text.split('\n')[0]).toBe('  i: number = 0');
    expectGolden('render/variables', text);
  });

  test('several scopes under their titles', () => {
    const groups = [
      { title: 'Local', variables: [variable('i', 'number', '0')] },
      { title: 'Closure', variables: [address] },
      { title: 'Module', variables: [] },
    ];
    expectGolden('render/variables-scopes', renderVariables(groups));
  });

  test('none', () => {
    expect(renderVariables([{ title: 'Local', variables: [] }])).toBe('(no variables)');
  });

  test('children from a number on: those before are not among the ones that are missing', () => {
    const shown = (start: number, childCount?: number, ...names: string[]) => {
      const children = names.map((name) => variable(name, 'number', '1'));
      const known = childCount === undefined ? { children } : { childCount, children };
      const variables = [variable('list', 'array', '[…]', known)];
      return renderVariables([{ title: '', variables }], { start })
        .split('\n')
        .slice(1);
    };
    expect(shown(998, 1_000, '998', '999')).toEqual(['    998: number = 1', '    999: number = 1']);
    expect(shown(990, 1_000, '990')).toEqual(['    990: number = 1', '    … 9 more']);
    expect(shown(7, undefined, '7')).toEqual(['    7: number = 1']);
    expect(shown(1_000, 1_000)).toEqual(['    … none from 1000 on: it has 1000']);
  });

  test('more than the budget holds: the number of the missing ones is right', () => {
    const variables = Array.from({ length: 500 }, (_, index) => variable(`v${index}`, 'number', String(index)));
    const lines = renderVariables([{ title: 'Local', variables, omitted: 7 }], {
      budgetTokens: 200,
      more: 'debug_variables',
    }).split('\n');
    expect(lines.at(-1)).toBe(`  … and ${500 - (lines.length - 1) + 7} more variables (debug_variables)`);
  });
});

describe('an evaluated expression', () => {
  test('its type and value', () => {
    expect(renderEvaluation({ kind: 'value', ...variable('', 'object', 'Object') }, { actions })).toBe(
      '(object) Object',
    );
  });

  test('its children', () => {
    const children = [variable('[0]', 'number', '1'), variable('[1]', 'number', '2')];
    const outcome = {
      kind: 'value',
      ...variable('', 'array', '[1, 2, … 998 more]', { children, childCount: 1000, cut: true }),
    } as const;
    expectGolden('render/evaluate-children', renderEvaluation(outcome, { actions }));
  });

  test('that is cut: the call that shows the rest', () => {
    const cut = (more: Partial<Variable>) =>
      ({ kind: 'value', ...variable('', 'list', '[1, …]', { cut: true, ...more }) }) as const;
    const asked = { expression: 'cart["a"]', depth: 0 };
    expect(renderEvaluation(cut({ childCount: 3 }), { actions: { evaluate: 'debug_evaluate' }, asked })).toBe(
      '(list) [1, …]\n  … the rest: debug_evaluate "cart[\\"a\\"]" with depth 1',
    );
    expect(renderEvaluation(cut({}), { actions, asked })).toBe('(list) [1, …]\n  … the rest: evaluate a part of it');
  });

  test('that does not parse has no parts, and a name that is not there is looked for', () => {
    const advice = (name: string) => {
      const exception = { name, message: 'm', uncaught: false, value: variable('', 'object', 'm') };
      return renderEvaluation({ kind: 'thrown', exception }, { actions: actions }).split('\n').slice(1).join('');
    };
    expect(advice('SyntaxError')).toBe('');
    expect(advice('NameError')).toBe(advice('ReferenceError'));
    expect(advice('ValueError')).toMatch(/^Evaluate its parts/);
  });

  test('of a name that another frame has, names that frame and the call', () => {
    const exception = {
      name: 'NameError',
      message: "name 'price' is not defined",
      uncaught: false,
      value: variable('', 'error', ''),
    };
    const elsewhere = { name: 'price', frameIndex: 2, functionName: 'total' };
    const options = { actions: { evaluate: 'debug_evaluate' }, elsewhere };
    expect(renderEvaluation({ kind: 'thrown', exception }, options)).toBe(
      "Threw NameError: name 'price' is not defined\nprice is a variable of frame 2, total: debug_evaluate with frame 2.",
    );
  });

  test('what it threw, with what to do next', () => {
    const exception = {
      name: 'TypeError',
      message: 'x is undefined',
      uncaught: false,
      value: variable('', 'error', ''),
    };
    const text = renderEvaluation({ kind: 'thrown', exception }, { actions });
    expect(text.split('\n')[0]).toBe('Threw TypeError: x is undefined');
    expectGolden('render/evaluate-thrown', text);
    const message = 'await can not be used when evaluating code while paused in the debugger';
    const awaited = { ...exception, name: 'SyntaxError', message };
    expect(renderEvaluation({ kind: 'thrown', exception: awaited }, { actions })).toContain('Leave await out');
  });

  test('no value in time, or only at the price of a change', () => {
    expectGolden('render/evaluate-timeout', renderEvaluation({ kind: 'timeout', timeoutMs: 5000 }, { actions }));
    expectGolden(
      'render/evaluate-refused',
      renderEvaluation({ kind: 'side-effect', message: 'Possible side-effect in debug-evaluate' }, { actions }),
    );
  });
});

describe('a stack', () => {
  test('folds internal frames and marks the asynchronous part', () => {
    expectGolden('render/stack', renderStack(frames, { cwd }));
  });

  test('shows internal frames when asked to', () => {
    expectGolden('render/stack-internal', renderStack(frames, { cwd, includeInternal: true, omitted: 20 }));
  });

  test('folds asynchronous callers inside the runtime, and marks no asynchronous part that is not shown', () => {
    const loader = { path: 'node:internal/modules/esm/loader', line: 606, column: 1 };
    const [top = frame(1, 'total', at(10))] = frames;
    const text = renderStack([top, frame(2, 'import', loader, 'async'), frame(3, 'run', loader, 'async')], { cwd });
    expect(text).toBe('#0  total  (app.js:10)\n… 2 internal frames');
    expect(renderStack([top, frame(2, 'import', loader, 'async'), frame(3, 'main', at(31), 'async')], { cwd })).toBe(
      '#0  total  (app.js:10)\n… 1 internal frame\n--- async ---\n#2  main  (app.js:31)',
    );
  });

  test('numbers are the same whether internal frames are shown or not', () => {
    const lineOf = (text: string) => text.split('\n').find((line) => line.includes('  main  '));
    expect(lineOf(renderStack(frames, { cwd }))).toBe(lineOf(renderStack(frames, { cwd, includeInternal: true })));
  });

  test('folds the rounds of a recursion, and shows who called it', () => {
    const walk = (id: number) => frame(id, 'walk', at(4));
    const deep = [
      frame(1, 'leaf', at(9)),
      ...Array.from({ length: 8_991 }, (_, id) => walk(id)),
      frame(3, 'main', at(31)),
    ];
    expect(renderStack(deep, { cwd })).toBe(
      '#0  leaf  (app.js:9)\n#1  walk  (app.js:4)\n… 8,990 more like these\n#8992  main  (app.js:31)',
    );
  });

  test('folds a recursion of several functions, with a round that is not whole shown', () => {
    const round = [
      frame(1, 'even', at(2)),
      frame(2, 'odd', at(5)),
      frame(3, 'forEach', { ...at(1), path: 'node:x' }, 'internal'),
    ];
    const deep = [...round, ...round, ...round, ...round.slice(0, 1), frame(3, 'main', at(31))];
    expect(renderStack(deep, { cwd }).split('\n')).toEqual([
      '#0  even  (app.js:2)',
      '#1  odd  (app.js:5)',
      '… 1 internal frame',
      '… 6 more like these',
      '#9  even  (app.js:2)',
      '#10  main  (app.js:31)',
    ]);
  });

  test('two equal frames are no recursion', () => {
    const twice = [frame(1, 'f', at(2)), frame(2, 'f', at(2)), frame(3, 'main', at(31))];
    expect(renderStack(twice, { cwd }).split('\n')).toHaveLength(3);
  });

  test('of a probe folds the frames of a test runner, and not those of the program', () => {
    const inPackage = (name: string) => ({ ...at(7), path: `${cwd}/node_modules/${name}/index.js` });
    const below = ['jest-circus', '@jest/core', 'jest-circus'].map((name, id) => frame(id, 'run', inPackage(name)));
    const entries = stackEntries([frame(9, 'sum', at(4)), ...below, frame(8, 'main', at(31))], {
      cwd,
      foldPackages: true,
    });
    expect(entries.map(({ text }) => text)).toEqual([
      '#0  sum  (app.js:4)',
      '… 3 frames of jest-circus, @jest/core',
      '#4  main  (app.js:31)',
    ]);
  });

  test('none', () => {
    expect(renderStack([], { cwd })).toBe('(no stack)');
  });
});

describe('a breakpoint', () => {
  const pending = { kind: 'pending', reason: 'app.js is not loaded yet' } as const;
  const rejected = { kind: 'rejected', reason: 'line 10 is past the end of app.js (8 lines)' } as const;
  const moved = { kind: 'verified', location: at(12), movedFromLine: 10 } as const;

  test.each([
    ['verified', breakpoint(), 'Breakpoint at app.js:10 (verified)'],
    ['pending', breakpoint({ state: pending }), 'Breakpoint at app.js:10 (pending)\n  app.js is not loaded yet'],
    [
      'rejected',
      breakpoint({ state: rejected }),
      'Breakpoint at app.js:10 (rejected)\n  line 10 is past the end of app.js (8 lines)',
    ],
    ['moved', breakpoint({ state: moved }), 'Breakpoint at app.js:12 (verified, moved from line 10)'],
    ['conditional', breakpoint({ condition: 'i > 3' }), 'Breakpoint at app.js:10 (verified)\n  condition i > 3'],
    [
      'counted',
      breakpoint({ hitCondition: '>=5', hits: 3 }),
      'Breakpoint at app.js:10 (verified)\n  hit count >=5, hits: 3',
    ],
    ['logging', breakpoint({ logMessage: 'i is {i}' }), 'Breakpoint at app.js:10 (verified)\n  logs "i is {i}"'],
    ['disabled', breakpoint({ enabled: false }), 'Breakpoint at app.js:10 (verified)\n  disabled'],
    [
      'on a function',
      breakpoint({ target: { kind: 'function', name: 'total' } }),
      'Breakpoint at total() (verified)\n  in app.js:10',
    ],
  ])('%s', (_name, record, text) => {
    expect(renderBreakpoint(record, { cwd })).toBe(text);
  });

  test('its number comes last, and a moved one shows the line it came to', () => {
    const record = breakpoint({ state: { ...moved, warning: 'line 12 is in another function' }, condition: 'i > 3' });
    expectGolden(
      'render/breakpoint-moved',
      renderBreakpoint(record, { cwd, showId: true, sourceText: '  return sum;' }),
    );
  });

  test('with a reason and details, the reason comes first', () => {
    expect(renderBreakpoint(breakpoint({ state: pending, condition: 'i > 3' }), { cwd, showId: true })).toBe(
      'Breakpoint at app.js:10 (pending)\n  app.js is not loaded yet\n  breakpoint 3, condition i > 3',
    );
  });

  test('news of a few are whole, and those of a thousand are counted', () => {
    const news = (count: number) =>
      renderBreakpointNews(
        Array.from({ length: count }, (_, id) => breakpoint({ id, state: pending })),
        { cwd },
        actions.listBreakpoints,
      ).join('\n');
    expect(news(2).match(/^Breakpoint at/gm)).toHaveLength(2);
    expect(news(2)).not.toContain('more');
    const many = news(1_000);
    const shown = many.match(/^Breakpoint at/gm)?.length ?? 0;
    expect(many).toMatch(new RegExp(`\n… and ${1_000 - shown} more: debug_breakpoint$`));
    expect(estimateTokens(many)).toBeLessThanOrEqual(STOP_BUDGET_TOKENS);
  });

  test('the first line of a stop names so many of those that were hit', () => {
    const stop = { ...report.stop, hitBreakpointIds: Array.from({ length: 100 }, (_, index) => index + 1) };
    expect(stopHeader({ ...report, stop }, { cwd, breakpointCount: 100 })).toMatch(
      / \[breakpoints 1, 2, 3, 4, 5, 6, 7, 8, … 92 more\]$/,
    );
  });

  test('all of them as a list', () => {
    const records = [
      breakpoint({ id: 1, condition: 'i > 3', hits: 2 }),
      breakpoint({ id: 2, state: pending, enabled: false }),
      breakpoint({ id: 3, state: moved, oneShot: true }),
      breakpoint({ id: 4, target: { kind: 'function', name: 'total' }, logMessage: 'i is {i}', hitCondition: '%5' }),
    ];
    expectGolden('render/breakpoints', renderBreakpoints(records, { cwd }));
    expect(renderBreakpoints([], { cwd })).toBe('No breakpoints.');
  });

  test('a long list keeps to its budget, and to those that there is something to say of', () => {
    const some = Array.from({ length: 1_000 }, (_, index) =>
      breakpoint({ id: index + 1, hits: index === 900 ? 3 : 0 }),
    );
    const list = renderBreakpoints([...some, breakpoint({ id: 1_001, state: pending })], { cwd });
    const shown = list.split('\n').length - 1;
    expect(list).toMatch(/^901 .*hit 3×$/m);
    expect(list).toMatch(/^1001 .*pending/m);
    expect(list).toMatch(new RegExp(`\n… ${1_001 - shown} more, verified and not hit$`));
    expect(estimateTokens(list)).toBeLessThanOrEqual(LIST_BUDGET_TOKENS);
  });
});

describe('the other answers', () => {
  test('a probe has the titles that clients look for', () => {
    const expressions = [
      { expression: 'lines.length', outcome: { kind: 'value', ...variable('', 'number', '1000') } as const },
      { expression: 'spin()', outcome: { kind: 'timeout', timeoutMs: 1000 } as const },
    ];
    expectGolden('render/probe', renderProbe(report, { cwd, expressions }));
  });

  test('output whole', () => {
    expectGolden(
      'render/output',
      renderOutput({ ...report.output, omittedChars: 240 }, { cwd, more: 'debug_output with an earlier cursor' }),
    );
    expect(renderOutput(none, { cwd })).toBe('(no output)');
  });

  test('output shows what a terminal would: overwritten lines as they were last', () => {
    const chunks = [{ category: 'stdout', text: '10%\r50%\r100%\r\ndone\r\n' } as const];
    expect(renderOutput({ chunks, omittedChars: 0 }, { cwd })).toBe('| 100%\n| done');
  });

  test('watches', () => {
    expectGolden('render/watches', renderWatches([...report.watches, { id: 4, expression: 'later' }], [], { cwd }));
    expect(renderWatches([], [], { cwd })).toBe('No watches.');
  });

  test('sessions', () => {
    const base = {
      languages: ['node'],
      cwd,
      threads: [{ id: 1, name: 'main', pid: 4711 }],
      processes: [],
      breakpointCount: 2,
    } as const;
    const sessions: SessionSummary[] = [
      { ...base, id: 's1', program: `${cwd}/app.js`, state: { kind: 'stopped', ...report.stop } },
      {
        ...base,
        id: 's2',
        program: 'npm test',
        state: { kind: 'running', sinceMs: 5 },
        threads: [...base.threads, { id: 2, name: 'worker 1' }],
      },
      {
        ...base,
        id: 's3',
        program: 'app.js',
        state: { kind: 'exited', exitCode: 1, signal: null },
        threads: [],
        breakpointCount: 0,
      },
      {
        ...base,
        id: 's4',
        program: 'app.js',
        state: { kind: 'lost', cause: 'the socket closed' },
        threads: [],
        breakpointCount: 1,
      },
    ];
    expectGolden('render/sessions', renderSessions(sessions, actions));
    const stopped = {
      kind: 'stopped',
      reason: 'breakpoint',
      location: { path: `${cwd}/work.py`, line: 3, column: 1 },
    } as const;
    const tree: SessionSummary = {
      ...base,
      id: 's5',
      program: 'app.js',
      state: { kind: 'stopped', ...report.stop },
      threads: [...base.threads, { id: 2, name: 'MainThread', pid: 4713, language: 'python' }],
      processes: [
        { pid: 4711, name: 'app.js', doing: { kind: 'running' } },
        { pid: 4714, name: 'leaf.js', doing: { kind: 'running' } },
        { pid: 4713, name: 'work.py', language: 'python', doing: stopped },
        { pid: 4715, name: 'idle.js', doing: { kind: 'unadopted' } },
        { pid: 4712, name: 'job.py', language: 'python', doing: { kind: 'exited' } },
      ],
    };
    const parents = new Map([
      [4714, 4713],
      [4713, 4711],
    ]);
    expectGolden('render/sessions-tree', renderSessions([tree], actions, parents));
    const many = Array.from({ length: 30 }, (_, index) => ({ pid: index + 1, name: 'w.py', doing: stopped }));
    expect(renderSessions([{ ...tree, processes: many }], actions).split('\n')).toHaveLength(22);
    expect(renderJoined(tree.processes.filter(({ language }) => language !== undefined))).toEqual([
      'Processes 4713 (python, work.py), 4712 (python, job.py) joined.',
    ]);
    expect(renderJoined(many).join()).toContain('and 26 more joined.');
    expectGolden('render/sessions-none', renderSessions([], actions));
  });

  test('the sentences that clients look for', () => {
    expect(renderLaunched(`${cwd}/app.js`, ['node'], { cwd })).toBe(
      'Debugger started for app.js (node). Ready for breakpoints.',
    );
    expect(renderAttached('127.0.0.1:9229', 'node')).toBe(
      'Debugger attached to 127.0.0.1:9229 (node). Ready for breakpoints.',
    );
    expect(renderEnded()).toBe('Debug session ended.');
  });

  test.each([
    ['/srv/shop/src/a.js', '/srv/shop', 'src/a.js'],
    ['/srv/shop/a.js', '/srv/shop/', 'a.js'],
    ['/srv/shop2/a.js', '/srv/shop', '/srv/shop2/a.js'],
    ['/srv/shop', '/srv/shop', '/srv/shop'],
    ['/a.js', '/', 'a.js'],
    ['node:fs', '/srv', 'node:fs'],
    ['C:\\shop\\a.js', 'C:\\shop', 'a.js'],
  ])('the path %s in %s is %s', (path, from, shown) => {
    expect(displayPath(path, { cwd: from })).toBe(shown);
  });
});
