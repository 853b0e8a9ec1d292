import { type AnyNode, isFunction, type Program, referencedName, walk } from '../source/syntax-tree.ts';

/**
 * The expression, valid where the code of the module itself is paused, for the function that an edit changes; undefined when that must
 * not be changed: when the program could read its text, in which the edit would show, or when we could not, to see whether
 * V8 has changed it.
 *
 * A function that is only ever called, by its name, is no value that anybody gets hold of. Every other function may be printed,
 * hashed, or sent to another process as its text.
 *
 * @param ancestors What stands around the statement, outermost first.
 */
export function textReader(holder: AnyNode, ancestors: readonly AnyNode[]): string | undefined {
  const [program] = ancestors;
  if (program?.type !== 'Program' || !isFitForEdits(program)) return undefined;
  if (holder === program) return readerOfWrapper(program);
  const isOfModule = holder.type === 'FunctionDeclaration' && ancestors[1] === holder;
  if (!isOfModule || !holder.id || refersToArguments(holder)) return undefined;
  return isOnlyCalled(holder.id.name, program) ? holder.id.name : undefined;
}

/** Node's function around a CommonJS module: sloppy code reaches it by its `arguments`. */
function readerOfWrapper(program: Program): string | undefined {
  if (program.sourceType === 'module' || refersToArguments(program)) return undefined;
  const isStrict = program.body.some((each) => 'directive' in each && each.directive === 'use strict');
  return isStrict ? undefined : 'arguments.callee';
}

const fitness = new WeakMap<Program, boolean>();

function isFitForEdits(program: Program): boolean {
  const known = fitness.get(program) ?? !has(program, isUnfit);
  fitness.set(program, known);
  return known;
}

/** The names by which a function gets hold of itself or of its caller. */
const WAYS_TO_FUNCTIONS = new Set(['callee', 'caller', 'getFunction', 'prepareStackTrace', 'eval']);

/**
 * What makes a whole script unfit. V8 puts the initialisers of a class into functions that have no place of their own in the text; it
 * takes them for one another when it looks for what has changed, whatever that is (Node 20: the class is no constructor any more).
 */
function isUnfit(node: AnyNode): boolean {
  switch (node.type) {
    case 'PropertyDefinition':
    case 'StaticBlock':
    case 'PrivateIdentifier':
    case 'WithStatement':
      return true;
    case 'Identifier':
      return WAYS_TO_FUNCTIONS.has(node.name);
    default:
      return false;
  }
}

function isOnlyCalled(name: string, program: Program): boolean {
  return !has(program, (node, parent) => {
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
    return referencedName(node, parent) === name && !isCalled;
  });
}

/** Whether a function, or a script outside of its functions, refers to its own `arguments`. */
function refersToArguments(owner: AnyNode): boolean {
  let found = false;
  walk(owner, (node, ancestors) => {
    if (node !== owner && isFunction(node) && node.type !== 'ArrowFunctionExpression') return 'skip';
    found ||= referencedName(node, ancestors.at(-1)) === 'arguments';
    return found ? 'skip' : undefined;
  });
  return found;
}

function has(root: AnyNode, isIt: (node: AnyNode, parent: AnyNode | undefined) => boolean): boolean {
  let found = false;
  walk(root, (node, ancestors) => {
    found ||= isIt(node, ancestors.at(-1));
    return found ? 'skip' : undefined;
  });
  return found;
}
