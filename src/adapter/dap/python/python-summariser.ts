import { readFileSync } from 'node:fs';
import type { CollectedValue } from '../../../model/collected-value.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import type { LogPart } from '../log-message.ts';
import type { SummarisedValue, SummarisedVariable, Summariser, SummaryAnswer, SummaryQuestion } from '../summariser.ts';
import { debuggeeFile } from './debuggee-files.ts';

/**
 * Where the code lives in the debuggee: an attribute of one of the debugger's own modules, so that the program sees nothing of
 * it. That module is there in every process that debugpy debugs.
 */
const HOLDER = "__import__('sys').modules['_pydevd_bundle.pydevd_constants']";
const MODULE = `${HOLDER}.mcp_debugger`;

/** A node as summarise.py writes it: type, text, cut, count, reference, children, name. */
interface WireNode {
  readonly t: string;
  readonly v: string;
  readonly x?: 1;
  readonly n?: number;
  readonly r?: number;
  readonly c?: readonly WireNode[];
  readonly k?: string;
}

type WireAnswer =
  | { readonly a: 'value'; readonly node: WireNode }
  | { readonly a: 'variables'; readonly c: readonly WireNode[] }
  | { readonly a: 'thrown'; readonly name: string; readonly message: string; readonly node: WireNode }
  | { readonly a: 'timeout' | 'stale' | 'await' };

let source: string | undefined;

/** Describes Python values by summarise.py, which is sent into the debuggee as text. */
export const pythonSummariser: Summariser = {
  installation() {
    source ??= readFileSync(debuggeeFile('summarise.py'), 'utf8');
    // A JSON string of ASCII is a Python string, too.
    const text = asciiJson(source);
    const steps = [
      `m = __import__('types').ModuleType('mcp_debugger')`,
      `exec(compile(${text}, '<mcp-debugger>', 'exec'), m.__dict__)`,
      `${MODULE} = m`,
    ];
    return steps.join('\n');
  },
  // Twice: a character beyond the first plane must reach json.loads as the pair of escapes that it puts together.
  expression: (question, limits, stop) =>
    `${MODULE}.ask(${JSON.stringify(asciiJson(wireQuestion(question, limits, stop)))})`,
  decode,
  release: () => `${MODULE}.HELD.clear()`,
};

/** The expression that is true in the function of that name only, at its entry. */
export function isFunctionCondition(name: string): string {
  return `${MODULE}.is_function(${asciiJson(name)})`;
}

/**
 * The statement that assigns to a variable, or to a path below one. What is assigned to in an evaluation becomes a local for
 * debugpy, also where the function knows a variable of its module by that name; so that one is assigned to in its module.
 */
export function pythonAssignment(name: string, expression: string): string {
  const local = `${name} = (${expression}\n)`;
  if (!/^[^\W\d]\w*$/u.test(name.trim())) return local;
  const [frame, text] = [`${MODULE}.asking_frame()`, asciiJson(name.trim())];
  return `if ${text} in ${frame}.f_locals: ${local}\nelse: ${frame}.f_globals[${text}] = (${expression}\n)`;
}

/** The expression that tells where a running thread is; debugpy itself answers that question only after half a second. */
export function whereaboutsQuestion(dapThreadId: number): string {
  return `${MODULE}.whereabouts(${dapThreadId})`;
}

/** Reads what {@link whereaboutsQuestion} gave. */
export function whereaboutsAnswer(result: string): SourceLocation | undefined {
  try {
    const place = JSON.parse(result) as { path: string; line: number } | null;
    return place === null ? undefined : { ...place, column: 1 };
  } catch {
    return undefined;
  }
}

/** A log message in which debugpy evaluates one call: an expression that throws must not take the rest of the text with it. */
export function pythonLogMessage(parts: readonly LogPart[]): string {
  const pairs = parts.map(({ kind, text }) => [kind, text]);
  return `{${MODULE}.log(${bracelessJson(pairs)})}`;
}

/** A log message that puts out the values of expressions as JSON. */
export function pythonCollectMessage(expressions: readonly string[]): string {
  return `{${MODULE}.collect(${bracelessJson(expressions)})}`;
}

/** Reads what {@link pythonCollectMessage} put out. */
export function pythonCollected(text: string): { dapThreadId: number; values: CollectedValue[] } | undefined {
  try {
    const { thread, values } = JSON.parse(text) as { thread: number; values: WireCollected[] };
    return { dapThreadId: thread, values: values.map(toCollected) };
  } catch {
    return undefined;
  }
}

type WireCollected =
  | { readonly thrown: string }
  | { readonly type: string; readonly json?: unknown; readonly description?: string };

function toCollected(wire: WireCollected): CollectedValue {
  return 'thrown' in wire ? { kind: 'thrown', message: wire.thrown } : { kind: 'value', ...wire };
}

/** A Python string of JSON, without the braces that would end the expression which it stands in. */
function bracelessJson(value: unknown): string {
  return JSON.stringify(asciiJson(value)).replaceAll('{', '\u007b').replaceAll('}', '\u007d');
}

function wireQuestion(question: SummaryQuestion, limits: ValueLimits, stop: number) {
  const { depth, maxChildren: children, maxTextLength: text } = limits;
  const bounds = { limits: { depth, children, text }, stop };
  if (question.kind === 'value') {
    const { expression, timeoutMs } = question;
    return {
      kind: 'evaluate',
      text: expression,
      seconds: timeoutMs === undefined ? null : timeoutMs / 1_000,
      ...bounds,
    };
  }
  return { ...question, ...bounds };
}

/** pydevd replaces `@LINE@` in what it evaluates, and reads its input in an encoding of its own: nothing of either is left. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('@', '\\u0040')
    .replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function decode(result: string): SummaryAnswer | undefined {
  const answer = parsed(result);
  switch (answer?.a) {
    case 'value':
      return { kind: 'value', value: toValue(answer.node) };
    case 'variables':
      return { kind: 'variables', variables: answer.c.map(toVariable) };
    case 'thrown':
      return { kind: 'thrown', name: answer.name, message: answer.message, value: toValue(answer.node) };
    case 'timeout':
      return { kind: 'timeout' };
    case 'stale':
      return { kind: 'stale' };
    default:
      return undefined;
  }
}

function parsed(result: string): WireAnswer | undefined {
  try {
    return JSON.parse(result) as WireAnswer;
  } catch {
    return undefined;
  }
}

function toValue({ t, v, x, n, r, c }: WireNode): SummarisedValue {
  return { type: t, text: v, reference: r ?? 0, childCount: n, cut: x === 1, children: c?.map(toVariable) };
}

function toVariable(node: WireNode): SummarisedVariable {
  return { name: node.k ?? '', ...toValue(node) };
}
