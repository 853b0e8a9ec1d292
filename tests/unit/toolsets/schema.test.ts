import { describe, expect, test } from 'vitest';
import * as z from 'zod/v4';
import { advertisedSchema } from '../../../src/calls/advertised-schema.ts';
import { arrayOf, boolean, integer, optional, text, textRecord, unadvertised } from '../../../src/toolsets/schema.ts';

describe('what models send instead of the right type', () => {
  test.each([
    ['10', 10],
    [' -3 ', -3],
    ['7.0', 7],
    [4, 4],
  ])('integer: %j', (given, wanted) => {
    expect(integer().parse(given)).toBe(wanted);
  });

  test.each(['', 'ten', '1.5', 1.5, true, null, '0x10', '1e3', '9007199254740993'])('no integer: %j', (given) => {
    expect(integer().safeParse(given).success).toBe(false);
  });

  test('integer bounds count for texts too', () => {
    expect(integer({ min: 1, max: 3 }).safeParse('4').success).toBe(false);
    expect(integer({ min: 1, max: 3 }).safeParse('3').success).toBe(true);
  });

  test.each([
    ['true', true],
    [' False', false],
    [true, true],
  ])('boolean: %j', (given, wanted) => {
    expect(boolean().parse(given)).toBe(wanted);
  });

  test.each(['yes', 1, null, ''])('no boolean: %j', (given) => {
    expect(boolean().safeParse(given).success).toBe(false);
  });

  test.each([
    [['a'], ['a']],
    ['["a","b"]', ['a', 'b']],
    ['a', ['a']],
    ['[broken', ['[broken']],
    ['5', ['5']],
  ])('array of strings: %j', (given, wanted) => {
    expect(arrayOf(z.string()).parse(given)).toEqual(wanted);
  });

  test('array of objects: one object, or its JSON text', () => {
    const points = arrayOf(z.strictObject({ line: integer() }));
    expect(points.parse('{"line":"3"}')).toEqual([{ line: 3 }]);
    expect(points.parse({ line: 3 })).toEqual([{ line: 3 }]);
    expect(points.safeParse(undefined).success).toBe(false);
  });

  test.each([null, '', undefined])('an optional argument counts as left out: %j', (given) => {
    expect(z.strictObject({ a: optional(text()), b: optional(integer()) }).parse({ a: given, b: given })).toEqual({});
  });

  test('an optional argument is checked when it is there, and a text must not be empty where it is needed', () => {
    expect(optional(integer({ min: 1 })).safeParse(0).success).toBe(false);
    expect(text().safeParse('').success).toBe(false);
  });

  test('record of texts', () => {
    expect(textRecord().parse({ PORT: 80, DEBUG: true, NAME: 'x' })).toEqual({ PORT: '80', DEBUG: 'true', NAME: 'x' });
    expect(textRecord().parse('{"A":"1"}')).toEqual({ A: '1' });
    expect(textRecord().safeParse({ A: { B: 1 } }).success).toBe(false);
    expect(textRecord().safeParse(['A=1']).success).toBe(false);
  });
});

test('an advertised schema holds what a model needs and nothing else', () => {
  const schema = z.strictObject({
    line: integer({ min: 1 }).describe('1-based.'),
    all: optional(boolean()).describe('All of them.'),
    env: textRecord().optional(),
    name: z.string().min(1).regex(/^a/),
    points: arrayOf(z.strictObject({ line: integer() })).optional(),
    depth: integer({ max: 5 }).default(2),
    shell: unadvertised(optional(text())),
  });
  expect(advertisedSchema(schema)).toEqual({
    type: 'object',
    properties: {
      line: { type: 'integer', description: '1-based.' },
      all: { type: 'boolean', description: 'All of them.' },
      env: { type: 'object' },
      name: { type: 'string' },
      points: {
        type: 'array',
        items: { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] },
      },
      depth: { type: 'integer' },
    },
    required: ['line', 'name'],
  });
  expect(advertisedSchema(z.strictObject({}))).toEqual({ type: 'object' });
});
