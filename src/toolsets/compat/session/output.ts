import * as z from 'zod/v4';
import { LOOKS_ONLY } from '../../annotations.ts';
import { integer, optional } from '../../schema.ts';
import { defineTool } from '../../tool.ts';
import { success } from './answer.ts';
import { type Context, sessionIdArgument } from './common.ts';
import { sessionOf } from './profile.ts';

export const getOutput = defineTool({
  name: 'get_output',
  title: 'Program output',
  description: 'Get what the program wrote to stdout and stderr.',
  annotations: LOOKS_ONLY,
  schema: z.strictObject({
    sessionId: sessionIdArgument,
    maxChars: optional(integer({ min: 1, max: 100_000 })).describe('From the end; default 4000'),
  }),
  async handler({ sessionId, maxChars = 4_000 }, { engine }: Context) {
    const { chunks, omittedChars } = sessionOf(engine, sessionId).output.since(0, maxChars);
    const output = chunks.map(({ category, text }) => ({ category, text }));
    return success({ output, count: output.length, ...(omittedChars > 0 ? { truncated: true } : {}) });
  },
});
