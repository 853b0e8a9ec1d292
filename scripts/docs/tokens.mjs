// Prints what the tools cost a model on every turn: node scripts/docs/tokens.mjs
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { listedTools } from './listed-tools.mjs';

/** Tokens of a value's JSON in o200k_base, the encoding that can be had without a network. */
export function tokensOf(value) {
  return countTokens(JSON.stringify(value));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [toolset, { instructions, tools }] of Object.entries(await listedTools())) {
    console.log(`--toolset ${toolset}`);
    for (const tool of tools) console.log(String(tokensOf(tool)).padStart(6), tool.name);
    console.log(String(tokensOf(instructions)).padStart(6), '(instructions)');
    console.log(String(tokensOf({ tools })).padStart(6), 'tools/list in all');
  }
}
