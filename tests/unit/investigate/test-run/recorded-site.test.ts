import { expect, test } from 'vitest';
import { recordedSite, relatedErrors } from '../../../../src/investigate/test-run/recorded-site.ts';

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

test('the errors that one came from are read, and none where one has another form', () => {
  const bare = { relation: 'cause', depth: 0, name: 'KeyError', message: "'n'" };
  const place = { path: '/srv/app.py', line: 3, function: 'f' };
  const site = { frames: [{ name: 'f', path: '/srv/app.py', line: 3 }], locals: [LOCAL] };
  expect(relatedErrors([bare, { ...bare, relation: 'member', place, site }])).toMatchObject([
    bare,
    {
      ...{ relation: 'member', functionName: 'f', location: { path: '/srv/app.py', line: 3 } },
      site: { functionName: 'f', locals: [LOCAL] },
    },
  ]);
  for (const other of [{ ...bare, relation: 'twin' }, { ...bare, depth: -1 }, { ...bare, name: 3 }, null])
    expect(relatedErrors([bare, other])).toEqual([]);
  expect(relatedErrors(undefined)).toEqual([]);
});
