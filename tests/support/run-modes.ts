import { rmSync } from 'node:fs';
import { type NodeVersion, nodeOf } from './node-versions.ts';
import { BUNDLER_MODES } from './run-modes/bundlers.ts';
import { PATH_MODES } from './run-modes/paths.ts';
import type { PreparedProgram, RunMode } from './run-modes/run-mode.ts';
import { SCRIPT_MODES } from './run-modes/scripts.ts';
import { TEST_RUNNER_MODES } from './run-modes/test-runners.ts';
import { TRANSPILER_MODES } from './run-modes/transpilers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { TIER } from './tier.ts';

/** Every way in which a program is run and must be debugged as it was written. */
export const RUN_MODES: readonly RunMode[] = [
  ...TRANSPILER_MODES,
  ...BUNDLER_MODES,
  ...TEST_RUNNER_MODES,
  ...PATH_MODES,
  ...SCRIPT_MODES,
];

/** The Node.js binaries that a mode is tested on: the newest of them where one has to do. */
export function nodesOf({ nodeMajors }: RunMode): NodeVersion[] {
  return (TIER === 'all' ? nodeMajors : nodeMajors.slice(-1)).map(nodeOf);
}

/** Prepares the program in a new temporary folder; `remove` deletes it. */
export async function prepareMode(mode: RunMode): Promise<PreparedProgram & { readonly remove: () => void }> {
  const folder = temporaryFolder('run-mode-');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    return { ...(await mode.prepare(folder)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
