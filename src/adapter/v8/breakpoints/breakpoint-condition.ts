import { callText, functionArgument, verbatim } from '../../../cdp/function-text.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { badLogMessage, logMessageParts } from '../../log-message.ts';
import { expressionError } from '../source/expressions.ts';
import { collectExpression } from './collect-values.ts';
import { createCollector } from './in-debuggee/collector.ts';
import { installConditionCounter } from './in-debuggee/condition-counter.ts';
import { countPass, retire } from './in-debuggee/hit-counter.ts';
import { installLog } from './in-debuggee/install-log.ts';
import { createLogger } from './in-debuggee/logger.ts';

/** What decides whether a pass of a breakpoint counts. */
export interface BreakpointGate {
  readonly id: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
  readonly collect?: readonly string[];
}

/**
 * Where counters and the log function live in the debuggee: a symbol that no program uses, set only when a breakpoint needs
 * it, so that a program without such breakpoints sees nothing of the debugger.
 */
const KEY = "globalThis[Symbol.for('mcp-debugger')]";
const HOLDER = `(${KEY} ??= { __proto__: null })`;
/** Where what counts passes is, hidden and quick to find: hot loops call it. Absent, conditions hold all the same. */
const COUNTER_NAME = '__mcpDebuggerConditions';
const COUNTER = `globalThis.${COUNTER_NAME}`;

/** How the expression of a breakpoint is used. */
export interface ExpressionUse {
  /** The number under which its passes are counted. */
  readonly number: number;
  /** It is edited into the program, and can be switched off there by {@link retireExpression}: it does not count or log then. */
  readonly isEdited?: boolean;
}

/**
 * The JavaScript expression that is true exactly when the program must stop at the breakpoint, or undefined when every pass
 * counts. The expression of a breakpoint that logs or collects does so and is never true.
 *
 * @param use How it is used; left out, passes are not counted.
 * @throws DebugError `invalid_argument` for a hit condition that is none, or a log message or expression that does not parse
 */
export function conditionExpression(gate: BreakpointGate, use?: ExpressionUse): string | undefined {
  const parts: string[] = countedCondition(gate, use);
  if (use?.isEdited) parts.push(`!${KEY}?.off?.[${use.number}]`);
  if (gate.hitCondition !== undefined) parts.push(hitExpression(gate.id, gate.hitCondition));
  if (gate.collect !== undefined) parts.push(collectExpression(HOLDER, gate.id, gate.collect));
  if (gate.logMessage !== undefined) parts.push(logExpression(gate.id, gate.logMessage));
  else if (gate.collect !== undefined) parts.push('false');
  return parts.length === 0 ? undefined : parts.join(' && ');
}

/** The condition itself, whose passes are counted where that says more than the hits do. */
function countedCondition(gate: BreakpointGate, use: ExpressionUse | undefined): string[] {
  const condition = gate.condition === undefined ? undefined : inParentheses(gate.condition);
  if (use === undefined || !isCounted(gate)) return condition === undefined ? [] : [condition];
  const { number } = use;
  const pass = `${COUNTER}?.pass(${number})`;
  if (condition === undefined) return [`(${pass},true)`];
  if (use.isEdited) return [`(${pass},${condition})`, `(${COUNTER}?.hold(${number}),true)`];
  return [`(${COUNTER}?.ask??((mcpNumber,mcpCondition)=>mcpCondition()))(${number},()=>${condition})`];
}

/** Whether its place may be passed without a hit. */
export function isCounted({ condition, hitCondition }: BreakpointGate): boolean {
  return condition !== undefined || hitCondition !== undefined;
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

function logExpression(id: number, logMessage: string): string {
  const parts = logMessageParts(logMessage, QUOTES).map((part) => {
    if (part.kind === 'text') return JSON.stringify(part.text);
    const error = expressionError(part.text);
    if (error === undefined) return `() => ${inParentheses(part.text)}`;
    // V8 takes a condition that does not parse without a word, and nothing would ever be logged.
    throw badLogMessage(`The expression {${part.text}} does not parse: ${error}`);
  });
  return `${HOLDER}.log?.(${id}, [${parts.join(', ')}]) === 0`;
}

/**
 * The expression that installs the functions that log and collect; their messages go through the binding named `name`.
 *
 * @param summariser An expression for the function that shows values without running any code of the program.
 * @see CDP Runtime.addBinding, Runtime.evaluate
 */
export function logInstaller(name: string, summariser: string): string {
  const makers = [functionArgument(createCollector), functionArgument(createLogger)] as const;
  return callText(installLog, name, verbatim(HOLDER), verbatim(summariser), ...makers);
}

/** The expression that installs what counts passes; it reports through the binding named `name`. @see CDP Runtime.addBinding */
export function counterInstaller(name: string): string {
  return callText(installConditionCounter, name, COUNTER_NAME);
}
