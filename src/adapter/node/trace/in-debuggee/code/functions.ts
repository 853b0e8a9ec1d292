import { EVERY_FUNCTION } from '../../../../../model/trace/trace-request.ts';
import { type AnyNode, isFunction, walk } from '../../../../v8/source/syntax-tree.ts';

/** A function with a body of its own. */
export type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

/** A function of a text. */
export interface FoundFunction {
  readonly node: FunctionNode;
  /** As others would call it: `total`, `Cart.total`; empty where it has none. */
  readonly name: string;
  /** True in a class that extends another: `this` is there only after `super()`. */
  readonly isDerivedConstructor: boolean;
  readonly isConstructor: boolean;
  /** An arrow function, whose `this` is that of what is around it, and may not be there yet. */
  readonly mayLackThis: boolean;
}

/** All functions of a text, outer ones first. */
export function functionsOf(program: AnyNode): FoundFunction[] {
  const found: FoundFunction[] = [];
  walk(program, (node, ancestors) => {
    if (isFunctionNode(node)) {
      const name = nameOf(node, ancestors);
      // What compilers make of `export`: `{ total: () => total }`.
      if (node.body.type === 'Identifier' && node.params.length === 0 && name.endsWith(node.body.name))
        return undefined;
      found.push({ node, name, ...constructorFacts(node, ancestors) });
    }
    return undefined;
  });
  return found;
}

function isFunctionNode(node: AnyNode): node is FunctionNode {
  return isFunction(node);
}

/** True where a wanted name, which may lack the class or end in `()`, means the function. */
export function isNamed(wanted: string, name: string): boolean {
  const plain = wanted
    .replace(/\(.*\)$/, '')
    .replace(/^(async |function |new )+/, '')
    .replace('.prototype.', '.')
    .trim();
  if (plain === EVERY_FUNCTION) return true;
  if (name === plain || `${plain}.constructor` === name) return true;
  return name.endsWith(`.${plain}`) || name.replace('.#', '.') === plain;
}

function constructorFacts(
  node: FunctionNode,
  ancestors: readonly AnyNode[],
): Pick<FoundFunction, 'isConstructor' | 'isDerivedConstructor' | 'mayLackThis'> {
  const around = ancestors.findLastIndex((each) => isFunction(each) && each.type !== 'ArrowFunctionExpression');
  const isArrow = node.type === 'ArrowFunctionExpression';
  const mayLackThis =
    isArrow && around >= 0 && constructorKind(ancestors[around], ancestors.slice(0, around)) === 'derived';
  const own = constructorKind(node, ancestors);
  return { isConstructor: own !== undefined, isDerivedConstructor: own === 'derived', mayLackThis };
}

function constructorKind(node: AnyNode | undefined, ancestors: readonly AnyNode[]): 'base' | 'derived' | undefined {
  const parent = ancestors.at(-1);
  if (parent?.type !== 'MethodDefinition' || parent.kind !== 'constructor' || parent.value !== node) return undefined;
  const owner = ancestors.at(-3);
  const isClass = owner?.type === 'ClassDeclaration' || owner?.type === 'ClassExpression';
  return isClass && owner.superClass != null ? 'derived' : 'base';
}

function nameOf(node: FunctionNode, ancestors: readonly AnyNode[]): string {
  if (node.id) return node.id.name;
  return givenName(node, ancestors, ancestors.length - 1);
}

/** The name that the place of a value gives it. */
function givenName(value: AnyNode, ancestors: readonly AnyNode[], at: number): string {
  const parent = ancestors[at];
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'AssignmentExpression':
      return parent.right === value ? targetName(parent.left) : '';
    case 'AssignmentPattern':
      return parent.right === value ? targetName(parent.left) : '';
    case 'Property':
      return parent.value === value
        ? joined(givenName(ancestors[at - 1] ?? parent, ancestors, at - 2), keyName(parent))
        : '';
    case 'MethodDefinition':
    case 'PropertyDefinition': {
      const owner = ancestors[at - 2];
      const isClass = owner?.type === 'ClassDeclaration' || owner?.type === 'ClassExpression';
      const name = isClass ? (owner.id?.name ?? givenName(owner, ancestors, at - 3)) : '';
      return joined(name, keyName(parent));
    }
    case 'CallExpression': {
      // esbuild keeps names so: __name(() => {…}, "f").
      const [, label] = parent.arguments;
      const isKept = parent.callee.type === 'Identifier' && /^__name/.test(parent.callee.name);
      return isKept && label?.type === 'Literal' ? String(label.value) : '';
    }
    default:
      return '';
  }
}

function joined(owner: string, name: string): string {
  return owner === '' || name === '' ? name : `${owner}.${name}`;
}

function targetName(target: AnyNode): string {
  if (target.type === 'Identifier') return target.name;
  if (target.type !== 'MemberExpression') return '';
  const { object, property, computed } = target;
  const own =
    !computed && (property.type === 'Identifier' || property.type === 'PrivateIdentifier') ? property.name : '';
  const owner = targetName(object).replace(/\.prototype$/, '');
  return owner === 'exports' || owner === 'module.exports' ? own : joined(owner, own);
}

function keyName(parent: Extract<AnyNode, { type: 'Property' | 'MethodDefinition' | 'PropertyDefinition' }>): string {
  const { key, computed } = parent;
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}
