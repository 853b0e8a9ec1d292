import * as z from 'zod/v4';
import { renderOutput } from '../../../render/output.ts';
import { oneLine } from '../../../render/plain-text.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { whenAnswered } from '../../../session/input/answer-to-input.ts';
import { promptOf } from '../../../session/input/prompt.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { boolean, integer, optional } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { type Context, outcomeText, sessionArgument } from '../common.ts';

const DEFAULT_CHARS = 4_000;
const MAX_CHARS = 100_000;
const MAX_PROMPT_CHARS = 200;

export const debugOutput = defineTool({
  name: 'debug_output',
  title: 'Program output',
  description: 'Get what the program wrote: stdout, stderr, log breakpoints; or write to its stdin.',
  annotations: { ...RUNS_PROGRAM, destructiveHint: false },
  schema: z.strictObject({
    chars: optional(integer({ min: 1, max: MAX_CHARS })).describe('From the end; default 4000'),
    write: optional(z.string()),
    end: optional(boolean()),
    session: sessionArgument,
  }),
  async handler({ write, end = false, chars = DEFAULT_CHARS, session: name }, context: Context) {
    const session = context.engine.sessions.get(name);
    if (write !== undefined || end)
      return { text: await writtenText(session, { text: write ?? '', end }, chars, context) };
    const output = session.output.since(0, chars);
    return { text: renderOutput(output, { cwd: session.cwd, budgetTokens: chars, more: moreOf(session, chars) }) };
  },
});

/** The call that shows what came before the characters that were asked for; undefined where no call shows more of it. */
function moreOf({ output }: DebugSession, chars: number): string | undefined {
  const more = Math.min(output.length, MAX_CHARS);
  return more > chars ? `debug_output with chars ${more}` : undefined;
}

/** Writes input and shows the program's reaction: its output until it is quiet, its stop, or its end. */
async function writtenText(
  session: DebugSession,
  write: { readonly text: string; readonly end: boolean },
  chars: number,
  context: Context,
): Promise<string> {
  // What it printed before is no answer to this; a prompt that stood there is what is answered.
  const outputEnd = session.output.end;
  const isStopped = session.state.kind === 'stopped';
  session.writeInput(write);
  const wrote = writtenWords(write);
  if (isStopped) return `${wrote} The program is stopped: it reads this when it goes on (debug_continue).`;
  const { request } = session;
  const typed = request.kind === 'launch' && request.tty ? write.text : '';
  const isRunning = await whenAnswered(session, { outputEnd, typed }, { signal: context.signal });
  if (!isRunning) return `${wrote}\n${await outcomeText(session, await session.waitForStop(), context)}`;
  const shown = { cwd: session.cwd, budgetTokens: chars, more: moreOf(session, chars) };
  const output = renderOutput(session.takeOutput(chars), shown);
  // Where it has written nothing since, the prompt is the one that this answers.
  const prompt = session.output.end > outputEnd ? promptOf(session.output) : undefined;
  return [wrote, output, ...(prompt === undefined ? [] : [`Prompt: ${oneLine(prompt, MAX_PROMPT_CHARS)}`])].join('\n');
}

function writtenWords({ text, end }: { readonly text: string; readonly end: boolean }): string {
  const ended = end ? 'ended its input' : '';
  const wrote = text === '' ? '' : `wrote ${text.length} ${text.length === 1 ? 'character' : 'characters'}`;
  const words = [wrote, ended].filter((each) => each !== '').join(' and ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
