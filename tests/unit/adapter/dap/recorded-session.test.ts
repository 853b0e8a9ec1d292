import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DapDebugAdapter } from '../../../../src/adapter/dap/dap-debug-adapter.ts';
import type { AdapterRecipe } from '../../../../src/adapter/dap/recipe/adapter-recipe.ts';
import { pythonRecipe } from '../../../../src/adapter/languages/python/recipe.ts';
import type { StoppedInfo } from '../../../../src/model/stop-outcome.ts';
import { ReplayTransport } from '../../../../src/wire/replay-transport.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const RECORDING = new URL('./recordings/python-step.jsonl', import.meta.url);
const PROGRAM =
  'def total(prices):\n    result = sum(prices)\n    return result\n\n\nprint(total([1, 2]))\nprint("end")\n';
const REQUEST = { kind: 'port' as const, host: '127.0.0.1', port: 1 };

test('a recorded session with debugpy is understood again, whatever its numbers are now', async () => {
  const folder = temporaryFolder('replay-');
  const path = join(folder, 'app.py');
  writeFileSync(path, PROGRAM);
  const lines = readFileSync(RECORDING, 'utf8').replaceAll('<folder>', folder).split('\n');
  const transport = new ReplayTransport(lines);
  const recipe: AdapterRecipe = {
    ...pythonRecipe,
    attach: async () => ({
      started: undefined,
      label: 'recording',
      onSession: (take) => take({ transport, command: 'launch', arguments: {} }),
      close: () => {},
    }),
  };
  const adapter = new DapDebugAdapter({ recipe });
  const stops: StoppedInfo[] = [];
  adapter.events.on('stopped', (stop) => stops.push(stop));
  await adapter.setExceptionBreakpoints('uncaught');
  await adapter.setBreakpoints(path, [{ id: 9, line: 3 }]);
  await adapter.attach(REQUEST, {});
  await expect.poll(() => stops.length).toBe(1);
  const [stop] = stops;
  expect(stop).toMatchObject({
    reason: 'breakpoint',
    location: { path, line: 3 },
    functionName: 'total',
    hitBreakpointIds: [9],
  });
  const [scope] = await adapter.scopes(stop?.frameId ?? 0);
  const limits = { depth: 1, maxChildren: 10, maxTextLength: 100 };
  const variables = await adapter.variables({ variablesReference: scope?.variablesReference ?? 0, ...limits });
  expect(variables).toMatchObject([
    { name: 'prices', type: 'list', value: '[1, 2]', children: [{ value: '1' }, { value: '2' }] },
    { name: 'result', type: 'int', value: '3' },
  ]);
  await adapter.next(stop?.threadId ?? 0);
  await expect.poll(() => stops.length).toBe(2);
  expect(stops[1]).toMatchObject({ reason: 'step', location: { line: 7 }, hitBreakpointIds: [] });
  rmSync(folder, { recursive: true });
});
