import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InspectorNoise } from '../../../../../src/adapter/node/launch/inspector-noise.ts';

const URL = '127.0.0.1:9229/0f2c936f-b1cd-4ac9-aab3-f63b0f33d55e';
const NOISE = [
  `Debugger listening on ws://${URL}\n`,
  'For help, see: https://nodejs.org/en/docs/inspector\n',
  'For help, see: https://nodejs.org/learn/getting-started/debugging\n',
  'Debugger attached.\n',
  'Waiting for the debugger to disconnect...\n',
  `Debugger ending on ws://${URL}\n`,
  'Debugger attached.\r\n',
];
// Near misses, so that held-back text has to be given back.
const OWN = [
  '',
  'D',
  'Debugger att',
  'Debugger listening on ws://',
  'For help, see: man node',
  'Waiting',
  '> ',
  '\n',
  '\r',
  'ü€',
  '...',
];

const own = fc.oneof(fc.constantFrom(...OWN), fc.string());
const pieces = fc.array(fc.tuple(own, fc.option(fc.constantFrom(...NOISE), { nil: '' })), { maxLength: 8 });
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

function inChunks(text: string, at: readonly number[]): string[] {
  const places = [0, ...[...at].filter((place) => place < text.length).sort((a, b) => a - b), text.length];
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

test('whatever the chunks, the program text comes out whole and the noise does not', () => {
  fc.assert(
    fc.property(pieces, fc.string(), cuts, (list, end, at) => {
      const program = `${list.map(([text]) => text).join('')}${end}`;
      const filter = new InspectorNoise();
      const raw = `${list.flat().join('')}${end}`;
      const out =
        inChunks(raw, at)
          .map((chunk) => filter.push(chunk))
          .join('') + filter.flush();
      // Two near misses side by side may spell a noise line of their own.
      fc.pre(NOISE.every((line) => raw.split(line).length === list.filter(([, noise]) => noise === line).length + 1));
      // A URL takes in what the program wrote right before the line's end only if that is one word; see OWN.
      fc.pre(!/ws:\/\/(?!127)/.test(raw));
      expect(out).toBe(program);
    }),
    { numRuns: 2_000 },
  );
});

test('a prompt without a newline is not held back', () => {
  const filter = new InspectorNoise();
  expect(filter.push('Name: ')).toBe('Name: ');
  expect(filter.push('Debugger says> ')).toBe('Debugger says> ');
});

test('a noise line in pieces after an unfinished line is taken out', () => {
  const filter = new InspectorNoise();
  expect(filter.push('50 %Wait')).toBe('50 %');
  expect(filter.push('ing for the debugger to disconnect...')).toBe('');
  expect(filter.push('\ndone')).toBe('done');
});

test('held text is given back when it turns out to be the program’s', () => {
  const filter = new InspectorNoise();
  expect(filter.push('Debugger att')).toBe('');
  expect(filter.push('empt')).toBe('Debugger attempt');
  expect(filter.push('Debugger listening on ws://somewhere else')).toBe('Debugger listening on ws://somewhere else');
  expect(filter.push('For')).toBe('');
  expect(filter.flush()).toBe('For');
});
