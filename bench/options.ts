import { parseArgs } from 'node:util';

/** The command line of the benchmark, with the paths that scripts/bench.mjs adds. */
export function benchOptions() {
  const text = { type: 'string', default: '' } as const;
  const { values } = parseArgs({
    options: {
      root: text,
      server: text,
      'whole-sdk-server': text,
      relay: text,
      'mcp-relay': text,
      'run-group': text,
      programs: text,
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      node: { type: 'string', multiple: true },
    },
  });
  return values;
}
