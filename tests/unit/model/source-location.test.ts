import { expect, test } from 'vitest';
import { isBuiltin } from '../../../src/model/source-location.ts';

test.each(['node:fs', 'node:internal/modules/esm/loader', 'node:_http_server'])('%s is a built-in', (path) => {
  expect(isBuiltin(path)).toBe(true);
});

test.each([
  ...['/srv/app.js', 'C:\\srv\\app.js', 'C:/srv/app.js', 'app.js', 'evalmachine.<anonymous>', 'vm:module(0)', ''],
  ...['file:///srv/app.js', 'https://shop.example/app.js', 'webpack:///src/app.js', 'data:text/javascript,debugger'],
])('"%s" is none', (path) => {
  expect(isBuiltin(path)).toBe(false);
});
