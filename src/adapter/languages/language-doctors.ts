import type { LanguageDoctor } from '../language-doctor.ts';
import { nodeDoctor } from '../node/node-doctor.ts';
import { configuredLanguages } from './configured/config-file.ts';
import { configuredRecipe } from './configured/configured-recipe.ts';
import { pythonDoctor } from './python/python-doctor.ts';
import { recipeDoctor } from './recipe-doctor.ts';

/**
 * The doctors of all languages: those that have a recipe, and those of `mcp-debugger.json`.
 *
 * @param cwd The folder where that file is looked for; absolute.
 * @param configFile The file to read instead.
 * @throws DebugError as configuredLanguages
 */
export function languageDoctors(cwd: string, configFile: string | undefined): readonly LanguageDoctor[] {
  const configured = configuredLanguages(cwd, configFile).map((language) => recipeDoctor(configuredRecipe(language)));
  return [nodeDoctor, pythonDoctor, ...configured];
}
