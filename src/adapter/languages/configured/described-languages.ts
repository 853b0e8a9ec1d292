import { extname } from 'node:path';
import { findCommand } from '../../../process/find-command.ts';
import type { DoctorSurroundings, Language } from '../../language.ts';
import { adapterHealth, type FoundAdapter } from '../adapter-health.ts';
import { configuredLanguages } from './config-file.ts';
import type { ConfiguredLanguage } from './configured-language.ts';

/** The languages of `mcp-debugger.json`, like those that are built in. @throws DebugError as configuredLanguages */
export function describedLanguages(cwd: string, configFile: string | undefined): readonly Language[] {
  return configuredLanguages(cwd, configFile).map(toLanguage);
}

function toLanguage(configured: ConfiguredLanguage): Language {
  const { id, names, extensions } = configured;
  return {
    id,
    names,
    titles: [id],
    claims: ({ program }) => extensions.includes(extname(program).toLowerCase()),
    async load(options) {
      const [{ recipeAdapters }, { configuredRecipe }] = await Promise.all([
        import('../../dap/recipe-adapters.ts'),
        import('./configured-recipe.ts'),
      ]);
      return recipeAdapters(configuredRecipe(configured), options);
    },
    check: async (surroundings) => adapterHealth(id, findAdapter(configured, surroundings)),
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
