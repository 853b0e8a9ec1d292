import { callText, functionArgument, verbatim } from '../../../cdp/function-text.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { badLogMessage, logMessageParts } from '../../log-message.ts';
import { expressionError } from '../source/expressions.ts';
import { createCollector } from './in-debuggee/collector.ts';
import { installConditionCounter } from './in-debuggee/condition-counter.ts';
import { countPass, retire } from './in-debuggee/hit-counter.ts';
import { installLog } from './in-debuggee/install-log.ts';
import { createLogger } from './in-debuggee/logger.ts';
import { createValueKeeper, setStepping } from './in-debuggee/value-keeper.ts';
import { collectExpression } from './recorded/collect-values.ts';

/** What decides whether a pass of a breakpoint counts. */
export interface BreakpointGate {
  readonly id: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  readonly collect?: readonly string[];
}

const SYMBOL = "Symbol.for('mcp-debugger')";
/**
 * Where counters and the log function live in the debuggee: a symbol that no program uses, set only when a breakpoint needs
 * it, so that a program without such breakpoints sees nothing of the debugger.
 */
export const KEY = `globalThis[${SYMBOL}]`;
/** Conditions call nothing that the program may have replaced, and an assignment is all that makes one without. */
const HOLDER = `(${KEY} ??= { __proto__: null })`;
/** Installed before a condition needs it, it is left out where a program lists or copies its globals. */
export const HIDDEN_HOLDER = `(${KEY} ?? Object.defineProperty(globalThis, ${SYMBOL}, { __proto__: null, value: { __proto__: null }, configurable: true })[${SYMBOL}])`;
/** Where what counts passes is, hidden and quick to find: hot loops call it. Absent, conditions hold all the same. */
const COUNTER_NAME = '__mcpDebuggerConditions';
const COUNTER = `globalThis.${COUNTER_NAME}`;
const ASK = '.ask';

/** How the expression of a breakpoint is used. */
export interface ExpressionUse {
  /** The number under which its passes are counted. */
  readonly number: number;
  /** It is edited into the program, and can be switched off there by {@link retireExpression}: it does not count or log then. */
  readonly isEdited?: boolean;
  /** Its pause may be that of another breakpoint at the same place, and must not be taken for one that only logs. */
  readonly isShared?: boolean;
}

/**
 * The JavaScript expression that is true exactly when the program must stop at the breakpoint, or undefined when every pass
 * counts. The expression of a breakpoint that logs or collects does so; it is true only where values of it are kept, for the protocol to
 * show them at a pause that nobody else hears of.
 *
 * @param use How it is used; left out, passes are not counted.
 * @throws DebugError `invalid_argument` for a hit condition that is none, or a log message or expression that does not parse
 */
export function conditionExpression(gate: BreakpointGate, use?: ExpressionUse): string | undefined {
  const parts: string[] = countedCondition(gate, use);
  if (use?.isEdited) parts.push(`!${KEY}?.off?.[${use.number}]`);
  if (gate.hitCondition !== undefined) parts.push(hitExpression(gate.id, gate.hitCondition));
  const records = recordExpressions(gate, !use?.isShared);
  if (records.length > 0) parts.push(records.length > 1 ? `(${records.join(' | ')}) > 0` : records.join());
  return parts.length === 0 ? undefined : parts.join(' && ');
}

/** The expression that records a pass of a breakpoint that logs or collects, whatever its condition; undefined for one that stops. */
export function recordingExpression(gate: BreakpointGate): string | undefined {
  const records = recordExpressions(gate, true);
  return records.length === 0 ? undefined : records.join(' | ');
}

function recordExpressions({ id, logMessage, collect }: BreakpointGate, mayKeep: boolean): string[] {
  const collected =
    collect === undefined ? [] : [collectExpression(recorder('collect', mayKeep), id, collect, mayKeep)];
  return logMessage === undefined ? collected : [...collected, logExpression(id, logMessage, mayKeep)];
}

/** The condition itself, whose passes are counted where that says more than the hits do. */
function countedCondition(gate: BreakpointGate, use: ExpressionUse | undefined): string[] {
  const condition = gate.condition === undefined ? undefined : inParentheses(gate.condition);
  if (use === undefined || !isCounted(gate)) return condition === undefined ? [] : [condition];
  const { number } = use;
  const pass = `${COUNTER}?.pass(${number})`;
  if (condition === undefined) return [`(${pass},true)`];
  if (use.isEdited) return [`(${pass},${condition})`, `(${COUNTER}?.hold(${number}),true)`];
  return [`(${COUNTER}?${ASK}??((mcpNumber,mcpCondition)=>mcpCondition()))(${number},()=>${condition})`];
}

/** Whether its place may be passed without a hit. */
export function isCounted({ condition, hitCondition }: BreakpointGate): boolean {
  return condition !== undefined || hitCondition !== undefined;
}

