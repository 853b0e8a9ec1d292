import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { findCommand } from '../../../process/find-command.ts';
import type { AdapterLink, AdapterRecipe, FoundAdapter, SessionOffer } from '../../dap/recipe/adapter-recipe.ts';
import type { AttachRequest, LaunchRequest } from '../../debug-adapter.ts';
import { type ReachedAdapter, reachAdapter } from './adapter-reach.ts';
import type { ConfiguredLanguage } from './configured-language.ts';
import { filledObject } from './template.ts';

/** A language of `mcp-debugger.json` as a recipe. It has no quirks but its exception filters: what it does is the specification's. */
export function configuredRecipe(language: ConfiguredLanguage): AdapterRecipe {
  const { id, names, extensions, exceptionFilters } = language;
  return {
    id,
    names,
    extensions,
    quirks: { exceptionFilters: (mode) => (mode === 'none' ? [] : exceptionFilters[mode]) },
    claims: ({ program }) => extensions.includes(extname(program).toLowerCase()),
    find: async ({ cwd, env }) => found(language, cwd, env),
    launch: (request, options) => launch(language, request, options),
    attach: (request, options) => attach(language, request, options),
  };
}

/** No version: there is no common way to ask an adapter for it. */
function found(
  { reach, install, id }: ConfiguredLanguage,
  cwd: string,
  env: Readonly<Record<string, string>>,
): FoundAdapter {
  if (reach.kind === 'port') return { kind: 'found', version: '', path: `${reach.host}:${reach.port}` };
  const path = findCommand(reach.command, { cwd, env });
  if (path !== undefined) return { kind: 'found', version: '', path };
  const why = `its debug adapter "${reach.command}" was not found`;
  const correct = `install ${reach.command}, or correct languages.${id}.command in mcp-debugger.json`;
  return { kind: 'missing', why, install: install ?? correct };
}

async function launch(
  language: ConfiguredLanguage,
  request: LaunchRequest,
  options: CallOptions,
): Promise<AdapterLink> {
  const { program, args, cwd, env, stopOnEntry } = request;
  if (language.launch === undefined) throw unable(language, 'launch', 'Attach to a running program instead.');
  const file = resolve(cwd, program);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new DebugError('source_not_found', `There is no file "${program}" (looked for ${file}).`, {
      advice: `Give a path relative to ${cwd}, or an absolute one, or set cwd.`,
      details: { path: file },
    });
  }
  const envList = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const values = { program: file, args, cwd, env, envList, stopOnEntry };
  const filled = filledObject(language.launch, values);
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
