import { maskAnswerText, maskAnswerValue } from '../redaction/answer-redaction.ts';
import { askedName } from '../redaction/asked-name.ts';
import { isRecord } from '../redaction/json.ts';
import type { ToolAnswer } from '../toolsets/tool.ts';
import type { CallOutcome } from './call-outcome.ts';

/** Masks secrets in what a caller gets, as docs/redaction.md says. An outcome without one is returned as it was. */
export function maskOutcome(outcome: CallOutcome, args: unknown): CallOutcome {
  const name = askedName(args);
  if (outcome.kind === 'rejected') return { ...outcome, message: maskAnswerText(outcome.message, name) };
  return { kind: 'answered', answer: maskAnswer(outcome.answer, name) };
}

function maskAnswer(answer: ToolAnswer, name: string | undefined): ToolAnswer {
  const { text, help, structured } = answer;
  const masked = structured && maskAnswerValue(structured, name);
  return {
    ...answer,
    ...(text !== undefined && { text: maskAnswerText(text, name) }),
    ...(help !== undefined && { help: maskAnswerText(help, name) }),
    ...(isRecord(masked) && { structured: masked }),
  };
}
