import { describe, test } from 'vitest';
import { nodeVersions } from '../../support/node-versions.ts';
import { nodeHost } from './node-host.ts';
import { SCENARIOS } from './scenario-list.ts';

describe.each(nodeVersions())('Node $major', ({ path }) => {
  const host = nodeHost(path);
  const possible = SCENARIOS.filter(({ needs = [] }) => needs.every((feature) => host.features.has(feature)));
  for (const { name, proves, run } of possible) test(`${name}: ${proves}`, () => run(host));
});
