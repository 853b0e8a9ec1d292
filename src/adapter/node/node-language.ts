import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import type { LanguageHealth } from '../../model/language-health.ts';
import { findCommand } from '../../process/find-command.ts';
import { shellLineOf } from '../commands/shell-line.ts';
import type { DoctorSurroundings, Language } from '../language.ts';
import { assertUnderstood } from '../v8/breakpoints/conditions/condition-expression.ts';
import { lineProblem } from '../v8/threads/tree-breakpoints.ts';
import { isNodeName } from './attach/running-node.ts';
import { NodeAdapter, nodeFollower } from './node-adapter.ts';
import { startPlainly } from './plain-program.ts';

const EXTENSIONS: readonly string[] = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'];
/** Files that are compiled to those, and named in their maps. */
const COMPILED: readonly string[] = ['.vue', '.svelte', '.astro'];
/** Commands that are Node.js, or run it. */
const COMMAND = /^(node|npm|npx|yarn|pnpm)\b/;

const VERSION_TIMEOUT_MS = 5_000;
/** The first whose inspector has all that is used. */
const OLDEST_MAJOR = 18;

/** JavaScript and TypeScript in Node.js, over its inspector. */
export const nodeLanguage: Language = {
  id: 'node',
  names: ['nodejs', 'node.js', 'javascript', 'js', 'typescript', 'ts'],
  titles: ['Node.js', 'TypeScript'],
  // Without a name there is nothing to go by: a process that is attached to.
  claims(place) {
    const line = shellLineOf({ ...place, args: [] });
    if (line) return line.commands.some(({ words: [name] }) => isNodeProgram(name?.text ?? ''));
    return place.program === '' || isNodeProgram(place.program);
  },
  isSource: (path) => [...EXTENSIONS, ...COMPILED].includes(extname(path).toLowerCase()),
  isInterpreter: isNodeName,
  listenCommand: (address) => `node --inspect=${address} app.js`,
  // Imported above: nearly every server debugs Node.js, and a launch need not wait for it.
  async load({ traceWire }) {
    return {
      createAdapter: () => new NodeAdapter({ traceWire }),
      createFollower: () => nodeFollower({ traceWire }),
      async breakpointProblem(path, wanted) {
        assertUnderstood([wanted]);
        return lineProblem(path, wanted.line);
      },
    };
  },
  loadRehearsal: async () => (await import('./rehearsal/node-rehearsal.ts')).nodeRehearsal(),
  startPlainly: async (request) => startPlainly(request),
  traceEnvironment: async (env) => (await import('./trace/trace-environment.ts')).traceEnvironment(env),
  check,
};

function isNodeProgram(program: string): boolean {
  return EXTENSIONS.includes(extname(program).toLowerCase()) || COMMAND.test(program);
}

/** Looks at the Node.js that programs are run with, and at the one that runs this server. */
async function check({ cwd, env }: DoctorSurroundings): Promise<LanguageHealth> {
  const server = { name: 'Node.js of this server', version: process.versions.node, where: process.execPath };
  const where = findCommand('node', { cwd, env }) ?? process.execPath;
  const version = await versionOf(where);
  const found = [{ name: 'Node.js of programs', version: version ?? '', where }, server];
  const problem = problemWith(version);
  const run = 'install Node.js 20 or newer, or pass the path of one as runtimeExecutable';
  return {
    language: 'node',
    found,
    state: problem === undefined ? { kind: 'usable' } : { kind: 'unusable', problem, run },
  };
}

function problemWith(version: string | undefined): string | undefined {
  if (version === undefined) return 'the node on PATH does not say its version';
  if (Number(version.split('.')[0]) >= OLDEST_MAJOR) return undefined;
  return `Node.js ${version} is too old to be debugged: ${OLDEST_MAJOR} is the oldest`;
}

async function versionOf(node: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(node, ['--version'], { timeout: VERSION_TIMEOUT_MS });
    return /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
