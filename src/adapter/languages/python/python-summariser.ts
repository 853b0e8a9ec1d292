import { isAbsolute, join, relative } from 'node:path';
import type { DapThreadId } from '../../../dap/ids.ts';
import type { ConditionTally } from '../../../model/breakpoints/condition-tally.ts';
import { hitsOf } from '../../../model/breakpoints/hit-condition.ts';
import type { CollectedValue } from '../../../model/collected-value.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { ExceptionFate, RelatedException } from '../../../model/stop-outcome.ts';
import type { CountedCondition, FollowQuestions } from '../../dap/recipe/adapter-quirks.ts';
import type {
  DebuggeeSummariser,
  KnownCall,
  SummarisedValue,
  SummarisedVariable,
  SummaryAnswer,
  SummaryQuestion,
} from '../../dap/recipe/value-questions.ts';
import type { PathMapping, ValueLimits } from '../../debug-adapter.ts';
import type { CallState } from '../../followed-call.ts';
import type { LogPart } from '../../log-message.ts';
import { jsonInText } from './answer-in-text.ts';
import { modulePaths, moduleTexts, SUMMARISER_MODULES } from './debuggee-files.ts';
import { installModule, moduleNamed } from './install-module.ts';
import { asciiJson } from './python-literals.ts';

const NAME = 'mcp_debugger';
const MODULE = moduleNamed(NAME);

/** A name that begins with `__` in the text of a class, as Python keeps it: `_Order__total`. */
const PRIVATE_NAME = /^_[^_].*?(__(?!.*__$).+)$/;

/** A node as answer_questions.py writes it: type, text, cut, count, number under which it is held, children, name; at the throw. */
interface WireNode {
  readonly t: string;
  readonly v: string;
  readonly x?: 1;
  readonly n?: number;
  readonly h?: number;
  readonly c?: readonly WireNode[];
  readonly k?: string;
  /** Type and text of a variable when the exception of the stop was thrown; null if it was not there. */
  readonly w?: readonly [type: string, text: string] | null;
}

type WireAnswer =
  | { readonly a: 'value'; readonly node: WireNode }
  | { readonly a: 'variables'; readonly c: readonly WireNode[]; readonly b?: boolean; readonly f?: number | null }
  | WireThrown
  | { readonly a: 'timeout' | 'stale' };

interface WireThrown {
  readonly a: 'thrown';
  readonly name: string;
  readonly message: string;
  /** Python's own traceback of the exception; null and left out if nothing was called. */
  readonly trace?: string | null;
  readonly node: WireNode;
}

/** Describes Python values by code of ours that runs in the debuggee. */
export const pythonSummariser: DebuggeeSummariser = {
  installations: () => [fromFile, fromText],
  // Twice: a character beyond the first plane must reach json.loads as the pair of escapes that it puts together.
  expression: (question, limits, stop) =>
    `${MODULE}.ask(${JSON.stringify(asciiJson(wireQuestion(question, limits, stop)))})`,
  decode,
  ending: () => `${MODULE}.end_evaluations()`,
  release: () => `${MODULE}.HELD.clear()`,
};

/** Python keeps what it has compiled beside the files, where it may: half of the time of a first stop's inspection. */
function fromFile(): string {
  return installModule(NAME, { module: 'questions', paths: modulePaths(SUMMARISER_MODULES) });
}

/** For a debuggee that does not see our files: on another machine, in a container. */
function fromText(): string {
  return installModule(NAME, { module: 'questions', texts: moduleTexts(SUMMARISER_MODULES) });
}

/** Has the debuggee report when it loads a file; what it says now, {@link pythonIsLoaded} reads. */
export function pythonWatchFile(path: string, first: Readonly<Record<string, unknown>>): string {
  return `${MODULE}.watch_file(${asciiJson(remotePath(path, first))}, ${asciiJson(path)})`;
}

/** The debuggee's path of a file of ours. */
function remotePath(path: string, { pathMappings }: { readonly pathMappings?: unknown }): string {
  const mappings = Array.isArray(pathMappings) ? (pathMappings as readonly PathMapping[]) : [];
  for (const { localRoot, remoteRoot } of mappings) {
    const inside = relative(localRoot, path);
    if (!inside.startsWith('..') && !isAbsolute(inside)) return join(remoteRoot, inside);
  }
  return path;
}

export function pythonIsLoaded(result: string): boolean {
  return result === 'True';
}

/** The expression that is true in the function of that name only, at its entry. */
export function isFunctionCondition(name: string): string {
  return `${MODULE}.is_function(${asciiJson(name)})`;
}

/** The expression that parses only where a name can be assigned to: a loop variable can be whatever an assignment can. */
export function pythonAssignable(name: string): string {
  return `[0 for ${name.trim()} in ()]`;
}

