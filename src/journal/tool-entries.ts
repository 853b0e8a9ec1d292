import type { SessionRef } from '../model/session-event.ts';
import type { ToolEvent } from '../model/tool-event.ts';
import { maskAnswerText, maskAnswerValue } from './answer-redaction.ts';
import { askedName, asksForEnvironment } from './asked-name.ts';
import type { JournalEntry } from './entries.ts';
import type { Sanitizer } from './sanitize.ts';
import { type EntryHead, sessionFields } from './session-entries.ts';

/** Characters of a text that are looked at; far fewer are kept. */
const MAX_TEXT_CHARS = 1_000;
/** A JSON text is looked at as a whole, or as text. */
const MAX_JSON_CHARS = 20_000;

/**
 * The entry that tells a call of a tool, or what came of it.
 *
 * @param callId Unique over servers.
 * @param session The session that the call is about, where that is known.
 */
export function toolEntry(
  head: EntryHead,
  callId: string,
  session: SessionRef | undefined,
  event: ToolEvent,
  sanitizer: Sanitizer,
): JournalEntry {
  const namespace = 'debug-mcp:tools' as const;
  const whose = { tool: event.tool, callId, ...(session && sessionFields(session)) };
  switch (event.kind) {
    case 'call':
      return {
        ...head,
        level: 'info',
        namespace,
        message: 'tool:call',
        ...whose,
        request: sanitizer.record(event.args),
      };
    case 'answer':
      return {
        ...head,
        level: 'info',
        namespace,
        message: 'tool:response',
        ...whose,
        success: true,
        duration: event.durationMs,
        response: sanitizer.record(answerOf(event)),
      };
    case 'failure':
      return {
        ...head,
        level: 'error',
        namespace,
        message: 'tool:error',
        ...whose,
        duration: event.durationMs,
        error: sanitizer.text(event.message),
      };
  }
}

/** What is structured, or the text: where there are both, they say the same. A text that is JSON is told as what it says. */
function answerOf({ args, text, structured }: Extract<ToolEvent, { kind: 'answer' }>): unknown {
  if (asksForEnvironment(args)) return { text: '[environment]' };
  const name = askedName(args);
  if (structured) return maskAnswerValue(structured, name);
  if (text === undefined) return {};
  if (text.startsWith('{') && text.length <= MAX_JSON_CHARS) {
    try {
      return maskAnswerValue(JSON.parse(text), name);
    } catch {
      // It only begins like JSON.
    }
  }
  return { text: maskAnswerText(text.slice(0, MAX_TEXT_CHARS), name) };
}
