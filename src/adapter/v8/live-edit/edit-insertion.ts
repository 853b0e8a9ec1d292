import { innermostFunction } from '../source/captured-variables.ts';
import { parseCondition, refersTo, withoutBlanks } from '../source/expressions.ts';
import { type ExactPosition, hasLineEnd } from '../source/source-lines.ts';
import { type AnyNode, isFunction, walk } from '../source/syntax-tree.ts';
import { newCaptures } from './captured-names.ts';
import type { InsertionPoint, NoPoint } from './insertion-point.ts';
import type { LiveEditRequest, WantedEdit } from './live-edit-plan.ts';
import { textReader } from './text-reader.ts';

/** A text to put at an offset of the script, for one edit. */
export interface Insertion {
  readonly edit: WantedEdit;
  readonly offset: number;
  /** Characters of `text` before `debugger`. */
  readonly debuggerIndex: number;
  readonly text: string;
  readonly insideFunction: string | undefined;
  readonly reader: string | undefined;
  /** Where a breakpoint on the edit's line stops. */
  readonly stop: ExactPosition;
  /** The code outside of all functions is compiled anew: itself edited, or one of its variables newly captured. */
  readonly changesTopLevel: boolean;
}

/**
 * What ends the statement before, if nothing else does, and keeps a condition that throws from the program: it counts as
 * false, as a CDP condition's does.
 */
const OPENING = ';try{if(';
const CLOSING = ')debugger}catch';

/** The insertion, or the reason why there must be none. */
export function editInsertion(
  request: LiveEditRequest,
  edit: WantedEdit,
  point: InsertionPoint | NoPoint,
): Insertion | string {
  if (point.kind === 'none') return point.reason;
  const condition = parseCondition(edit.condition);
  if (condition.kind === 'error') return `the condition does not parse: ${condition.message}`;
  if (condition.comments > 0) return 'the condition has a comment';
  if (hasLineEnd(edit.condition)) return 'the condition has more than one line';
  const special = specialWord(condition.expression);
  if (special) return `the condition uses ${special}`;
  return place(request, edit, condition.expression, point);
}

function place(
  request: LiveEditRequest,
  edit: WantedEdit,
  condition: AnyNode,
  { offset, statement, stop, lineStart, returnEnd }: InsertionPoint,
): Insertion | string {
  const isStop = (place: ExactPosition | undefined) =>
    place?.lineNumber === edit.lineNumber && place.columnNumber === edit.columnNumber;
  const { columnNumber, isFirstOnLine } = edit;
  // V8 skips what cannot stop, such as reading variables: its first stop may lie inside the statement.
  const isInside = () => isFirstOnLine === true && isOwnCode(statement.node, lineStart + (columnNumber ?? 0));
  if (columnNumber !== undefined && !isStop(stop) && !isStop(returnEnd) && !isInside())
    return 'the breakpoint stops elsewhere on the line';
  const holder = innermostFunction(statement.ancestors);
  if (!holder || (!isFunction(holder) && holder.type !== 'Program')) return 'the line is in the initialiser of a class';
  const captures = newCaptures(condition, statement);
  const capture = captures[0];
  const isNew = !edit.inPlace;
  const started = request.started && isNew;
  const changesTopLevel =
    isNew && (holder.type === 'Program' || captures.some(({ owner }) => owner.type === 'Program'));
  if (capture && started) return `no function inside captures ${capture.name} yet, and calls have begun`;
  if (changesTopLevel && request.sourceType === 'module') return 'V8 does not change the top level of an ES module';
  if (changesTopLevel && started) return 'the top level runs already';
  if (changesTopLevel && holder.type === 'Program' && isPassed(edit, request.pausedAt))
    return 'V8 has asked the condition of the first statement already';
  const ofProgram = isNew ? captures.find(({ owner }) => owner.type === 'Program') : undefined;
  if (ofProgram && !isQuiet(firstToRun(statement.ancestors[0])))
    return `no function captures ${ofProgram.name} yet, and V8 would begin the top level behind its first statement`;
  const asked = `${OPENING}${withoutBlanks(edit.condition)}`;
  const text = `${asked}${CLOSING}${edit.failure === undefined ? '{}' : `(e){${edit.failure}}`}`;
  const debuggerIndex = asked.length + 1;
  const reader = textReader(holder, statement.ancestors);
  return { edit, offset, text, debuggerIndex, insideFunction: functionName(holder), reader, stop, changesTopLevel };
}

/** The first statement of a script that runs: functions are there before. */
function firstToRun(program: AnyNode | undefined): AnyNode | undefined {
  if (program?.type !== 'Program') return undefined;
  return program.body.find((each) => each.type !== 'FunctionDeclaration' && !('directive' in each && each.directive));
}

/** Whether nobody can have a breakpoint in what a statement runs, as it calls nothing: only declares variables with plain values. */
function isQuiet(statement: AnyNode | undefined): boolean {
  if (statement?.type !== 'VariableDeclaration') return false;
  return statement.declarations.every(({ id, init }) => id.type === 'Identifier' && (!init || PLAIN.has(init.type)));
}

const PLAIN = new Set(['Literal', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Whether a place at the top level is passed when the script is paused where it begins; it runs once. */
function isPassed({ lineNumber, columnNumber = 0 }: WantedEdit, pausedAt: ExactPosition | undefined): boolean {
  if (!pausedAt) return false;
  const lines = lineNumber - pausedAt.lineNumber;
  return lines < 0 || (lines === 0 && columnNumber <= pausedAt.columnNumber);
}

/** Statements whose parts run one after another, once each time that the statement is reached. */
const STRAIGHT = new Set(['ExpressionStatement', 'ReturnStatement', 'ThrowStatement', 'VariableDeclaration']);

/** The part of a statement that runs once each time that it is reached. */
function straightPart(statement: AnyNode): AnyNode | undefined {
  if (statement.type === 'IfStatement') return statement.test;
  if (statement.type === 'SwitchStatement') return statement.discriminant;
  return STRAIGHT.has(statement.type) ? statement : undefined;
}

/** Whether a place is in a straight statement itself: not in a function that stands in it, nor in a part that may be left out. */
function isOwnCode(statement: AnyNode, offset: number): boolean {
  const part = straightPart(statement);
  if (!part || offset < part.start || offset >= part.end) return false;
  let isOwn = true;
  const isIn = (node: AnyNode) => node.start <= offset && offset < node.end;
  walk(part, (node) => {
    if (isFunction(node) && isIn(node)) isOwn = false;
    if (node.type === 'ConditionalExpression' && !isIn(node.test) && isIn(node)) isOwn = false;
    if (node.type === 'LogicalExpression' && isIn(node.right)) isOwn = false;
    return isOwn ? undefined : 'skip';
  });
  return isOwn;
}

/**
 * A word that means something else in its place: `eval` and `super` make the enclosing functions keep all their variables or
 * their home object, and `yield` is a variable only outside of generators.
 */
function specialWord(condition: AnyNode): string | undefined {
  let hasSuper = false;
  walk(condition, (node) => {
    hasSuper ||= node.type === 'Super';
    return undefined;
  });
  return hasSuper ? 'super' : ['eval', 'yield'].find((name) => refersTo(condition, name));
}

function functionName(holder: AnyNode): string | undefined {
  if (holder.type === 'Program') return undefined;
  const named = holder.type === 'FunctionDeclaration' || holder.type === 'FunctionExpression';
  return (named ? holder.id?.name : undefined) ?? '';
}
