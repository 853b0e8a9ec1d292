import { expect, test } from 'vitest';
import { readMap, sourceMapUrlIn } from '../../../src/sourcemap/read-map.ts';

const SCRIPT = 'file:///app/dist/main.js';
const TEXT = '{"version":3,"sources":["größe.ts"],"names":[],"mappings":"AAAA"}';
const noFile = () => undefined;

test.each([
  ['base 64', `data:application/json;base64,${Buffer.from(TEXT).toString('base64')}`],
  ['base 64 with a charset', `data:application/json;charset=utf-8;base64,${Buffer.from(TEXT).toString('base64')}`],
  ['percent-encoded', `data:application/json,${encodeURIComponent(TEXT)}`],
  ['percent-encoded with a charset', `data:application/json;charset=utf-8,${encodeURIComponent(TEXT)}`],
])('a map carried in the url itself is relative to the script: %s', (_, url) => {
  expect(readMap(url, SCRIPT, noFile)).toEqual({ text: TEXT, url: SCRIPT });
});

test('a carried map that does not decode is none', () => {
  expect(readMap('data:application/json,%E0%A4%A', SCRIPT, noFile)).toBeUndefined();
});

test.each([
  ['main.js.map', '/app/dist/main.js.map'],
  ['../maps/main.js.map', '/app/maps/main.js.map'],
  ['/maps/main.js.map', '/maps/main.js.map'],
  ['my%20shop.js.map', '/app/dist/my shop.js.map'],
  ['main.js.map?v=2', '/app/dist/main.js.map'],
  ['file:///maps/main.js.map', '/maps/main.js.map'],
])('the map %s is read from %s', (url, path) => {
  const asked: string[] = [];
  const found = readMap(url, SCRIPT, (file) => {
    asked.push(file);
    return TEXT;
  });
  expect(asked).toEqual([path]);
  expect(found?.text).toBe(TEXT);
  expect(found?.url).toMatch(/^file:\/\//);
});

test('a map file that is missing is no map', () => {
  expect(readMap('main.js.map', SCRIPT, noFile)).toBeUndefined();
});

test.each([
  ['on a server', 'https://example.com/main.js.map', SCRIPT],
  ['on a server, without its scheme', '//example.com/main.js.map', SCRIPT],
  ['with a slash that is encoded', 'a%2Fb.js.map', SCRIPT],
  ['with an escape that is none', 'a%E0%A4%A.js.map', SCRIPT],
  ['of a script without a url', 'main.js.map', 'evalmachine.<anonymous>'],
])('a map %s cannot be had, and that is no failure', (_, url, script) => {
  expect(readMap(url, script, noFile)).toBeUndefined();
});

test('the last comment that names a map counts, in every form that V8 reads', () => {
  expect(sourceMapUrlIn('a();\n//# sourceMappingURL=a.js.map\n')).toBe('a.js.map');
  expect(sourceMapUrlIn('a();\n//@ sourceMappingURL=a.js.map')).toBe('a.js.map');
  expect(sourceMapUrlIn('//# sourceMappingURL=old.map\na();\n//# sourceMappingURL=new.map\n')).toBe('new.map');
  expect(sourceMapUrlIn('//#\tsourceMappingURL=a.js.map \r\n')).toBe('a.js.map');
});

test('a text without such a comment names none', () => {
  expect(sourceMapUrlIn('a();\n')).toBeUndefined();
  expect(sourceMapUrlIn('//#sourceMappingURL=a.js.map\n')).toBeUndefined();
  expect(sourceMapUrlIn('')).toBeUndefined();
});
