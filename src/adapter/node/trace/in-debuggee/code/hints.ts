import { basename } from 'node:path';
import type { TracePlace } from '../../../../../model/trace/trace-request.ts';
import { type AnyNode, isFunction, walk } from '../../../../v8/source/syntax-tree.ts';
import { oneLine } from './call-text.ts';
import type { CodeText } from './frame-code.ts';

const EVALUATING = /\beval\s*\(|\bnew Function\s*\(|[^.\w]Function\s*\(/;

/**
 * Names code that may hold a function that is not found: a text that code evaluates is not ours to change. Undefined if there is
 * none.
 */
export function evaluatingHint(path: string, source: string): string | undefined {
  if (!EVALUATING.test(source)) return undefined;
  return `${basename(path)} evaluates texts (eval, new Function): functions in them cannot be traced.`;
}

/** Says of a name that is wanted as a function what it is instead: bound, wrapped, or another one's. Undefined where it is nothing. */
export function valueHint({ text }: Pick<CodeText, 'text'>, place: TracePlace): string | undefined {
  if (place.kind !== 'function') return undefined;
  const name = lastName(place.name);
  let found: { readonly node: AnyNode; readonly value: AnyNode } | undefined;
  walk(text.program, (node) => {
    const value = givenValue(node, name);
    if (value !== undefined) found ??= { node, value };
    return found === undefined ? undefined : 'skip';
  });
  if (found === undefined) return undefined;
  const { line } = text.positionOf(found.node.start);
  const made = oneLine(text.textOf(found.value));
  return `${name} at line ${line} is no function with code of its own but ${made}: ask for what that calls.`;
}

/** The value that a name is given, if it may be a function: no literal, and no function with a body. */
function givenValue(node: AnyNode, name: string): AnyNode | undefined {
  const value =
    node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name === name
      ? node.init
      : (node.type === 'Property' || node.type === 'PropertyDefinition') && isKey(node.key, name)
        ? node.value
        : node.type === 'AssignmentExpression' &&
            node.left.type === 'MemberExpression' &&
            isKey(node.left.property, name)
          ? node.right
          : undefined;
  if (!value || isFunction(value)) return undefined;
  return value.type === 'CallExpression' || value.type === 'NewExpression' || value.type === 'MemberExpression'
    ? value
    : undefined;
}

function isKey(key: AnyNode, name: string): boolean {
  return (key.type === 'Identifier' || key.type === 'PrivateIdentifier') && key.name === name;
}

function lastName(name: string): string {
  return (
    name
      .replace(/\(.*\)$/, '')
      .split(/[.#]/)
      .at(-1)
      ?.trim() ?? name
  );
}
