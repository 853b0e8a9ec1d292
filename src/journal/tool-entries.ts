import type { SessionRef } from '../model/session-event.ts';
import type { ToolEvent } from '../model/tool-event.ts';
import { maskAnswerText, maskAnswerValue } from '../redaction/answer-redaction.ts';
import { askedName, asksForEnvironment } from '../redaction/asked-name.ts';
import type { EntryBody } from './entry-line.ts';
import type { Sanitizer } from './sanitize.ts';

/** Characters of a text that are looked at; far fewer are kept. */
const MAX_TEXT_CHARS = 1_000;
/** A JSON text is looked at as a whole, or as text. */
const MAX_JSON_CHARS = 20_000;

/**
 * The entry that records a call of a tool, or what came of it.
 *
 * @param callId Unique over servers.
 * @param session The session that the call is about, where that is known.
 */
export function toolEntry(
  callId: string,
  session: SessionRef | undefined,
  event: ToolEvent,
  sanitizer: Sanitizer,
): EntryBody {
  const namespace = 'debug-mcp:tools' as const;
  // A tool that does not exist has whatever name the client gave.
  const tool = sanitizer.text(event.tool);
  const sessionId = session?.uuid;
  const sessionName = session?.name;
  switch (event.kind) {
    case 'call':
      return {
        level: 'info',
        namespace,
        message: 'tool:call',
        tool,
        callId,
        sessionId,
        sessionName,
        request: sanitizer.record(event.args),
      };
    case 'answer':
      return {
        level: 'info',
        namespace,
        message: 'tool:response',
        tool,
        callId,
        sessionId,
        sessionName,
        success: true,
        duration: event.durationMs,
        response: responseOf(event, sanitizer),
      };
    case 'failure':
      return {
        level: 'error',
        namespace,
        message: 'tool:error',
        tool,
        callId,
        sessionId,
        sessionName,
        duration: event.durationMs,
        error: sanitizer.text(event.message),
      };
  }
}

/**
 * The structured answer, or the text: if an answer has both, they say the same. A text that is JSON is recorded as the value it
 * stands for.
 */
function responseOf(
  { args, text, structured }: Extract<ToolEvent, { kind: 'answer' }>,
  sanitizer: Sanitizer,
): Readonly<Record<string, unknown>> {
  if (asksForEnvironment(args)) return { text: '[environment]' };
  const name = askedName(args);
  if (structured) return sanitizer.record(maskAnswerValue(structured, name));
  if (text === undefined) return {};
  if (text.startsWith('{') && text.length <= MAX_JSON_CHARS) {
    try {
      return sanitizer.record(maskAnswerValue(JSON.parse(text), name));
    } catch {
      // It only begins like JSON.
    }
  }
  return { text: sanitizer.short(maskAnswerText(text.slice(0, MAX_TEXT_CHARS), name)) };
}
