import type { AnyNode } from 'acorn';
import type { DataAccess } from '../../../model/data-breakpoint.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { expressionError, parseCondition } from './expressions.ts';

/** The target of an expression, as a place that can be written. */
export type WrittenPlace =
  /** @property object An expression. @property key An expression for the property's name. */
  | { readonly kind: 'property'; readonly object: string; readonly key: string }
  /** `object.get(key)` or `object.has(key)`, of a collection. */
  | { readonly kind: 'entry'; readonly object: string; readonly key: string }
  /** @property object An expression. */
  | { readonly kind: 'privateField'; readonly object: string; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  /** @property why A sentence without its full stop. */
  | { readonly kind: 'none'; readonly why: string };

/** Parses an expression to the place that it names; `cart.total` is a property of `cart`. */
export function writtenPlace(expression: string): WrittenPlace {
  const parsed = parseCondition(expression);
  if (parsed.kind === 'error') return { kind: 'none', why: `it does not parse: ${parsed.message.replace(/\.$/, '')}` };
  const node = withoutParentheses(parsed.expression);
  if (node.type === 'Identifier') return { kind: 'variable', name: node.name };
  const entry = entryOf(node, expression);
  if (entry) return entry;
  if (node.type !== 'MemberExpression' || node.optional || node.object.type === 'Super')
    return {
      kind: 'none',
      why: 'it names no place: give one like cart.total, items.length, byName.get("a") or Shop.count',
    };
  const { object, property, computed } = node;
  const owner = expression.slice(object.start, object.end);
  if (property.type === 'PrivateIdentifier') return { kind: 'privateField', object: owner, name: property.name };
  const { start, end } = property;
  const key = computed ? expression.slice(start, end) : JSON.stringify(expression.slice(start, end));
  return { kind: 'property', object: owner, key };
}

function entryOf(node: AnyNode, text: string): WrittenPlace | undefined {
  if (node.type !== 'CallExpression' || node.optional || node.callee.type !== 'MemberExpression') return undefined;
  const [key, ...others] = node.arguments;
  const { object, property, computed } = node.callee;
  if (!key || others.length > 0 || key.type === 'SpreadElement' || computed || object.type === 'Super')
    return undefined;
  if (property.type !== 'Identifier' || !/^(?:get|has)$/.test(property.name)) return undefined;
  return { kind: 'entry', object: text.slice(object.start, object.end), key: text.slice(key.start, key.end) };
}

function withoutParentheses(node: AnyNode): AnyNode {
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;
}

/**
 * The condition of a watch as a function of the values before and after, which are one where the place is read: `value` names it there.
 * No parameter can be called `new`.
 *
 * @throws DebugError `invalid_argument`
 */
export function conditionFunction(condition: string, access: DataAccess): string {
  // Where an operand follows, it makes an object.
  const renamed = condition.replace(/\bnew\b(?!\s*(?:[\p{ID_Start}$_([]|\.\s*target\b))/gu, NEW_VALUE);
  const error = expressionError(renamed);
  if (error === undefined) return `(old, ${NEW_VALUE}${access === 'read' ? ', value = old' : ''}) => (${renamed}\n)`;
  throw new DebugError('invalid_argument', `The condition "${condition}" does not parse: ${error}`, {
    advice: `Write an expression over ${access === 'read' ? 'value, for example: value' : 'old and new, for example: new'} < 0.`,
    details: { argument: 'condition' },
  });
}

const NEW_VALUE = 'mcpNewValue';
