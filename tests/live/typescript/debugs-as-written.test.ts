import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodesOf, prepareMode, RUN_MODES } from '../../support/run-modes.ts';
import { expectedOf, play } from './scenario.ts';

const PREPARE_TIMEOUT_MS = 60_000;

describe.for(RUN_MODES.map((mode) => [mode.name, mode] as const))('%s', ([, mode]) => {
  let prepared: Awaited<ReturnType<typeof prepareMode>>;
  beforeAll(async () => {
    prepared = await prepareMode(mode);
  }, PREPARE_TIMEOUT_MS);
  afterAll(() => prepared?.remove());

  test.each(nodesOf(mode))('is debugged as written on Node $major', { timeout: 90_000 }, async (node) => {
    const { seen, output } = await play(prepared, node);
    expect(seen, `The program wrote:\n${output}`).toEqual(expectedOf(prepared));
  });
});
