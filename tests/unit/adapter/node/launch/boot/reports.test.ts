import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteOf } from '../../../../../../src/adapter/node/launch/boot/report-notes.ts';
import { parseReport } from '../../../../../../src/adapter/node/launch/boot/reports.ts';

const FROM = { pid: 7, ppid: 6, argv: ['/usr/bin/node', '/p/app.js'] };
const reported = (facts: object) => parseReport(JSON.stringify({ ...FROM, ...facts }));

test('each kind of report is read with what belongs to it', () => {
  const rest = { pid: 7, argv: FROM.argv };
  const url = 'ws://127.0.0.1:1/x';
  expect(reported({ kind: 'waiting', url })).toEqual({ ...rest, kind: 'waiting', ppid: 6, url });
  expect(reported({ kind: 'running', url })).toEqual({ ...rest, kind: 'running', ppid: 6, url });
  expect(reported({ kind: 'begun', version: 3 })).toEqual({ ...rest, kind: 'begun', version: 3 });
  expect(reported({ kind: 'reached', version: 3 })).toEqual({ ...rest, kind: 'reached', version: 3 });
  expect(reported({ kind: 'died', text: 'Error: x' })).toEqual({ ...rest, kind: 'died', text: 'Error: x' });
  expect(reported({ kind: 'worker', text: '/p/t.js' })).toEqual({ ...rest, kind: 'worker', text: '/p/t.js' });
  expect(reported({ kind: 'restored' })).toEqual({ ...rest, kind: 'restored', ppid: 6 });
  expect(reported({ kind: 'left', reason: 'permission', child: 9 })).toEqual({
    ...rest,
    kind: 'left',
    child: 9,
    reason: 'permission',
  });
});

test.each([
  { kind: 'waiting' },
  { kind: 'begun', version: '1' },
  { kind: 'died' },
  { kind: 'else' },
  { kind: 'begun', version: 1, pid: '7' },
  { kind: 'begun', version: 1, argv: 'node' },
])('what lacks a part of its kind is no report: %j', (facts) => {
  expect(reported(facts)).toBeUndefined();
});

test.each([
  ['ws://0.0.0.0:9229/x', 'ws://127.0.0.1:9229/x', '0.0.0.0:9229'],
  ['ws://[::]:9229/x', 'ws://[::1]:9229/x', '[::]:9229'],
  ['ws://10.0.0.3:9229/x', 'ws://10.0.0.3:9229/x', '10.0.0.3:9229'],
])('an inspector that is open to the network, %s, is reached at %s and warned of', (url, reached, openAt) => {
  const report = reported({ kind: 'waiting', url });
  expect(report).toMatchObject({ url: reached, openAt });
  expect(report && noteOf(report)).toContain(`process 7 (app.js) listens at ${openAt}`);
});

test.each(['ws://127.0.0.1:9229/x', 'ws://[::1]:9229/x', 'ws://localhost:9229/x'])(
  '%s is open to nobody else',
  (url) => {
    const report = reported({ kind: 'running', url });
    expect(report).toMatchObject({ url });
    expect(report && noteOf(report)).toBeUndefined();
  },
);

test('whatever somebody writes into the FIFO is a report or nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((value) => fc.stringify(value)),
      ),
      (line) => {
        const report = parseReport(line);
        expect(report === undefined || typeof report.pid === 'number').toBe(true);
      },
    ),
  );
});

test('an end by an uncaught error and a process out of reach are worth a note, the others are not', () => {
  expect(noteOf({ ...FROM, kind: 'begun', version: 1 })).toBeUndefined();
  expect(noteOf({ ...FROM, kind: 'died', text: 'TypeError: x\n    at f (/p/app.js:3:1)' })).toBe(
    'Process 7 (app.js) ended by an uncaught error. It had loaded no file with a breakpoint, so it was not stopped there:\nTypeError: x\n    at f (/p/app.js:3:1)\n',
  );
  const left = noteOf({ ...FROM, argv: ['/bin/sh', '-c', 'x'.repeat(900)], kind: 'left', reason: 'environment' });
  expect(left).toMatch(/^A process \(sh -c x+…\) is not followed:\nits NODE_OPTIONS are taken away/);
  expect(left?.length).toBeLessThan(450);
});
