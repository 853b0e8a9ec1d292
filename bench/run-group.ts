// Measures one group and prints its rows as JSON, in a process of its own: what goes wrong in it costs no other group.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { everyNodeVersion } from '../tests/support/node-versions.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import type { Bench } from './bench.ts';
import { MEASUREMENTS } from './measurements.ts';
import { benchOptions } from './options.ts';

const options = benchOptions();
const folder = temporaryFolder('mcp-debugger-bench-');
const bench: Bench = {
  serverPath: options.server,
  wholeSdkServerPath: options['whole-sdk-server'],
  relayPath: options.relay,
  mcpRelayPath: options['mcp-relay'],
  folder,
  nodes: everyNodeVersion().filter(({ major }) => options.node?.includes(String(major)) ?? true),
  quick: options.quick,
  program: (name) => join(options.programs, name),
};
try {
  const measurement = MEASUREMENTS.find(({ name }) => options.only?.includes(name));
  process.stdout.write(JSON.stringify((await measurement?.run(bench)) ?? []));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
