import * as z from 'zod/v4';
import type { EvaluateOutcome } from '../../../model/evaluate-outcome.ts';
import { RUNS_PROGRAM } from '../../annotations.ts';
import { integer, optional, text } from '../../schema.ts';
import { defineTool, type ToolAnswer } from '../../tool.ts';
import { noSuccess, success } from './answer.ts';
import { type Context, looked, sessionIdArgument, settledSession, VALUE_LIMITS } from './common.ts';
import { frameIndex } from './frames.ts';
import { thrownText } from './language-words.ts';

const EVALUATE_TIMEOUT_MS = 5_000;

export const evaluateExpression = defineTool({
  name: 'evaluate_expression',
  title: 'Evaluate',
  description: 'Evaluate an expression where the program is paused. It may change the program.',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    expression: text(),
    frameId: optional(integer({ min: 0 })).describe('Default: the current frame'),
  }),
  async handler({ sessionId, expression, frameId }, context: Context) {
    const session = await settledSession(context, sessionId);
    const { signal } = context;
    const index = frameId === undefined ? undefined : await frameIndex(session, frameId, { signal });
    const request = { expression, frameIndex: index, readOnly: false, ...VALUE_LIMITS };
    const outcome = await looked(session, ({ inspection }) =>
      inspection.evaluate(request, { timeoutMs: EVALUATE_TIMEOUT_MS, signal }),
    );
    return answerOf(outcome);
  },
});

function answerOf(outcome: EvaluateOutcome): ToolAnswer {
  switch (outcome.kind) {
    case 'value': {
      const { value, type, variablesReference } = outcome;
      return success({ result: value, type, variablesReference, presentationHint: {} });
    }
    case 'thrown':
      return noSuccess({ error: thrownText(outcome.exception) });
    case 'timeout':
      return noSuccess({ error: `Evaluation timed out after ${outcome.timeoutMs} ms` });
    case 'side-effect':
      return noSuccess({ error: outcome.message });
  }
}
