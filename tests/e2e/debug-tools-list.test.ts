import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { startServer } from '../support/mcp-client.ts';

const NAMES =
  `debug_launch debug_trace debug_probe debug_test debug_breakpoint debug_continue debug_step debug_pause debug_patch debug_evaluate debug_variables
  debug_stack debug_watch debug_output debug_sessions debug_attach debug_hang debug_stop`.split(/\s+/);

test('the tools, and what they and the instructions cost every conversation', async () => {
  const server = await startServer();
  try {
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES));
    expect(encode(JSON.stringify({ tools })).length).toBeLessThanOrEqual(3_600);
    expect(server.client.getInstructions()?.length).toBeLessThan(800);
    for (const { name, title, description, annotations = {} } of tools) {
      expect({ name, title, description }).toEqual({
        name,
        title: expect.any(String),
        description: expect.any(String),
      });
      expect(Object.keys(annotations).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
    }
  } finally {
    await server.close();
  }
});

test('the parameters of the specification are there under their names', async () => {
  const server = await startServer();
  try {
    const { tools } = await server.client.listTools();
    const schemas = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    const parameters = (name: string) => Object.keys(schemas[name]?.properties ?? {});
    expect(parameters('debug_launch')).toEqual(expect.arrayContaining(['program', 'language']));
    expect(parameters('debug_breakpoint')).toEqual(expect.arrayContaining(['file', 'line']));
    expect(parameters('debug_evaluate')).toEqual(expect.arrayContaining(['expression']));
    expect(parameters('debug_probe')).toEqual(expect.arrayContaining(['program', 'language', 'file', 'line']));
    expect(parameters('debug_step')).toEqual(expect.arrayContaining(['action']));
    expect(Object.fromEntries(NAMES.map((name) => [name, schemas[name]?.required ?? []]))).toMatchObject({
      debug_launch: ['program'],
      debug_probe: ['program'],
      debug_evaluate: ['expression'],
      debug_breakpoint: [],
      debug_continue: [],
    });
  } finally {
    await server.close();
  }
});
