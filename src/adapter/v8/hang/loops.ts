import type { LoopSnapshot } from '../../hang-evidence.ts';
import { nodesAround } from '../source/source-structure.ts';
import { type AnyNode, isFunction, parse, referencedName, walk } from '../source/syntax-tree.ts';
import { type TestText, testsOf } from './comparisons.ts';

/** A loop of a source text. Lines are 1-based and those of the script, not of a source that it was compiled from. */
export interface LoopText {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly condition?: string;
  readonly ending: LoopSnapshot['ending'];
  readonly awaits: boolean;
  readonly tests: readonly TestText[];
  readonly course?: LoopSnapshot['course'];
  /** Variables to read. */
  readonly names: readonly string[];
}

/** The source text around a place. */
export interface PlaceText {
  /** Innermost first, up to the function's edge. */
  readonly loops: readonly LoopText[];
  /** The call that stands at the place, shortened to a line. */
  readonly call?: string;
  /** The `if`s of the whole function, as if they were a loop: for functions that are called again and again. */
  readonly guards: LoopText;
}

type LoopNode = Extract<
  AnyNode,
  { type: 'WhileStatement' | 'DoWhileStatement' | 'ForStatement' | 'ForInStatement' | 'ForOfStatement' }
>;

const MAX_NAMES = 8;
const MAX_TEXT = 100;

/** Reads what stands around a place (1-based line, 0-based column); undefined when the source does not parse. */
export function placeText(source: string, line: number, column: number): PlaceText | undefined {
  const place = nodesAround(source, line, column);
  if (!place) return undefined;
  const edge = place.nodes.findLastIndex((node) => isFunction(node));
  const own = place.nodes.slice(edge + 1);
  const loops = own
    .filter((node): node is LoopNode => isLoop(node) && isInside(node, place.offset))
    .map((loop) => loopText(source, loop))
    .reverse();
  const call = callAt(own, place.offset);
  const body = place.nodes[Math.max(edge, 0)];
  return {
    loops,
    ...(call ? { call: oneLine(source.slice(call.start, call.end)) } : {}),
    guards: body ? guardsOf(source, body) : NO_GUARDS,
  };
}

const NO_GUARDS: LoopText = { firstLine: 1, lastLine: 1, ending: 'open', awaits: false, tests: [], names: [] };

function isLoop(node: AnyNode): node is LoopNode {
  return /^(While|DoWhile|For|ForIn|ForOf)Statement$/.test(node.type);
}

/** True if an offset is in the loop's rounds: code that runs before the first round is not. */
function isInside(loop: LoopNode, offset: number): boolean {
  if (loop.type === 'ForStatement') return !(loop.init && offset < loop.init.end && offset >= loop.init.start);
  if (loop.type === 'ForInStatement' || loop.type === 'ForOfStatement')
    return offset >= loop.body.start || loop.type === 'ForOfStatement';
  return true;
}

function loopText(source: string, loop: LoopNode): LoopText {
  const test = 'test' in loop ? loop.test : undefined;
  const isConstant = test === undefined || test === null || test.type === 'Literal';
  const exits = exitsOf(loop);
  const isItems = loop.type === 'ForInStatement' || loop.type === 'ForOfStatement';
  const tests = [
    ...(test && !isConstant ? testsOf(source, test, true) : []),
    ...exits.flatMap((guard) => (guard ? testsOf(source, guard, false) : [])),
  ];
  const guards = exits.filter((guard) => guard !== undefined);
  const condition = !isConstant && test ? [test] : guards;
  return {
    ...linesOf(loop),
    ...(condition.length > 0
      ? { condition: oneLine(condition.map(({ start, end }) => source.slice(start, end)).join('; ')) }
      : {}),
    ending: isItems ? 'counted' : isConstant && exits.length === 0 ? 'endless' : 'open',
    awaits: isAwaiting(loop),
    ...courseOf(loop),
    tests,
    names: namesOf(condition, loop),
  };
}

/** `for (…; i < limit; i--)`, where nothing else assigns the two. */
function courseOf(loop: LoopNode): Pick<LoopText, 'course'> {
  if (loop.type !== 'ForStatement' || loop.test?.type !== 'BinaryExpression' || !loop.update) return {};
  const { left, right, operator } = loop.test;
  const isRising = /^<=?$/.test(operator);
  const step = stepOf(loop.update);
  const isFixed = right.type === 'Literal' || right.type === 'Identifier';
  if (left.type !== 'Identifier' || step?.name !== left.name || !isFixed || !(isRising || /^>=?$/.test(operator)))
    return {};
  const names = [left.name, ...(right.type === 'Identifier' ? [right.name] : [])];
  if (assignedIn(loop.body).some((name) => names.includes(name))) return {};
  return { course: step.isUp === isRising ? 'towards its limit' : 'away from its limit' };
}

function stepOf(update: AnyNode): { readonly name: string; readonly isUp: boolean } | undefined {
  if (update.type === 'UpdateExpression' && update.argument.type === 'Identifier')
    return { name: update.argument.name, isUp: update.operator === '++' };
  if (update.type !== 'AssignmentExpression' || update.left.type !== 'Identifier') return undefined;
  const isPositive =
    update.right.type === 'Literal' && typeof update.right.value === 'number' && update.right.value > 0;
  if (!isPositive || !/^[+-]=$/.test(update.operator)) return undefined;
  return { name: update.left.name, isUp: update.operator === '+=' };
}

