import type { SessionRef } from '../model/session-event.ts';
import type { ToolEvent } from '../model/tool-event.ts';
import type { JournalEntry } from './entries.ts';
import type { Sanitizer } from './sanitize.ts';
import { type EntryHead, sessionFields } from './session-entries.ts';

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
function answerOf({ text, structured }: Extract<ToolEvent, { kind: 'answer' }>): unknown {
  if (structured) return structured;
  if (text === undefined) return {};
  if (!text.startsWith('{')) return { text };
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
