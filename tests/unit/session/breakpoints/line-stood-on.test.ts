import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { BreakpointRecord } from '../../../../src/model/breakpoints/breakpoint-record.ts';
import { lineStoodOn } from '../../../../src/session/breakpoints/line-stood-on.ts';

const path = fileURLToPath(import.meta.url);

const at = (file: string): BreakpointRecord => ({
  id: 1,
  target: { kind: 'line', path: file, line: 2 },
  enabled: true,
  oneShot: false,
  state: { kind: 'verified', location: { path, line: 2, column: 1 } },
  hits: 0,
});

it('is the line where the debugger put it', () => {
  expect(lineStoodOn(at(path))).toBe("import { expect, it } from 'vitest';");
});

it('is not read from a file that the user has not named', () => {
  expect(lineStoodOn(at('/elsewhere.js'))).toBeUndefined();
});
