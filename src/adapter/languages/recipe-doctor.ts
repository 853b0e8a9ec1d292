import type { LanguageHealth } from '../../model/language-health.ts';
import type { AdapterRecipe } from '../dap/recipe/adapter-recipe.ts';
import type { DoctorSurroundings, LanguageDoctor } from '../language-doctor.ts';

/** Looks for the debug adapter of a recipe, as the recipe does before a launch. */
export function recipeDoctor(recipe: AdapterRecipe): LanguageDoctor {
  return { id: recipe.id, names: recipe.names, check: (surroundings) => health(recipe, surroundings) };
}

async function health(
  { id: language, find }: AdapterRecipe,
  { cwd, env }: DoctorSurroundings,
): Promise<LanguageHealth> {
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const found = await find({ cwd, env: Object.fromEntries(given) });
  if (found.kind === 'missing') {
    return { language, found: [], state: { kind: 'unusable', problem: found.why, run: found.install } };
  }
  const { version, path: where } = found;
  return { language, found: [{ name: 'debug adapter', version, where }], state: { kind: 'usable' } };
}