/** A condition for V8 itself: while its passes are met, it is true also where the condition is false, which it reports. */
export function metExpression(gate: BreakpointGate, number: number, condition: string): string {
  const { id, hitCondition } = gate;
  // V8 compiles the text at each pass: where nothing but a condition is asked, it stays as short as it was.
  if (hitCondition === undefined && !logsInsteadOfStopping(gate)) return condition.replace(ASK, '.meetAsked');
  return `(${COUNTER}?.meet??((mcpNumber,mcpId,mcpCondition)=>mcpCondition()))(${number},${id},()=>${condition}\n)`;
}

/** Begins or ends to meet passes. */
export function armExpression(isArmed: boolean): string {
  return `${COUNTER}?.arm(${isArmed})`;
}

/** Takes back what the last pass that was met has counted. */
export function undoExpression(number: number, id: number): string {
  return `${COUNTER}?.undo(${number},${id})`;
}

/** What is done with the error `e` of a condition that is edited into the program. */
export function failureStatement(number: number): string {
  return `${COUNTER}?.fail(${number},e)`;
}

/** A request that cannot be understood must change nothing and start nothing. @throws DebugError `invalid_argument` */
export function assertUnderstood(wanted: readonly BreakpointGate[]): void {
  for (const each of wanted) conditionExpression(each);
}

/** Whether its passes are reported instead of stopping the program. */
export function logsInsteadOfStopping({ logMessage, collect }: BreakpointGate): boolean {
  return logMessage !== undefined || collect !== undefined;
}

/** Switches off the expression with that number and forgets the passes that the breakpoint has counted. */
export function retireExpression({ id }: BreakpointGate, switchNumber: number): string {
  return callText(retire, verbatim(HOLDER), id, switchNumber);
}

/** A comment at the end must not swallow the closing parenthesis: V8 would take the result without a word and never stop. */
function inParentheses(expression: string): string {
  return expression.includes('//') ? `(${expression}\n)` : `(${expression})`;
}

const HIT_OPERATORS = ['===', '>=', '>', '<=', '<', '%'] as const;

/**
 * Reads a hit condition: `5`, `==5`, `>=5`, `>5`, `<5`, `<=5`, `%5`.
 *
 * @throws DebugError `invalid_argument`
 */
function parseHitCondition(text: string): { operator: (typeof HIT_OPERATORS)[number]; count: number } {
  const match = /^\s*(==?=?|>=|<=|>|<|%)?\s*(\d+)\s*$/.exec(text);
  const count = Number(match?.[2]);
  if (!match || count < 1) {
    throw new DebugError('invalid_argument', `Hit condition "${text}" is not understood.`, {
      advice: 'Use a number of passes: 5 (the fifth pass), >=5, >5, <5 or %5 (every fifth).',
      details: { argument: 'hitCondition' },
    });
  }
  return { operator: HIT_OPERATORS.find((operator) => operator === match[1]) ?? '===', count };
}

function hitExpression(id: number, hitCondition: string): string {
  const { operator, count } = parseHitCondition(hitCondition);
  const test = operator === '%' ? `% ${count} === 0` : `${operator} ${count}`;
  return `${callText(countPass, verbatim(HOLDER), id)} ${test}`;
}

/** What JavaScript puts around strings. */
const QUOTES = '\'"`';

function logExpression(id: number, logMessage: string, mayKeep: boolean): string {
  const parts = logMessageParts(logMessage, QUOTES).map((part) => {
    if (part.kind === 'text') return JSON.stringify(part.text);
    const error = expressionError(part.text);
    if (error === undefined) return `() => ${inParentheses(part.text)}`;
    // V8 takes a condition that does not parse without a word, and nothing would ever be logged.
    throw badLogMessage(`The expression {${part.text}} does not parse: ${error}`);
  });
  return `${recorder('log', mayKeep)}(${id}, [${parts.join(', ')}], ${mayKeep}) === true`;
}

/**
 * The function that logs or collects. In a JavaScript world that has none yet, one that pauses the program, unless that would be taken for
 * the pause of another breakpoint.
 *
 * @see LogBreakpoints.recordIn
 */
function recorder(name: 'log' | 'collect', mayPause: boolean): string {
  return `(${KEY}?.${name} ?? (() => ${mayPause}))`;
}

/**
 * The expression that installs the functions that log and collect; their messages go through the binding named `name`.
 *
 * @param summariser An expression for the function that shows values without running any code of the program.
 * @see CDP Runtime.addBinding, Runtime.evaluate
 */
export function logInstaller(name: string, summariser: string): string {
  const makers = [functionArgument(createCollector), functionArgument(createLogger)] as const;
  const keeper = functionArgument(createValueKeeper);
  return callText(installLog, name, verbatim(HIDDEN_HOLDER), verbatim(summariser), ...makers, keeper);
}

/** What is kept of recorded values, taken; undefined where nothing records. */
export const TAKE_KEPT = `${KEY}?.keeper?.take()`;

/** Says whether the program is stepped through: nothing is kept then. */
export function steppingExpression(isStepping: boolean): string {
  return callText(setStepping, verbatim(HIDDEN_HOLDER), isStepping);
}

/** The expression that installs what counts passes; it reports through the binding named `name`. @see CDP Runtime.addBinding */
export function counterInstaller(name: string): string {
  return `${callText(installConditionCounter, name, COUNTER_NAME, verbatim(HIDDEN_HOLDER))}`;
}
