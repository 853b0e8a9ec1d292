import { innermostFunction, isCaptured, resolve } from '../source/captured-variables.ts';
import { type AnyNode, isFunction, type Path, referencedName, walk } from '../source/syntax-tree.ts';

/** A variable that a condition would newly make V8 keep for inner functions. */
interface NewCapture {
  readonly name: string;
  /** The function whose variable it is, or the program. */
  readonly owner: AnyNode;
}

/**
 * The variables that a condition, put in front of a statement, captures from a function and that no function inside captures so far.
 *
 * V8 lays out a function's captured variables when it compiles it. A new one makes that function a changed one, too: the
 * edit is refused when it is active, and the functions that earlier calls of it created go on running the old code.
 */
export function newCaptures(condition: AnyNode, statement: Path): NewCapture[] {
  const captures: NewCapture[] = [];
  walk(condition, (node, inside) => {
    const name = referencedName(node, inside.at(-1));
    if (name === undefined || resolve(name, inside)) return undefined;
    const scope = resolve(name, statement.ancestors);
    if (!scope) return undefined;
    const owner = ownerOf(scope, statement.ancestors);
    const isOwn = owner === innermostFunction(statement.ancestors) && !inside.some(isFunction);
    if (!isOwn && !isImport(name, scope) && !isCaptured(name, scope)) captures.push({ name, owner });
    return undefined;
  });
  return captures;
}

function ownerOf(scope: AnyNode, ancestors: readonly AnyNode[]): AnyNode {
  return innermostFunction(ancestors.slice(0, ancestors.indexOf(scope) + 1)) ?? scope;
}

/** Imports live in cells of the module record: any function may refer to one without being laid out anew. */
function isImport(name: string, scope: AnyNode): boolean {
  return (
    scope.type === 'Program' &&
    scope.body.some(
      (each) => each.type === 'ImportDeclaration' && each.specifiers.some(({ local }) => local.name === name),
    )
  );
}
