import type { FrameEvent, TracedEnd, TracedValue } from '../../../../src/model/trace/trace-record.ts';
import type {
  FunctionTotal,
  TracedCall,
  TracedFunction,
  TraceReport,
} from '../../../../src/model/trace/trace-report.ts';
import { cwd } from '../samples.ts';

export const value = (text: string, type = 'number'): TracedValue => ({ text, type });
export const returned = (text: string, type = 'number'): TracedEnd => ({ kind: 'returned', value: value(text, type) });
export const threw = (text: string): TracedEnd => ({ kind: 'threw', error: value(text, 'TypeError') });

export const invoice: TracedFunction = {
  key: 'invoice',
  name: 'invoice',
  path: `${cwd}/pricing.js`,
  line: 1,
  endLine: 10,
};

export const SOURCE = [
  'function invoice(items, member) {',
  '  let total = 0;',
  '  for (const item of items) {',
  '    const price = priceOf(item);',
  '    if (price > 10) {',
  '      total += price;',
  '    }',
  '  }',
  '  return total;',
  '}',
];

/** A pass of the loop at line 3. */
export function pass(number: number, price: string, total: readonly [string, string] | undefined): FrameEvent[] {
  const item = value(`{ sku: "s${number}" }`, 'Object');
  return [
    { kind: 'pass', line: 3, pass: number },
    { kind: 'line', line: 4, changes: [{ name: 'price', after: value(price) }] },
    { kind: 'call', line: 4, name: 'priceOf', arguments: [item], end: returned(price) },
    { kind: 'line', line: 5 },
    { kind: 'branch', line: 5, what: 'if', taken: total !== undefined },
    ...(total
      ? [
          {
            kind: 'line',
            line: 6,
            changes: [{ name: 'total', before: value(total[0]), after: value(total[1]) }],
          } as const,
        ]
      : []),
  ];
}

export const call: TracedCall = {
  function: invoice,
  number: 8,
  isWanted: true,
  startedAtMs: 1_000,
  durationMs: 1.234,
  caller: { name: 'checkout', path: `${cwd}/app.js`, line: 40 },
  arguments: [
    { name: 'items', after: value('[5 items]', 'Array') },
    { name: 'member', after: value('true', 'boolean') },
  ],
  events: [
    { kind: 'line', line: 2, changes: [{ name: 'total', after: value('0') }] },
    { kind: 'line', line: 3 },
    ...pass(1, '36', ['0', '36']),
    ...pass(2, '12', ['36', '48']),
    { kind: 'skipped', line: 3, passes: 1 },
    ...pass(4, '5', undefined),
    ...pass(5, 'NaN', ['48', 'NaN']),
    { kind: 'loopEnd', line: 3, passes: 5 },
    { kind: 'line', line: 9 },
  ],
  end: returned('NaN', 'NaN'),
};

export const total: FunctionTotal = { function: invoice, calls: 8, threw: 0, totalMs: 3 };

export const report: TraceReport = {
  ended: { kind: 'exited', exitCode: 0, signal: null },
  output: { chunks: [], omittedChars: 0 },
  processes: 1,
  functions: [invoice],
  calls: [call],
  roots: [],
  totals: [total],
  points: [],
  files: [],
  notes: [],
};
