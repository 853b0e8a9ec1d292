import { resolve } from './captured-variables.ts';
import { isFunction } from './source-structure.ts';
import { type AnyNode, referencedName, walk } from './syntax-tree.ts';

const REPEATED = /^(For|ForIn|ForOf|While|DoWhile)Statement$|^(ClassBody|Export\w+)$/;

/** True if a function is called once at most while its file is loaded, and not again: all that names it is one call outside of loops and functions. */
export function runsOnce(program: AnyNode, owner: AnyNode): boolean {
  if (owner === program) return true;
  const name = nameOf(program, owner);
  if (name === undefined) return false;
  let calls = 0;
  let others = 0;
  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1);
    const isNamed = name === '' ? node === owner : isReference(node, ancestors, name);
    if (!isNamed) return undefined;
    const isCall = parent?.type === 'CallExpression' && parent.callee === node && !ancestors.some(isRepeated);
    if (isCall) calls += 1;
    else others += 1;
    return undefined;
  });
  return calls === 1 && others === 0;
}

/** The name of a function at the top of the program; empty for one that is called where it is written, undefined for any other. */
function nameOf(program: AnyNode, owner: AnyNode): string | undefined {
  let found: string | undefined;
  walk(program, (node, ancestors) => {
    if (found !== undefined || node !== owner) return found === undefined ? undefined : 'skip';
    const [parent, around] = [ancestors.at(-1), ancestors.at(-2)];
    const isTop = !ancestors.some(isRepeated);
    if (!isTop || !isFunction(node)) return 'skip';
    if (node.type === 'FunctionDeclaration') found = parent === program ? node.id?.name : undefined;
    else if (parent?.type === 'CallExpression' && parent.callee === node && !hasOwnName(node)) found = '';
    else if (parent?.type === 'VariableDeclarator' && around?.type === 'VariableDeclaration' && around.kind === 'const')
      found = parent.id.type === 'Identifier' && !hasOwnName(node) ? parent.id.name : undefined;
    return 'skip';
  });
  return found;
}

function hasOwnName(node: AnyNode): boolean {
  return node.type === 'FunctionExpression' && node.id !== null && node.id !== undefined;
}

function isRepeated(node: AnyNode): boolean {
  return isFunction(node) || REPEATED.test(node.type);
}

/** True if a node refers to the program's variable of a name, and does not declare it. */
function isReference(node: AnyNode, ancestors: readonly AnyNode[], name: string): boolean {
  const parent = ancestors.at(-1);
  if (node.type !== 'Identifier' || referencedName(node, parent) !== name) return false;
  const isDeclared = parent?.type === 'VariableDeclarator' && parent.id === node;
  return !isDeclared && resolve(name, ancestors)?.type === 'Program';
}
