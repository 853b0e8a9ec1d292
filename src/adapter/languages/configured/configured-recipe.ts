import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { missingProgram } from '../../../files/missing-program.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { definedOnly } from '../../../process/defined-only.ts';
import { makeTemporaryFolder } from '../../../process/folders/temporary-folder.ts';
import type { AdapterLink, SessionOffer } from '../../dap/recipe/adapter-link.ts';
import type { AdapterRecipe } from '../../dap/recipe/adapter-recipe.ts';
import type { AttachRequest, LaunchRequest } from '../../debug-adapter.ts';
import { runBuild } from '../build-step.ts';
import { type ReachedAdapter, reachAdapter } from './adapter-reach.ts';
import type { ConfiguredLanguage } from './configured-language.ts';
import { filledObject, filledWords } from './template.ts';

/** A language of `mcp-debugger.json` as a recipe. It has no quirks but those that it names: what it does is the specification's. */
export function configuredRecipe(language: ConfiguredLanguage): AdapterRecipe {
  const { exceptionFilters, evaluateContext } = language;
  return {
    quirks: {
      exceptions: { filters: (mode) => (mode === 'none' ? [] : exceptionFilters[mode]) },
      expressions: { context: evaluateContext },
      // Libraries have paths of the machine where they were built, or relative ones.
      threads: {
        isOwn: (path, { source }) => Boolean(source?.sourceReference) || (isAbsolute(path) && existsSync(path)),
      },
    },
    launch: (request, options) => launch(language, request, options),
    attach: (request, options) => attach(language, request, options),
  };
}

async function launch(
  language: ConfiguredLanguage,
  request: LaunchRequest,
  options: CallOptions,
): Promise<AdapterLink> {
  const { program, args, cwd, env, stopOnEntry } = request;
  if (language.launch === undefined) throw unable(language, 'launch', 'Attach to a running program instead.');
  if (request.stdin !== undefined) throw unable(language, 'launch with stdin', 'Let the program read a file instead.');
  if (request.tty) throw unable(language, 'launch with tty', 'Start the program in a terminal, and attach to it.');
  const file = resolve(cwd, program);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw missingProgram(request);
  }
  const { entry, build } = language;
  const whole = wholeEnvironment(language, env);
  const output = build && outputFile();
  const envList = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const isByFunction = stopOnEntry && entry !== undefined;
  const values = { program: file, args, cwd, env, envList, stopOnEntry: stopOnEntry && !isByFunction, output };
  const filled = { ...request.adapterArguments, ...filledObject(language.launch, values) };
  try {
    if (build) await runBuild({ ...commandOf(filledWords(build, values)), cwd, env: whole, label: program }, options);
    const reached = await reachAdapter(language.reach, { cwd, env: whole, values }, options);
    const offer = { transport: reached.transport, command: 'launch', arguments: filled } as const;
    return link(language, reached, isByFunction ? { ...offer, entryFunction: entry } : offer, program, output);
  } catch (error) {
    removeOutput(output);
    throw error;
  }
}

function commandOf([command = '', ...args]: readonly string[]) {
  return { command, args };
}

/** A path for a build's output, in a new folder of its own. */
function outputFile(): string {
  return join(makeTemporaryFolder('build'), process.platform === 'win32' ? 'program.exe' : 'program');
}

function removeOutput(output: string | undefined): void {
  if (output !== undefined) rmSync(dirname(output), { recursive: true, force: true });
}

async function attach(
  language: ConfiguredLanguage,
  request: AttachRequest,
  options: CallOptions,
): Promise<AdapterLink> {
  if (language.attach === undefined) throw unable(language, 'attach', 'Launch the program instead.');
  if (request.kind === 'url') throw unable(language, 'attach by url', 'Give a pid or a port instead.');
  const cwd = process.cwd();
  const filled = filledObject(language.attach, { ...request, cwd });
  const place = { cwd, env: wholeEnvironment(language, {}), values: { cwd } };
  const reached = await reachAdapter(language.reach, place, options);
  const label = request.kind === 'pid' ? `process ${request.pid}` : `${request.host}:${request.port}`;
  return link(language, reached, { transport: reached.transport, command: 'attach', arguments: filled }, label);
}

function link(
  { isProgram }: ConfiguredLanguage,
  { process, stderrTail }: ReachedAdapter,
  offer: SessionOffer,
  label: string,
  output?: string,
): AdapterLink {
  return {
    started: process === undefined ? undefined : { kind: isProgram ? 'debuggee' : 'adapter', process },
    label,
    ...(stderrTail === undefined ? {} : { stderrTail }),
    onSession: (listener) => listener(offer),
    close: () => removeOutput(output),
  };
}

function wholeEnvironment(language: ConfiguredLanguage, env: Readonly<Record<string, string>>): Record<string, string> {
  return definedOnly({ ...process.env, ...language.env, ...env });
}

function unable({ id }: ConfiguredLanguage, what: string, advice: string): DebugError {
  return new DebugError('unsupported', `Language "${id}" has no way to ${what} in mcp-debugger.json.`, { advice });
}
