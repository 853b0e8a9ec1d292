import type { BreakpointRecord } from '../../../src/model/breakpoints/breakpoint-record.ts';
import type { SourceLocation } from '../../../src/model/source-location.ts';
import type { StackFrame } from '../../../src/model/stack-frame.ts';
import type { StopReport } from '../../../src/model/stop-report.ts';
import type { Variable } from '../../../src/model/variable.ts';
import { DEBUG_ACTIONS } from '../../../src/toolsets/action-names.ts';

/** Names as the default toolset hands them in. */
export const actions = DEBUG_ACTIONS;

export const cwd = '/srv/shop';

export function at(line: number, file = 'app.js', column = 1): SourceLocation {
  return { path: `${cwd}/${file}`, line, column };
}

export function variable(name: string, type: string, value: string, more: Partial<Variable> = {}): Variable {
  return { name, type, value, variablesReference: 0, ...more };
}

export function frame(
  id: number,
  name: string,
  location: SourceLocation,
  presentation: StackFrame['presentation'] = 'normal',
): StackFrame {
  return { id, name, location, presentation };
}

/** Frames of a real program: two of its own, five of Node, then one known only from the async stack. */
export const frames: readonly StackFrame[] = [
  frame(1, 'total', at(10)),
  frame(2, 'checkout', at(22)),
  ...[3, 4, 5, 6, 7].map((id) =>
    frame(id, 'Module._compile', { path: 'node:internal/modules/cjs/loader', line: 1500 + id, column: 9 }, 'internal'),
  ),
  frame(8, 'main', at(31), 'async'),
  frame(9, '', { path: '/opt/lib/run.js', line: 4, column: 2 }, 'async'),
];

const lines = [
  'function total(lines) {',
  '  let sum = 0;',
  '  for (let i = 0; i < lines.length; i++) {',
  '    const line = lines[i];',
  '    sum += line.price * line.count;',
  '  }',
  '  return sum;',
  '}',
];

export const report: StopReport = {
  stop: {
    threadId: 1,
    frameId: 1,
    reason: 'breakpoint',
    location: at(10, 'app.js', 5),
    functionName: 'total',
    hitBreakpointIds: [2],
  },
  frames,
  source: { startLine: 6, lines },
  locals: [
    {
      ...variable('lines', 'array', '[Line, Line, … 998 more]', { variablesReference: 7, childCount: 1000, cut: true }),
    },
    { ...variable('sum', 'number', '5'), previous: '3' },
    { ...variable('i', 'number', '1'), previous: '0' },
    { ...variable('line', 'object', 'Line {price: 2, count: 1}', { variablesReference: 8 }), previous: null },
  ],
  output: {
    chunks: [
      { category: 'stdout', text: 'adding li' },
      { category: 'stdout', text: 'ne 0\n' },
      { category: 'stderr', text: '\u001b[33mwarn\u001b[39m: no stock\n' },
      { category: 'log', text: 'sum is 3', location: at(9) },
    ],
    omittedChars: 0,
  },
  watches: [
    { id: 1, expression: 'sum', outcome: { kind: 'value', ...variable('', 'number', '5') }, previous: '3' },
    { id: 2, expression: 'lines.length', outcome: { kind: 'value', ...variable('', 'number', '1000') } },
    {
      id: 3,
      expression: 'tax.rate',
      outcome: {
        kind: 'thrown',
        exception: {
          name: 'ReferenceError',
          message: 'tax is not defined',
          uncaught: false,
          value: variable('', 'error', ''),
        },
      },
    },
  ],
  warnings: ['Breakpoint 3 at cart.js:4 is still pending: cart.js is not loaded yet'],
};

/** A report of nothing but the stop itself. */
export const bareReport: StopReport = {
  stop: { threadId: 1, frameId: 1, reason: 'step', location: at(3), functionName: 'f', hitBreakpointIds: [] },
  frames: [],
  locals: [],
  output: { chunks: [], omittedChars: 0 },
  watches: [],
  warnings: [],
};

export function breakpoint(more: Partial<BreakpointRecord> = {}): BreakpointRecord {
  return {
    id: 3,
    target: { kind: 'line', path: `${cwd}/app.js`, line: 10 },
    enabled: true,
    oneShot: false,
    state: { kind: 'verified', location: at(10) },
    hits: 0,
    ...more,
  };
}
