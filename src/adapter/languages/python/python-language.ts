import type { Language } from '../../language.ts';
import { isPythonProgram } from './python-program.ts';

/** Python through debugpy. */
export const pythonLanguage: Language = {
  id: 'python',
  names: ['python3', 'py', 'debugpy'],
  titles: ['Python'],
  claims: isPythonProgram,
  async load(options) {
    const [{ recipeAdapters }, { pythonRecipe }] = await Promise.all([
      import('../../dap/recipe-adapters.ts'),
      import('./recipe.ts'),
    ]);
    return recipeAdapters(pythonRecipe, options);
  },
  startPlainly: async (request) => (await import('./plain-program.ts')).startPlainly(request),
  describingEnvironment: async () => (await import('./plain-program.ts')).describingEnvironment(),
  check: async (surroundings) => (await import('./python-doctor.ts')).checkPython(surroundings),
  fix: async (surroundings) => (await import('./python-doctor.ts')).fixPython(surroundings),
};