/**
 * The statement that assigns to a variable, or to a path below one. What is assigned to in an evaluation becomes a local for
 * debugpy, also where the function knows a variable of its module by that name; so that one is assigned to in its module.
 */
export function pythonAssignment(name: string, expression: string): string {
  const local = `${name} = (${expression}\n)`;
  if (!/^[^\W\d]\w*$/u.test(name.trim())) return local;
  const [frame, text] = [`${MODULE}.asking_frame()`, asciiJson(name.trim())];
  const refused = `raise NameError(${asciiJson(`${name.trim()} is neither a variable of the call nor one of its module`)})`;
  return [
    `if ${text} in ${frame}.f_locals: ${local}`,
    `elif ${text} in ${frame}.f_globals: ${frame}.f_globals[${text}] = (${expression}\n)`,
    `else: ${refused}`,
  ].join('\n');
}

/** The name that `multiprocessing` gives the process, or the function that it was started for; empty for others. */
export const PROCESS_NAME_QUESTION = `${MODULE}.process_name()`;

/** The expression that says where a running thread is; debugpy itself answers that question only after half a second. */
export function whereaboutsQuestion(dapThreadId: DapThreadId): string {
  return `${MODULE}.whereabouts(${dapThreadId})`;
}

/** The expression that has threads stand where they have stopped while another one makes its next step. */
export function pythonKeepStopped(dapThreadIds: readonly DapThreadId[]): string {
  return `${MODULE}.keep([${dapThreadIds}])`;
}

/** The report of followed_calls.py: the state of a call, and what it returned or threw. */
interface WireEnd {
  readonly how: CallState['kind'];
  readonly type?: string;
  readonly text?: string;
}

export const pythonFollow: FollowQuestions = {
  begin: (number) => `${MODULE}.follow(${number}, ${MODULE}.asking_frame())`,
  leave: (number) => `${MODULE}.forget(${number})`,
  readState(answer) {
    const [kind] = /\b(?:runs|waits|closed|unseen)\b/.exec(answer) ?? [];
    return kind === undefined ? undefined : { kind: kind as 'runs' | 'waits' | 'closed' | 'unseen' };
  },
  readEnd(text) {
    const { how, type, text: value } = JSON.parse(text) as WireEnd;
    if (how !== 'returned' && how !== 'threw') return { kind: how };
    return { kind: how, value: type === undefined || value === undefined ? undefined : { type, value } };
  },
};

/** Reads what {@link whereaboutsQuestion} gave: the place itself, or a traceback that ends with it. */
export function whereaboutsAnswer(answer: string): SourceLocation | undefined {
  try {
    return { ...(jsonInText(answer, '{"path": ') as { path: string; line: number }), column: 1 };
  } catch {
    return undefined;
  }
}

/** The expression that says what is related to the exception that a thread stopped at. */
export function relatedExceptionsQuestion(dapThreadId: DapThreadId): string {
  return `${MODULE}.related(${dapThreadId})`;
}

/** The expression that says who catches the exception that a thread stopped at, or, of an uncaught one, which code has run since. */
export function exceptionFateQuestion(dapThreadId: DapThreadId, isUncaught: boolean): string {
  return `${MODULE}.${isUncaught ? 'cleanup' : 'fate'}_at_stop(${dapThreadId})`;
}

/** As exception_causes.py writes it. */
type WireFate =
  | { readonly fate: readonly ['caught', path: string, line: number] | readonly ['caught' | 'uncaught' | 'undecided'] }
  | { readonly cleanup: readonly (readonly [path: string, first: number, last: number])[]; readonly recorded: boolean };

/** Reads what {@link exceptionFateQuestion} gave: the answer itself, or a traceback that ends with it. */
export function exceptionFate(answer: string): ExceptionFate | undefined {
  try {
    const found = jsonInText(answer, '{"') as WireFate;
    if ('cleanup' in found) return cleanupOf(found);
    const [word, path, line] = found.fate;
    if (word === 'undecided') return { uncaught: false, undecided: 'handlers' };
    if (path === undefined || line === undefined) return { uncaught: word === 'uncaught' };
    return { uncaught: false, caughtAt: { path, line, column: 1 } };
  } catch {
    return undefined;
  }
}

function cleanupOf({ cleanup, recorded }: Extract<WireFate, { cleanup: unknown }>): ExceptionFate {
  const ran = cleanup.map(([path, first, last]) => ({ path, first, last }));
  return ran.length === 0 ? {} : { cleanup: { ran, isRecorded: recorded } };
}

/** As exception_causes.py writes it. */
interface WireRelated {
  readonly relation: RelatedException['relation'];
  readonly depth: number;
  readonly name: string;
  readonly message: string;
  readonly place?: { readonly path: string; readonly line: number; readonly function: string };
}

