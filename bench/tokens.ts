import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Measurement } from './bench.ts';
import { seriesOf } from './samples.ts';
import { Server } from './server.ts';

/** The cost of the list of tools for a model on every turn. */
export const tokens: Measurement = {
  name: 'tokens',
  counted: 'the result of tools/list as JSON, in o200k_base.',
  run: async (bench) => {
    const server = await Server.start(bench);
    try {
      const listed = await server.request('tools/list', {});
      const count = countTokens(JSON.stringify(listed));
      return [{ name: 'tools/list', unit: 'tokens', target: { atMost: 3_600 }, server: seriesOf([count]) }];
    } finally {
      await server.close();
    }
  },
};
