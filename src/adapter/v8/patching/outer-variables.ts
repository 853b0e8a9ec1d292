import { isOwner, resolve } from '../source/captured-variables.ts';
import { type AnyNode, referencedName, walk } from '../source/syntax-tree.ts';

/** The variables outside of all functions that functions use, each with the places of its uses. */
export type OuterUses = ReadonlyMap<string, readonly number[]>;

/**
 * The variables outside of all functions that functions refer to: those of the module, of its blocks, and what a class keeps for
 * its methods.
 *
 * V8 keeps exactly these for functions. Code that makes it one more, or one fewer, lays the module's variables out again, and V8
 * then cuts the running functions off: they run their old text for good, and no later change of the script reaches them (Node 20
 * to 26, with the status Ok).
 */
export function outerUses(program: AnyNode): OuterUses {
  const uses = new Map<string, number[]>();
  const numbers = new Map<AnyNode, number>([[program, 0]]);
  walk(program, (node, ancestors) => {
    const isInside = ancestors.some(isFunctionLike);
    // The same in two texts that differ only inside of functions.
    if (!isInside) numbers.set(node, numbers.size);
    else {
      const key = keyOf(node, ancestors, numbers);
      if (key !== undefined) uses.set(key, [...(uses.get(key) ?? []), node.start]);
    }
    return undefined;
  });
  return uses;
}

function keyOf(
  node: AnyNode,
  ancestors: readonly AnyNode[],
  numbers: ReadonlyMap<AnyNode, number>,
): string | undefined {
  if (node.type === 'Super') return superKey(ancestors, numbers);
  const name = referencedName(node, ancestors.at(-1));
  if (name === undefined) return undefined;
  const scope = resolve(name, ancestors);
  if (!scope || isFunctionLike(scope)) return undefined;
  const number = numbers.get(scope);
  return number === undefined ? undefined : `${number}:${name}`;
}

/** The key of the object for `super`, which V8 keeps beside a class or an object whose methods use it. */
function superKey(ancestors: readonly AnyNode[], numbers: ReadonlyMap<AnyNode, number>): string | undefined {
  const index = ancestors.findLastIndex(({ type }) => /^(ClassBody|ObjectExpression)$/.test(type));
  const [home, member] = [ancestors[index], ancestors[index + 1]];
  const number = home && numbers.get(home);
  const isStatic = member && 'static' in member && member.static;
  return number === undefined ? undefined : `${number}:super${isStatic ? ' static' : ''}`;
}

function isFunctionLike(node: AnyNode): boolean {
  return node.type !== 'Program' && isOwner(node);
}

/** The name in a key of {@link OuterUses}. */
export function nameOfUse(key: string): string {
  return key.replace(/^\d+:/, '').replace(' static', '');
}
