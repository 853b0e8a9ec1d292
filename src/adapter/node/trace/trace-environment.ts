import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AddedNodeOptions, nodeOptions } from '../../commands/node-options.ts';

/** Beside the bundled chunks in the distribution, in a folder for built files of the repository in the sources. */
const PLACES = ['./in-debuggee/trace-agent.cjs', '../../../../.cache/in-debuggee/trace-agent.cjs'];

/**
 * The variables that have every Node process below load the tracer: `env`'s own NODE_OPTIONS with `--require` of it. What it
 * is to record stands in a file that another variable names.
 *
 * @throws Error when the tracer was not built
 */
export function traceEnvironment(env: Readonly<Record<string, string | undefined>>): AddedNodeOptions {
  return nodeOptions(env, ['--require', agentPath()]);
}

/** The path of the tracer. */
export function agentPath(): string {
  const path = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (path === undefined) throw new Error('The tracer for Node is missing. Build it: node scripts/bundle/build.mjs');
  return path;
}
