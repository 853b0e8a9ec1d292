import type { AnyNode } from '../../../../v8/source/syntax-tree.ts';

/**
 * V8's name for an expression in the text of an error (`a.b(...) is not a function`): needed if a probe stands around the
 * expression, which V8 would name in its place.
 */
export function engineText(node: AnyNode): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'Literal':
      return typeof node.value === 'string' ? `"${node.value}"` : (node.raw ?? '');
    case 'CallExpression':
      return `${partText(node.callee)}(...)`;
    case 'TaggedTemplateExpression':
      return `${partText(node.tag)}(...)`;
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return engineText(node.expression);
    case 'MemberExpression': {
      const dot = node.optional ? '?.' : '.';
      const object = partText(node.object);
      if (!node.computed) return `${object}${dot}${'name' in node.property ? keyText(node.property) : ''}`;
      return `${object}${node.optional ? '?.' : ''}[${engineText(node.property)}]`;
    }
    default:
      return UNNAMED;
  }
}

/** A whole chain with `?.` that something follows has no name. */
function partText(node: AnyNode): string {
  return node.type === 'ChainExpression' ? UNNAMED : engineText(node);
}

/** V8's name for an expression that it has no words for. */
export const UNNAMED = '(intermediate value)';

function keyText(property: AnyNode): string {
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  return property.type === 'Identifier' ? property.name : '';
}

const MAX_NAME = 60;

/** Source text on one line, at most 60 characters. */
export function oneLine(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/ ?(\?\.|(?<!\.)\.(?!\.)) ?/g, '$1')
    .trim();
  return line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME - 1)}…`;
}
