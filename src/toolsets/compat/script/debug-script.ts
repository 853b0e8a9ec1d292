import * as z from 'zod/v4';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { type ScriptHits, scriptHits } from '../../../investigate/probe/script-hits.ts';
import type { CollectedValue } from '../../../model/collected-value.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { integer, number, text } from '../../schema.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../../tool.ts';
import { launchOf } from './command.ts';
import { adviceOf, isEnd, scriptError } from './failure.ts';

/** Longest run of one call. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const result = z.strictObject({
  type: z
    .string()
    .describe(
      'The word of its language for the value, as typeof gives it in JavaScript; "error" when evaluating it threw',
    ),
  value: z.unknown().optional().describe('The value, whole, where it has a JSON form'),
  description: z.string().optional().describe('The value in one line, where JSON cannot carry it'),
  error: z.string().optional().describe('What the expression threw'),
});

export const debugScript = defineTool({
  name: 'debug-script',
  title: 'Record an expression at a line',
  description:
    'Run a command (Node.js, Python) and record the value of an expression each time a line is reached: one call, no session. Answers with all values in order when the program has ended.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  schema: z.strictObject({
    command: text().describe('With its inspector port: "node --inspect-brk=9229 ./app.js"'),
    breakpoint: z.strictObject({
      file: text(),
      line: integer({ min: 1 }).describe('1-based'),
    }),
    expression: text().describe('Evaluated where the breakpoint stands; sees local variables'),
    timeout: number({ min: 1, max: MAX_TIMEOUT_MS }).describe('Milliseconds for the whole run'),
  }),
  outputSchema: z.object({
    results: z.array(result).optional(),
    timedOut: z
      .literal(true)
      .optional()
      .describe('The process was ended at the timeout; these are the hits until then'),
    truncated: z.literal(true).optional().describe('The process was ended because more hits cannot be kept'),
    error: z.string().optional(),
  }),
  async handler({ command, breakpoint, expression, timeout }, { engine, signal, progress }: ToolContext<DebugEngine>) {
    const launch = launchOf(command, engine.cwd);
    const target = { kind: 'line', path: engine.resolvePath(breakpoint.file), line: breakpoint.line } as const;
    progress(`running ${command}`);
    const run = { launch, language: undefined, breakpoint: { target, collect: [expression] } };
    try {
      return answerOf(await scriptHits(engine, run, { timeoutMs: Math.ceil(timeout), signal }), timeout, breakpoint);
    } catch (thrown) {
      if (thrown instanceof DebugError && isEnd(thrown)) return scriptError(EXITED, adviceOf(thrown));
      throw thrown;
    }
  },
});

/** The document's two errors: clients compare them. */
const EXITED = 'Process exited before breakpoint was hit';
const timedOutText = (timeoutMs: number) => `Timeout waiting for breakpoint after ${timeoutMs}ms`;

interface Place {
  readonly file: string;
  readonly line: number;
}

function answerOf({ hits, breakpoint, end }: ScriptHits, timeoutMs: number, place: Place): ToolAnswer {
  if (hits.length > 0) {
    const results = hits.flatMap(({ values }) => values.map(resultOf));
    if (end.kind === 'timeout') {
      const text = `${timedOutText(timeoutMs)}; the process was ended, with ${results.length} hits until then.`;
      return { text, structured: { results, timedOut: true } };
    }
    if (end.kind === 'full') {
      const text = `The process was ended after ${results.length} hits, because more cannot be kept.`;
      return { text, structured: { results, truncated: true } };
    }
    return { structured: { results } };
  }
  const { state } = breakpoint;
  const reason = reasonOf(state, place);
  // A file that is not loaded yet may be loaded later.
  if (end.kind !== 'exited') return scriptError(timedOutText(timeoutMs), state.kind === 'rejected' ? reason : '');
  const errors = end.errors.trim();
  return scriptError(EXITED, [reason, exitText(end), errors].filter((line) => line !== '').join('\n'));
}

/** Only if the breakpoint itself is at fault: of a line that was not reached there is nothing more to say. */
function reasonOf(state: ScriptHits['breakpoint']['state'], { file, line }: Place): string {
  return state.kind === 'verified' ? '' : `The breakpoint at ${file}:${line} was not hit: ${state.reason}.`;
}

function exitText({ exitCode, errors }: Extract<ScriptHits['end'], { kind: 'exited' }>): string {
  if (exitCode === 0 && errors.trim() === '') return '';
  const how = exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`;
  return `The process ended (${how})${errors.trim() === '' ? '.' : ', and wrote to stderr:'}`;
}

function resultOf(value: CollectedValue): z.output<typeof result> {
  if (value.kind === 'thrown') return { type: 'error', error: value.message };
  const { type, json, description } = value;
  return {
    type,
    ...('json' in value ? { value: json } : {}),
    ...(description === undefined ? {} : { description }),
  };
}
