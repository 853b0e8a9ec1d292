import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { AdapterLink, SessionOffer } from '../../dap/recipe/adapter-link.ts';
import type { AdapterRecipe } from '../../dap/recipe/adapter-recipe.ts';
import type { AttachRequest, LaunchRequest } from '../../debug-adapter.ts';
import { type ReachedAdapter, reachAdapter } from './adapter-reach.ts';
import type { ConfiguredLanguage } from './configured-language.ts';
import { filledObject } from './template.ts';

/** A language of `mcp-debugger.json` as a recipe. It has no quirks but its exception filters: what it does is the specification's. */
export function configuredRecipe(language: ConfiguredLanguage): AdapterRecipe {
  const { exceptionFilters } = language;
  return {
    quirks: { exceptions: { filters: (mode) => (mode === 'none' ? [] : exceptionFilters[mode]) } },
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
  const file = resolve(cwd, program);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new DebugError('source_not_found', `There is no file "${program}" (looked for ${file}).`, {
      advice: `Give a path relative to ${cwd}, or an absolute one, or set cwd.`,
      details: { path: file },
    });
  }
  const envList = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const values = { program: file, args, cwd, env, envList, stopOnEntry };
  const filled = { ...request.adapterArguments, ...filledObject(language.launch, values) };
  const reached = await reachAdapter(language.reach, { cwd, env: wholeEnvironment(language, env) }, options);
  return link(reached, { transport: reached.transport, command: 'launch', arguments: filled }, program);
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
  const reached = await reachAdapter(language.reach, { cwd, env: wholeEnvironment(language, {}) }, options);
  const label = request.kind === 'pid' ? `process ${request.pid}` : `${request.host}:${request.port}`;
  return link(reached, { transport: reached.transport, command: 'attach', arguments: filled }, label);
}

function link({ process, stderrTail }: ReachedAdapter, offer: SessionOffer, label: string): AdapterLink {
  return {
    started: process === undefined ? undefined : { kind: 'adapter', process },
    label,
    ...(stderrTail === undefined ? {} : { stderrTail }),
    onSession: (listener) => listener(offer),
    close: () => {},
  };
}

function wholeEnvironment(language: ConfiguredLanguage, env: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(own), ...language.env, ...env };
}

function unable({ id }: ConfiguredLanguage, what: string, advice: string): DebugError {
  return new DebugError('unsupported', `Language "${id}" has no way to ${what} in mcp-debugger.json.`, { advice });
}
