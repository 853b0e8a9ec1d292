import type { AdapterFactory, AdapterOptions } from '../language.ts';
import { sourceProblem } from '../source-check.ts';
import { assertUnderstood } from './breakpoints/breakpoint-requests.ts';
import { DapDebugAdapter } from './dap-debug-adapter.ts';
import type { AdapterRecipe } from './recipe/adapter-recipe.ts';

/** Makes the adapters of a language that is debugged as its recipe says. */
export function recipeAdapters(recipe: AdapterRecipe, { traceWire }: AdapterOptions): AdapterFactory {
  return {
    createAdapter: () => new DapDebugAdapter({ recipe, traceWire }),
    async breakpointProblem(path, wanted, options) {
      await assertUnderstood([wanted], recipe.quirks, options);
      return sourceProblem(path, wanted.line, recipe.quirks.breakpoints?.hasArchives);
    },
  };
}
