import { extname } from 'node:path';
import { DebugError } from '../../../model/debug-error.ts';
import { findCommand } from '../../../process/find-command.ts';
import { ownCommand } from '../../../process/own-command.ts';
import type { DoctorSurroundings, Language } from '../../language.ts';
import { adapterHealth, type FoundAdapter } from '../adapter-health.ts';
import { adapterStart } from './adapter-start.ts';
import { assertReplacesOnlyAsked, type BuiltInLanguages } from './built-in-claims.ts';
import { type ConfigurationFile, configurationOf, folderOf, languagesIn, namedConfiguration } from './config-file.ts';
import type { ConfiguredLanguage } from './configured-language.ts';
import { type Trust, trustIn } from './trust-list.ts';

/** The most characters of a command in an answer; `trust` shows all of it. */
const MAX_START_LENGTH = 500;

/** The languages that the user described, like those that are built in. */
export interface DescribedLanguages {
  /** The languages of a file that the user trusted, or named. */
  readonly trusted: readonly Language[];
  /**
   * The languages of a file that takes no effect yet: they can be recognised, and refuse to be loaded. Read when they are asked
   * for, because a file that is not trusted may be wrong as well, which must keep nothing else from being debugged.
   *
   * @throws DebugError `invalid_argument`
   */
  untrusted(): readonly Language[];
}

const NONE: DescribedLanguages = { trusted: [], untrusted: () => [] };

/**
 * Reads `mcp-debugger.json`: the user's own file, which `--config` names, or that of a folder, which may have come with a
 * repository. What it describes runs commands, so that the latter counts once the user has said so.
 *
 * @throws DebugError as configurationOf, namedConfiguration, languagesIn; `invalid_argument` for one that replaces a built-in
 *   language without saying so
 */
export function describedLanguages(
  cwd: string,
  configFile: string | undefined,
  builtIn: BuiltInLanguages,
): DescribedLanguages {
  const file = configFile === undefined ? configurationOf(cwd) : namedConfiguration(cwd, configFile);
  if (file === undefined) return NONE;
  const trust = configFile === undefined ? trustIn(file) : 'trusted';
  if (trust !== 'trusted')
    return { trusted: [], untrusted: () => languagesIn(file).map(untrustedLanguage(file, trust)) };
  const configured = languagesIn(file);
  assertReplacesOnlyAsked(file, configured, builtIn);
  return { trusted: configured.map(toLanguage), untrusted: () => [] };
}

function toLanguage(configured: ConfiguredLanguage): Language {
  return {
    ...recognised(configured),
    async load(options) {
      const [{ recipeAdapters }, { configuredRecipe }] = await Promise.all([
        import('../../dap/recipe-adapters.ts'),
        import('./configured-recipe.ts'),
      ]);
      return recipeAdapters(configuredRecipe(configured), options);
    },
    check: async (surroundings) => adapterHealth(configured.id, findAdapter(configured, surroundings)),
  };
}

function untrustedLanguage(file: ConfigurationFile, trust: Exclude<Trust, 'trusted'>) {
  return (configured: ConfiguredLanguage): Language => {
    const { id } = configured;
    const start = adapterStart(configured);
    const wouldDo = start.length > MAX_START_LENGTH ? `${start.slice(0, MAX_START_LENGTH)}…` : start;
    const state = trust === 'changed' ? 'has changed since it was trusted' : 'is not trusted';
    const problem = `${file.path} describes it and ${state}; it would ${wouldDo}`;
    const run = ownCommand(['trust', folderOf(file)]);
    return {
      ...recognised(configured),
      load: async () => {
        throw new DebugError('not_trusted', `Language "${id}" is not used: ${problem}.`, {
          advice: `Nothing was started. The user decides: to trust the file as it is now, run in a terminal: ${run}`,
          details: { path: file.path },
        });
      },
      check: async () => ({ language: id, found: [], state: { kind: 'unusable', problem, run } }),
    };
  };
}

function recognised({
  id,
  names,
  extensions,
}: ConfiguredLanguage): Pick<Language, 'id' | 'names' | 'titles' | 'claims'> {
  return {
    id,
    names,
    titles: [id],
    claims: ({ program }) => extensions.includes(extname(program).toLowerCase()),
  };
}

/** No version: there is no common way to ask an adapter for it. */
function findAdapter({ reach, install, id }: ConfiguredLanguage, { cwd, env }: DoctorSurroundings): FoundAdapter {
  if (reach.kind === 'port') return { kind: 'found', version: '', path: `${reach.host}:${reach.port}` };
  const path = findCommand(reach.command, { cwd, env });
  if (path !== undefined) return { kind: 'found', version: '', path };
  const why = `its debug adapter "${reach.command}" was not found`;
  const correct = `install ${reach.command}, or correct languages.${id}.command in mcp-debugger.json`;
  return { kind: 'missing', why, install: install ?? correct };
}
