import { readdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { traceEnvironment } from '../../../../../../src/adapter/languages/python/trace/trace-environment.ts';

test('the folder of the tracer comes first, and holds nothing that a program could import by mistake', () => {
  const { PYTHONPATH: alone } = traceEnvironment({});
  expect(readdirSync(alone).filter((name) => name !== '__pycache__')).toEqual(['sitecustomize.py']);
  expect(traceEnvironment({ PYTHONPATH: '' }).PYTHONPATH).toBe(alone);
  expect(traceEnvironment({ PYTHONPATH: '/a', OTHER: 'x' })).toEqual({ PYTHONPATH: `${alone}${delimiter}/a` });
});
