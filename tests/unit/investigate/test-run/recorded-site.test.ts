import { expect, test } from 'vitest';
import { recordedSite } from '../../../../src/investigate/test-run/recorded-site.ts';

const LOCAL = { name: 'step', type: 'str', value: "'closed'" };

/** Reads a site with one variable, and with the code that has run since the throw. */
function read(local: Readonly<Record<string, unknown>>, cleanup?: unknown) {
  const frames = [{ name: 'f', path: '/srv/app.py', line: 3 }];
  return recordedSite({ frames, locals: [{ ...LOCAL, ...local }], cleanup })?.site;
}

test.each<[string, unknown, object]>([
  ['another value', ['str', "'credit'"], { thrown: "'credit'", thrownType: 'str' }],
  ['none', null, { thrown: null }],
  ['no list', 'x', {}],
  ['a list of something else', [3, 'x'], {}],
])('a variable that had %s at the throw', (_, thrown, expected) => {
  const { variablesReference, ...local } = read({ thrown })?.locals[0] ?? {};
  expect(variablesReference).toBe(0);
  expect(local).toEqual({ ...LOCAL, ...expected });
});

test('the code that has run since the throw is read, and nothing of another form', () => {
  const ran = [{ path: '/srv/app.py', first: 5, last: 7 }];
  expect(read({}, { ran, isRecorded: true })?.cleanup).toEqual({ ran, isRecorded: true });
  expect(read({}, { ran })?.cleanup).toEqual({ ran, isRecorded: false });
  for (const other of [3, { ran: 3 }, { ran: [{ path: 3, first: 5, last: 7 }] }, { ran: [null] }])
    expect(read({}, other)?.cleanup).toBeUndefined();
});
