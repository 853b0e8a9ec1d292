import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import { isCaptured, isOwner } from './captured-variables.ts';
import { declaredNames } from './declared-names.ts';
import { nodesAround } from './source-structure.ts';
import { type AnyNode, walk } from './syntax-tree.ts';

/** The names that every function or module has: no news. */
const GIVEN = new Set(['this', 'arguments', 'exports', 'require', 'module', '__filename', '__dirname']);

/**
 * The variables that an expression at a place can name, innermost first, each once; empty for a text that is not JavaScript.
 *
 * Of the variables around its function V8 keeps those alone that some function inside of their scope uses, and those that a module
 * imports or exports by name: others are "not defined" for what is evaluated there (Node 20 to 26).
 */
export function namesInScope(source: string, { lineNumber, columnNumber }: GeneratedPosition): string[] {
  const nodes = nodesAround(source, lineNumber + 1, columnNumber)?.nodes ?? [];
  const own = nodes.findLastIndex(isOwner);
  const names = nodes
    .map((node, index) => {
      const names = [...declaredNames(node)].filter((name) => (index < own ? isKept : isOwnName)(name, node));
      return [...names, ...importsOf(node)];
    })
    .reverse()
    .flat();
  return [...new Set(names)].filter((name) => !GIVEN.has(name));
}

/** True if V8 has a variable of a scope around the function. */
function isKept(name: string, scope: AnyNode): boolean {
  return isCaptured(name, scope) || isExported(name, scope) || hasEval(scope);
}

/**
 * True if V8 has a variable of the function itself: all of them, but for the function's own name if the function does not use it.
 */
function isOwnName(name: string, scope: AnyNode): boolean {
  const isSelf = scope.type === 'FunctionExpression' && scope.id?.name === name;
  return !isSelf || mentions(scope.body, name);
}

/** The names that a module imports; V8 has a namespace (`* as os`) as a variable like others. */
function importsOf(scope: AnyNode): string[] {
  if (scope.type !== 'Program') return [];
  return scope.body.flatMap((each) => {
    const specifiers = each.type === 'ImportDeclaration' ? each.specifiers : [];
    return specifiers.flatMap(({ type, local }) => (type === 'ImportNamespaceSpecifier' ? [] : local.name));
  });
}

/** True if a variable of a module is exported by name: it lives in the module's record then. */
function isExported(name: string, scope: AnyNode): boolean {
  if (scope.type !== 'Program') return false;
  return scope.body.some((each) => {
    if (each.type === 'ExportDefaultDeclaration') return 'id' in each.declaration && each.declaration.id?.name === name;
    if (each.type !== 'ExportNamedDeclaration' || each.source) return false;
    const isListed = each.specifiers.some(({ local }) => local.type === 'Identifier' && local.name === name);
    return isListed || (each.declaration ? declaresAtTop(name, each.declaration) : false);
  });
}

function declaresAtTop(name: string, declaration: AnyNode): boolean {
  if (declaration.type !== 'VariableDeclaration') return 'id' in declaration && idOf(declaration) === name;
  return declaration.declarations.some(({ id }) => mentions(id, name));
}

function idOf(declaration: AnyNode): string | undefined {
  const isNamed = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
  return isNamed ? declaration.id?.name : undefined;
}

/** Code that is evaluated in a scope could use any of its variables, so V8 keeps all. */
function hasEval(scope: AnyNode): boolean {
  let found = false;
  walk(scope, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'eval')
      found = true;
    return found ? 'skip' : undefined;
  });
  return found;
}

function mentions(within: AnyNode, name: string): boolean {
  let found = false;
  walk(within, (node) => {
    if (node.type === 'Identifier' && node.name === name) found = true;
    return found ? 'skip' : undefined;
  });
  return found;
}
