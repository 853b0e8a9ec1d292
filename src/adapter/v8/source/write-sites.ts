import { isCaptured, isOwner, resolve } from './captured-variables.ts';
import { runsOnce } from './runs-once.ts';
import { nodesAround } from './source-structure.ts';
import { type AnyNode, walk } from './syntax-tree.ts';

/** A variable, or a private field of a class, that an expression names. */
export interface NamedVariable {
  readonly kind: 'variable' | 'privateField';
  readonly name: string;
}

/** A place in a text: 1-based line, 0-based column. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

/** One place in the text that writes a variable. */
export interface WriteSite {
  /** The place of the written name. */
  readonly place: SourcePlace;
  readonly offset: number;
  /** From the program down to the name. */
  readonly path: readonly AnyNode[];
  /** True if the site makes the variable: a `let`, `const` or `class`, or the head of a loop. */
  readonly declares: boolean;
}

/** The writes of a variable that is visible at a place, or of a private field of the class around it, from the text. */
export interface WrittenVariable extends NamedVariable {
  readonly program: AnyNode;
  /** The node that declares the variable. */
  readonly scope: AnyNode;
  /** The function that the variable belongs to; the program, for a variable of a module. */
  readonly owner: AnyNode;
  /** Its owner is run once, be it in pieces, so that there is one of it. */
  readonly runsOnce: boolean;
  /** True if functions inside of the variable's scope use it, so that V8 keeps it apart from the call's own frame. */
  readonly isShared: boolean;
  /** True if the place that the variable was found from is in its owner's own code. */
  readonly isOwn: boolean;
  /** In the order of the text. */
  readonly sites: readonly WriteSite[];
  /** True if code that is evaluated or found at run time may write the variable, too. */
  readonly mayBeWrittenUnseen: boolean;
}

/** Undefined where the source does not parse, or nothing there declares the variable. */
export function writtenVariable(
  { kind, name }: NamedVariable,
  source: string,
  { line, column }: SourcePlace,
): WrittenVariable | undefined {
  const around = nodesAround(source, line, column)?.nodes ?? [];
  const [program] = around;
  const scope = kind === 'variable' ? resolve(name, around) : classAround(name, around);
  if (!program || !scope) return undefined;
  const owner = around.slice(0, around.indexOf(scope) + 1).findLast(isOwner) ?? program;
  const sites = sitesIn(program, { kind, name, scope });
  const isShared = kind === 'privateField' || isCaptured(name, scope);
  const mayBeWrittenUnseen = kind === 'variable' && hasDynamicCode(scope);
  const isOwn = (around.findLast(isOwner) ?? program) === owner;
  const once = owner === program || (isResumable(owner) && runsOnce(program, owner));
  return { kind, name, program, scope, owner, isShared, isOwn, runsOnce: once, sites, mayBeWrittenUnseen };
}

/** True if a call of a function goes on after others have run. */
export function isResumable(owner: AnyNode): boolean {
  return 'generator' in owner && (owner.generator || owner.async);
}

/** The declaration of a class by a private name; undefined if no class around declares it. */
export function privateElement({ scope, name }: Pick<WrittenVariable, 'scope' | 'name'>): AnyNode | undefined {
  if (scope.type !== 'ClassBody') return undefined;
  return scope.body.find((each) => 'key' in each && each.key.type === 'PrivateIdentifier' && each.key.name === name);
}

function classAround(name: string, around: readonly AnyNode[]): AnyNode | undefined {
  return around.findLast((scope) => privateElement({ scope, name }) !== undefined);
}

function sitesIn(program: AnyNode, { kind, name, scope }: NamedVariable & { scope: AnyNode }): WriteSite[] {
  const found: WriteSite[] = [];
  walk(program, (node, ancestors) => {
    for (const target of targetsOf(node)) {
      const isSame =
        kind === 'variable'
          ? target.type === 'Identifier' && target.name === name && resolve(name, [...ancestors, node]) === scope
          : isPrivate(target, name) && classAround(name, ancestors) === scope;
      if (!isSame || !target.loc) continue;
      const path = [...ancestors, node, target];
      found.push({ place: target.loc.start, offset: target.start, path, declares: isDeclaring(node, ancestors) });
    }
    return undefined;
  });
  return found.sort((a, b) => a.offset - b.offset);
}

function isPrivate(node: AnyNode, name: string): boolean {
  return node.type === 'MemberExpression' && node.property.type === 'PrivateIdentifier' && node.property.name === name;
}

/** True if a node that writes a variable makes it: one of `var` is there from the beginning of its function. */
function isDeclaring(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  if (node.type === 'ForInStatement' || node.type === 'ForOfStatement')
    return node.left.type === 'VariableDeclaration' && node.left.kind !== 'var';
  const parent = ancestors.at(-1);
  return node.type === 'VariableDeclarator' && parent?.type === 'VariableDeclaration' && parent.kind !== 'var';
}

/** The targets of a node's assignments, patterns taken apart. */
function targetsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return partsOf(node.left);
    case 'UpdateExpression':
      return [node.argument];
    case 'VariableDeclarator':
      return node.init ? partsOf(node.id) : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left.type === 'VariableDeclaration'
        ? node.left.declarations.flatMap(({ id }) => partsOf(id))
        : partsOf(node.left);
    default:
      return [];
  }
}

function partsOf(pattern: AnyNode | null): readonly AnyNode[] {
  if (!pattern) return [];
  switch (pattern.type) {
    case 'ArrayPattern':
      return pattern.elements.flatMap(partsOf);
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => partsOf(each.type === 'RestElement' ? each.argument : each.value));
    case 'AssignmentPattern':
      return partsOf(pattern.left);
    case 'RestElement':
      return partsOf(pattern.argument);
    case 'ParenthesizedExpression':
      return partsOf(pattern.expression);
    default:
      return [pattern];
  }
}

function hasDynamicCode(scope: AnyNode): boolean {
  let found = false;
  walk(scope, (node) => {
    found ||=
      node.type === 'WithStatement' ||
      (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'eval');
    return found ? 'skip' : undefined;
  });
  return found;
}