/** Reads what {@link relatedExceptionsQuestion} gave: the list itself, or a traceback that ends with it. */
export function relatedExceptions(answer: string): readonly RelatedException[] {
  try {
    const found = jsonInText(answer, '[{"relation": ', ']') as readonly WireRelated[];
    return found.map(({ place, ...each }) =>
      place === undefined
        ? each
        : { ...each, location: { path: place.path, line: place.line, column: 1 }, functionName: place.function },
    );
  } catch {
    return [];
  }
}

/**
 * A condition that Python can evaluate as it is, with what it stands for in a comment: code of ours reads it, and decides and counts. Where that
 * code is not, the condition is all.
 */
export function pythonCountedCondition(gates: readonly CountedCondition[]): string {
  const texts = gates.map(({ functions, condition }) =>
    [functions?.condition, condition].flatMap((each) => (each === undefined ? [] : `(${each}\n)`)).join(' and '),
  );
  const bare = texts.includes('') ? 'True' : texts.join(' or ');
  return `(${bare})\n# mcp-debugger: ${asciiJson(gates.map(wireGate))}`;
}

function wireGate(gate: CountedCondition) {
  const { id, functions, condition } = gate;
  const hit = hitsOf(gate);
  return { id, functions, condition, ...(hit && { operator: hit.operator, wanted: hit.count }) };
}

/** Reads what such a condition puts out. */
export function pythonTally(text: string): ConditionTally | undefined {
  try {
    return JSON.parse(text) as ConditionTally;
  } catch {
    return undefined;
  }
}

/** A log message as code of ours reads it in the debuggee. To debugpy it is a text without expressions. */
export function pythonLogMessage(parts: readonly LogPart[]): string {
  return bracelessJson(
    parts.map(({ kind, text }) => (kind === 'text' ? [kind, text, ''] : [kind, text.trim(), pythonFormatted(text)])),
  );
}

/** The field of an f-string as an expression: `price:.2f`, `name!r`, `total=`. */
export function pythonFormatted(text: string): string {
  const quotes = text.includes('"""') ? "'''" : '"""';
  return `f${quotes}{${text}}${quotes}`;
}

/** A log message that puts out the values of expressions as JSON, likewise. */
export function pythonCollectMessage(expressions: readonly string[]): string {
  return bracelessJson(expressions);
}

/** Reads what {@link pythonCollectMessage} put out. */
export function pythonCollected(text: string): { dapThreadId: DapThreadId; values: CollectedValue[] } | undefined {
  try {
    const { thread, values } = JSON.parse(text) as { thread: number; values: WireCollected[] };
    return { dapThreadId: thread, values: values.map(toCollected) };
  } catch {
    return undefined;
  }
}

type WireCollected =
  | { readonly thrown: string }
  | { readonly type: string; readonly json?: unknown; readonly description?: string; readonly text?: string };

function toCollected(wire: WireCollected): CollectedValue {
  return 'thrown' in wire ? { kind: 'thrown', message: wire.thrown } : { kind: 'value', ...wire };
}

/** JSON of texts without the braces that begin expressions. */
function bracelessJson(value: unknown): string {
  return asciiJson(value).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');
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

function decode(result: string): SummaryAnswer | undefined {
  const answer = parsed(result);
  switch (answer?.a) {
    case 'value':
      return { kind: 'value', value: toValue(answer.node) };
    case 'variables':
      return { kind: 'variables', variables: answer.c.map(toVariable), call: callOf(answer) };
    case 'thrown': {
      const { name, message, trace } = answer;
      return { kind: 'thrown', name, message, trace: trace ?? undefined, value: toValue(answer.node) };
    }
    case 'timeout':
      return { kind: 'timeout' };
    case 'stale':
      return { kind: 'stale' };
    default:
      return undefined;
  }
}

function callOf({ b: mayBegin, f: followed }: Extract<WireAnswer, { a: 'variables' }>): KnownCall {
  return { mayBegin, followed: followed ?? undefined };
}

function parsed(result: string): WireAnswer | undefined {
  try {
    return JSON.parse(result) as WireAnswer;
  } catch {
    return undefined;
  }
}

function toValue({ t, v, x, n, h, c }: WireNode): SummarisedValue {
  return { type: t, text: v, held: h, childCount: n, cut: x === 1, children: c?.map(toVariable) };
}

function toVariable(node: WireNode): SummarisedVariable {
  const { k: name = '' } = node;
  const [, sourceName] = PRIVATE_NAME.exec(name) ?? [];
  // A key of a dictionary that is a text has its quotes.
  return { name, sourceName, isElement: /^\[\d+\]$/.test(name), ...toValue(node), thrown: node.w };
}
