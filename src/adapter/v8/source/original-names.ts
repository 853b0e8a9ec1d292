import { tokenizer } from 'acorn';
import type { GeneratedPosition, SourceMap } from '../../../sourcemap/source-map.ts';

/** Longer scopes are not searched: a whole bundle as one function would take seconds. */
const MAX_SCOPE_LENGTH = 300_000;

/**
 * The source's names of the variables of a scope, by their generated names. A minifier writes the original name of
 * each identifier into the map; the identifiers of the scope's text are looked up there. The first one with a name decides:
 * within one scope a generated name means one variable, apart from those that inner functions declare again.
 *
 * @param text The generated text of the scope.
 * @param start Where in the script that text begins.
 */
export function originalNames(map: SourceMap, text: string, start: GeneratedPosition): Map<string, string> {
  const names = new Map<string, string>();
  if (!map.hasNames || text.length > MAX_SCOPE_LENGTH) return names;
  try {
    for (const token of tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true })) {
      if (token.type.label !== 'name' || !token.loc) continue;
      const { line, column } = token.loc.start;
      const at = {
        lineNumber: start.lineNumber + line - 1,
        columnNumber: line === 1 ? start.columnNumber + column : column,
      };
      const generated = text.slice(token.start, token.end);
      const original = map.nameAt(at);
      if (original !== undefined && original !== generated && !names.has(generated)) names.set(generated, original);
    }
  } catch {
    // The text begins or ends inside a token (a regular expression, a template): what was found until there counts.
  }
  return names;
}
