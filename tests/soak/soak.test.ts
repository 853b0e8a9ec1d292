import { expect, test } from 'vitest';
import { nodeVersions } from '../support/node-versions.ts';
import { soakCalls } from './calls/soak-calls.ts';
import { IN_WHOLE_RUNS } from './programs-report.ts';
import { soak } from './soak.ts';

test.each(nodeVersions())(
  'on Node $major no launch fails, and no program notices its breakpoints',
  { timeout: 600_000 },
  async (version) => {
    expect((await soak(version, IN_WHOLE_RUNS)).failures).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'random calls over several sessions are all answered, and leave nothing behind',
  { timeout: 300_000 },
  async () => {
    expect((await soakCalls({ minutes: 1, lanes: 5, seed: 1_000_000 })).failures).toEqual([]);
  },
);
