import * as z from 'zod/v4';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { type ScriptHits, scriptHits } from '../../../investigate/probe/script-hits.ts';
import type { CollectedValue } from '../../../model/collected-value.ts';
import { integer, text } from '../../schema.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../../tool.ts';
import { launchOf } from './command.ts';
import { scriptError } from './failure.ts';

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
    timeout: integer({ min: 1, max: MAX_TIMEOUT_MS }).describe('Milliseconds for the whole run'),
  }),
  outputSchema: z.object({
    results: z.array(result).optional(),
    timedOut: z
      .literal(true)
      .optional()
      .describe('The process was ended at the timeout; these are the hits until then'),
    truncated: z.literal(true).optional().describe('The process was ended because more hits cannot be kept'),
    error: z.string().optional(),
    reason: z.string().optional().describe('Why the breakpoint was not hit'),
    stderr: z.string().optional(),
  }),
  async handler({ command, breakpoint, expression, timeout }, { engine, signal, progress }: ToolContext<DebugEngine>) {
    const launch = launchOf(command, engine.cwd);
    const target = { kind: 'line', path: engine.resolvePath(breakpoint.file), line: breakpoint.line } as const;
    progress(`running ${command}`);
    const run = { launch, language: undefined, breakpoint: { target, collect: [expression] } };
    return answerOf(await scriptHits(engine, run, { timeoutMs: timeout, signal }), timeout);
  },
});

function answerOf({ hits, breakpoint, end }: ScriptHits, timeoutMs: number): ToolAnswer {
  const timedOut = `Timeout waiting for breakpoint after ${timeoutMs}ms`;
  if (hits.length > 0) {
    const results = hits.flatMap(({ values }) => values.map(resultOf));
    if (end.kind === 'timeout') {
      const text = `${timedOut}; the process was ended, with ${results.length} hits until then.`;
      return { text, structured: { results, timedOut: true } };
    }
    if (end.kind === 'full') {
      const text = `The process was ended after ${results.length} hits, because more cannot be kept.`;
      return { text, structured: { results, truncated: true } };
    }
    return { structured: { results } };
  }
  if (end.kind !== 'exited') return scriptError(timedOut);
  const errors = end.errors.trim();
  return scriptError('Process exited before breakpoint was hit', {
    ...reasonOf(breakpoint.state),
    ...(errors === '' ? {} : { stderr: errors }),
  });
}

/** Only where the breakpoint itself is at fault: a line that was not reached says nothing more. */
function reasonOf(state: ScriptHits['breakpoint']['state']): { reason?: string } {
  if (state.kind !== 'verified') return { reason: state.reason };
  return {};
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
