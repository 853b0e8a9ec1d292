import type { DebugAdapter, LaunchRequest } from '../debug-adapter.ts';
import { configuredLanguages } from '../languages/configured/config-file.ts';
import { configuredRecipe } from '../languages/configured/configured-recipe.ts';
import { pythonRecipe } from '../languages/python/recipe.ts';
import { DapDebugAdapter } from './dap-debug-adapter.ts';
import type { AdapterRecipe } from './recipe/adapter-recipe.ts';

/** Where languages without a recipe are described. */
interface Configuration {
  /** The folder in which mcp-debugger.json is looked for; absolute. */
  readonly cwd: string;
  /** The file to read instead. */
  readonly configFile: string | undefined;
}

/** What decides which language is debugged. */
interface Wanted {
  /** In lower case. */
  readonly language: string | undefined;
  readonly request: Pick<LaunchRequest, 'program' | 'cwd' | 'env'>;
}

/** The user's own languages come first: one may be described anew. */
function recipes({ cwd, configFile }: Configuration): readonly AdapterRecipe[] {
  return [...configuredLanguages(cwd, configFile).map(configuredRecipe), pythonRecipe];
}

/** Names of the languages that can be debugged over DAP, for messages. @throws DebugError as configuredLanguages */
export function recipeNames(configuration: Configuration): string[] {
  return recipes(configuration).map(({ id }) => id);
}

/**
 * A way to make adapters for a language that is debugged over DAP; undefined when it is none of these.
 *
 * @throws DebugError `invalid_argument` when mcp-debugger.json is wrong
 */
export function chooseDapAdapter(
  { language, request }: Wanted,
  configuration: Configuration,
  traceWire: ((line: string) => void) | undefined,
): (() => DebugAdapter) | undefined {
  const recipe = recipes(configuration).find((each) =>
    language === undefined ? each.claims(request) : each.id === language || each.names.includes(language),
  );
  return recipe && (() => new DapDebugAdapter({ recipe, traceWire }));
}