/** The tests before each way out of a loop; undefined for a way out that has none. */
function exitsOf(loop: LoopNode): (AnyNode | undefined)[] {
  const exits: (AnyNode | undefined)[] = [];
  walk(loop.body, (node, ancestors) => {
    if (isFunction(node)) return 'skip';
    const isOwnBreak =
      node.type === 'BreakStatement' &&
      (node.label ? !ancestors.some((each) => isLabelOf(each, node.label)) : !ancestors.some(isBreakable));
    if (!isOwnBreak && !/^(ReturnStatement|ThrowStatement)$/.test(node.type)) return undefined;
    const guard = ancestors.findLast((each) => each.type === 'IfStatement');
    // In the other branch the test is the wrong way round, and in a `catch` none is known.
    const isElse = guard?.type === 'IfStatement' && guard.alternate != null && node.start >= guard.alternate.start;
    exits.push(guard?.type === 'IfStatement' && !isElse ? guard.test : undefined);
    return undefined;
  });
  return exits;
}

function isAwaiting(loop: LoopNode): boolean {
  let found = loop.type === 'ForOfStatement' && loop.await;
  walk(loop, (node) => {
    if (isFunction(node)) return 'skip';
    if (node.type === 'AwaitExpression') found = true;
    return undefined;
  });
  return found;
}

function isBreakable(node: AnyNode): boolean {
  return isLoop(node) || node.type === 'SwitchStatement';
}

function isLabelOf(node: AnyNode, label: unknown): boolean {
  const name = typeof label === 'object' && label !== null && 'name' in label ? label.name : undefined;
  return node.type === 'LabeledStatement' && node.label.name === name;
}

function guardsOf(source: string, root: AnyNode): LoopText {
  const guards: AnyNode[] = [];
  walk(root, (node) => {
    if (node !== root && isFunction(node)) return 'skip';
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') guards.push(node.test);
    return undefined;
  });
  const texts = guards.map(({ start, end }) => source.slice(start, end));
  return {
    ...linesOf(root),
    ...(texts.length > 0 ? { condition: oneLine(texts.join('; ')) } : {}),
    ending: 'open',
    awaits: false,
    // Which branch goes on is not known: a number on its way to the other side counts either way.
    tests: guards.flatMap((guard) => [...testsOf(source, guard, true), ...testsOf(source, guard, false)]),
    names: namesOf(guards, root),
  };
}

function linesOf(node: AnyNode): { firstLine: number; lastLine: number } {
  return { firstLine: node.loc?.start.line ?? 1, lastLine: node.loc?.end.line ?? 1 };
}

/** The variables of the conditions, then those that the loop assigns. */
function namesOf(conditions: readonly AnyNode[], loop: AnyNode): string[] {
  const names = new Set<string>();
  const note = (node: AnyNode, parent: AnyNode | undefined) => {
    const name = referencedName(node, parent);
    const isCallee = parent?.type === 'CallExpression' && parent.callee === node;
    if (name !== undefined && name !== 'this' && !isCallee && !BUILT_IN.test(name)) names.add(name);
  };
  for (const condition of conditions) {
    walk(condition, (node, ancestors) => {
      note(node, ancestors.at(-1));
      return isFunction(node) ? 'skip' : undefined;
    });
  }
  for (const name of assignedIn(loop)) names.add(name);
  return [...names].slice(0, MAX_NAMES);
}

function assignedIn(root: AnyNode): string[] {
  const names: string[] = [];
  walk(root, (node) => {
    if (isFunction(node) && node !== root) return 'skip';
    const target =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined;
    if (target?.type === 'Identifier') names.push(target.name);
    return undefined;
  });
  return names;
}

const BUILT_IN =
  /^(undefined|NaN|Infinity|Math|Date|Number|String|Atomics|performance|process|console|JSON|Object|Array)$/;

/** V8 places a call at its property (`wait` of `Atomics.wait(…)`), or where its function's name begins. */
function callAt(nodes: readonly AnyNode[], offset: number): AnyNode | undefined {
  return nodes.findLast(
    (node) =>
      (node.type === 'CallExpression' || node.type === 'NewExpression') &&
      offset <= (node.type === 'NewExpression' ? node.start : node.callee.end),
  );
}

/** The way in which a function keeps itself going over the event loop. */
export interface SelfDrive {
  /** 2: a loop in it awaits. 1: it names itself, to be called again. 0: neither. */
  readonly likelihood: 0 | 1 | 2;
  /** Lines between the function's first and the loop's first. */
  readonly linesToLoop?: number;
}

/** Reads from a function's text how it keeps itself going. */
export function drivesItself(text: string, name: string): SelfDrive {
  const program = parseFunction(text);
  let found: SelfDrive = { likelihood: 0 };
  if (!program) return found;
  walk(program, (node, ancestors) => {
    const loop = isLoop(node) ? node : ancestors.find(isLoop);
    const isAwaiting = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    if (isAwaiting && loop && found.likelihood < 2) found = { likelihood: 2, linesToLoop: linesOf(loop).firstLine - 1 };
    const isOwnName = node.type === 'Identifier' && node.name === name && name !== '';
    if (isOwnName && found.likelihood === 0 && ancestors.some(({ type }) => type === 'CallExpression'))
      found = { likelihood: 1 };
    return undefined;
  });
  return found;
}

/** A function's text by itself: a declaration, an expression, or a method. */
function parseFunction(text: string): AnyNode | undefined {
  for (const candidate of [`(${text})`, `({${text}})`, text]) {
    try {
      return parse(candidate, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
    } catch {
      // Of another form.
    }
  }
  return undefined;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line;
}
