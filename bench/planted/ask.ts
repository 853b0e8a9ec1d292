import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Server } from '../server.ts';

/** The cost of calls and answers for a model. */
export interface Cost {
  readonly calls: number;
  readonly tokens: number;
}

/** An answer, and what it and the call cost. */
export interface Asked {
  readonly text: string;
  readonly tokens: number;
}

/** Calls a tool; counted are its name, its arguments and the text of its answer. */
export async function ask(server: Server, name: string, args: object): Promise<Asked> {
  const result = await server.request('tools/call', { name, arguments: args });
  const text = textOf(result);
  return { text, tokens: countTokens(JSON.stringify({ name, arguments: args })) + countTokens(text) };
}

/** The text of an answer, which is made of parts. */
function textOf(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('content' in result) || !Array.isArray(result.content))
    return '';
  const parts: readonly unknown[] = result.content;
  return parts
    .flatMap((part) => (typeof part === 'object' && part !== null && 'text' in part ? [String(part.text)] : []))
    .join('\n');
}
