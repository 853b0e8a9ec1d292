import { DebugError } from '../../../model/debug-error.ts';
import { badLogMessage, logMessageParts } from '../../log-message.ts';
import { expressionError } from '../source/expressions.ts';
import { collectExpression, collector } from './collect-values.ts';

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
const HOLDER = `(${KEY} ??= {})`;

/**
 * The JavaScript expression that is true exactly when the program must stop at the breakpoint, or undefined when every pass
 * counts. The expression of a breakpoint that logs or collects does so and is never true.
 *
 * @param switchNumber With it, the expression can be switched off in the debuggee by {@link retireExpression}. It does not
 * count or log then.
 * @throws DebugError `invalid_argument` for a hit condition that is none, or a log message or expression that does not parse
 */
export function conditionExpression(gate: BreakpointGate, switchNumber?: number): string | undefined {
  const parts: string[] = [];
  if (gate.condition !== undefined) parts.push(inParentheses(gate.condition));
  if (switchNumber !== undefined) parts.push(`!${KEY}?.off?.[${switchNumber}]`);
  if (gate.hitCondition !== undefined) parts.push(hitExpression(gate.id, gate.hitCondition));
  if (gate.collect !== undefined) parts.push(collectExpression(HOLDER, gate.id, gate.collect));
  if (gate.logMessage !== undefined) parts.push(logExpression(gate.id, gate.logMessage));
  else if (gate.collect !== undefined) parts.push('false');
  return parts.length === 0 ? undefined : parts.join(' && ');
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
  return `((h) => { (h.off ??= {})[${switchNumber}] = true; delete h[${id}]; })(${HOLDER})`;
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
  const test = operator === '%' ? `n % ${count} === 0` : `n ${operator} ${count}`;
  return `((h) => { const n = (h[${id}] = (h[${id}] ?? 0) + 1); return ${test} })(${HOLDER})`;
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
 * Installs the functions that log and collect: they take what the parts of a log message, or expressions, give and hand the
 * finished message to the binding named `name`, which is then hidden from the program (a binding works on after its
 * global is deleted).
 *
 * @param summariser An expression for the function that shows values without running any code of the program.
 * @see CDP Runtime.addBinding, Runtime.evaluate
 */
export function logInstaller(name: string, summariser: string): string {
  return `(() => {
    const emit = globalThis[${JSON.stringify(name)}];
    delete globalThis[${JSON.stringify(name)}];
    const summarise = ${summariser};
    const limits = { depth: 0, maxChildren: 0, maxTextLength: 200, maxVariables: 0, maxMs: 20 };
    ${HOLDER}.collect = (${collector()})(emit, summarise);
    ${HOLDER}.log = (id, parts) => {
      let text = '';
      for (const part of parts) {
        if (typeof part === 'string') { text += part; continue; }
        try {
          const value = part();
          text += typeof value === 'string' ? value : summarise(['value', limits, [], 0, value]).node.v;
        } catch (error) {
          text += '<' + (error && error.name) + ': ' + (error && error.message) + '>';
        }
      }
      emit(JSON.stringify([id, text]));
    };
  })()`;
}
