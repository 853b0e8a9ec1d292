import fs from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import workers from 'node:worker_threads';
import type { TraceRequest } from '../../../../../model/trace/trace-request.ts';
import { ADDED_OPTIONS } from '../../../../commands/node-options.ts';
import { copied } from './program.ts';

const { getEnvironmentData, setEnvironmentData } = workers;
/** Names the file with the request. */
const VARIABLE = 'MCP_DEBUGGER_TRACE';
const SCRIPT = 'MCP_DEBUGGER_TRACED_SCRIPT';
const OPTIONS = 'NODE_OPTIONS';
const PATH = 'PATH=';
/** The folder of the `node` that puts options back where scripts replace them. */
const OWN_NODE = /[\\/]mcp-debugger-[^\\/]+[\\/]bin$/;

/** The request to this process, and the data that puts the same request to its children. */
export interface Settings {
  readonly request: TraceRequest;
  /** The file with the request. */
  readonly file: string;
  /** The part of NODE_OPTIONS that loads this tracer. */
  readonly options: string;
}

/**
 * Reads the request. It is taken out of the environment that the program sees; workers are handed it beside that.
 * Undefined where this process is not traced.
 */
export function takeSettings(): Settings | undefined {
  const handed: unknown = workers.isMainThread ? undefined : getEnvironmentData(VARIABLE);
  const file = process.env[VARIABLE] ?? (typeof handed === 'string' ? handed : undefined);
  if (file === undefined || file === '') return undefined;
  const options = ownOption();
  hide(options);
  setEnvironmentData(VARIABLE, file);
  const request: TraceRequest = JSON.parse(fs.readFileSync(file, 'utf8'));
  return { request, file, options };
}

/** As `traceEnvironment` adds it. */
function ownOption(): string {
  const path = /[\s"\\]/.test(__filename) ? `"${__filename.replace(/["\\]/g, '\\$&')}"` : __filename;
  return `--require ${path}`;
}

function hide(options: string): void {
  delete process.env[VARIABLE];
  delete process.env[ADDED_OPTIONS];
  const given = process.env[OPTIONS];
  if (given === undefined) return;
  const rest = given.replace(options, '').replace(/ {2,}/g, ' ').trim();
  if (rest === '') delete process.env[OPTIONS];
  else process.env[OPTIONS] = rest;
}

/** The variables of a child's environment (`NAME=value`), with those that have it traced. */
export function withSettings(environment: readonly string[], { file, options }: Settings): string[] {
  const pairs = copied(environment);
  const prefix = `${OPTIONS}=`;
  const given = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? '';
  const own = [prefix, `${VARIABLE}=`, `${ADDED_OPTIONS}=`];
  const others = ownNodeFirst(pairs).filter((pair) => !own.some((each) => pair.startsWith(each)));
  const all = given.includes(options) ? given : `${given} ${options}`.trim();
  return [...others, `${prefix}${all}`, `${VARIABLE}=${file}`, `${ADDED_OPTIONS}=${options}`];
}

/** A package manager puts a `node` of its own in front of the one that puts options back, which becomes the real one by its path. */
function ownNodeFirst(pairs: readonly string[]): readonly string[] {
  const at = pairs.findIndex((pair) => pair.startsWith(PATH));
  const folders = pairs[at]?.slice(PATH.length).split(':') ?? [];
  const own = folders.findIndex((folder) => OWN_NODE.test(folder));
  if (own < 1) return pairs;
  const ordered = [folders[own], ...folders.filter((_, index) => index !== own)].join(':');
  return pairs.map((pair, index) => (index === at ? PATH + ordered : pair));
}

/** The environment that a worker is given, with what has it traced. Workers are handed the request beside it. */
export function withOptions(env: object, { options }: Settings): object {
  const given: unknown = Reflect.get(env, OPTIONS);
  const own = given === undefined ? '' : `${given}`;
  return { ...env, [OPTIONS]: own.includes(options) ? own : `${own} ${options}`.trim() };
}

/** Puts into the environment of this process what has workers traced; returns what takes it out again. */
export function setOptions(settings: Settings): () => void {
  const given = process.env[OPTIONS];
  Object.assign(process.env, withOptions({ [OPTIONS]: given ?? '' }, settings));
  return () => {
    if (given === undefined) delete process.env[OPTIONS];
    else process.env[OPTIONS] = given;
  };
}

/** Says to the worker that is made next which file it runs: older versions do not know that before it does. */
export function handScript(file: unknown): void {
  const path = file instanceof URL && file.protocol === 'file:' ? fileURLToPath(file) : file;
  setEnvironmentData(SCRIPT, typeof path === 'string' && isAbsolute(path) ? path : undefined);
}

/** The file that this process or worker runs, where it is known. */
export function ownScript(): string | undefined {
  if (workers.isMainThread) return process.argv[1];
  const handed: unknown = getEnvironmentData(SCRIPT);
  return typeof handed === 'string' ? handed : undefined;
}
