import { beforeAll, expect, test } from 'vitest';
import { agentPath, traceEnvironment } from '../../../../../src/adapter/node/trace/trace-environment.ts';
import { buildTracer } from '../../../../support/traced-program.ts';

beforeAll(buildTracer);

test('the tracer is loaded beside what NODE_OPTIONS asks for, once', () => {
  const option = `--require ${agentPath()}`;
  const ours = { MCP_DEBUGGER_NODE_OPTIONS: option };
  expect(traceEnvironment({})).toEqual({ NODE_OPTIONS: option, ...ours });
  expect(traceEnvironment({ NODE_OPTIONS: ' --no-warnings ' })).toEqual({
    NODE_OPTIONS: `--no-warnings ${option}`,
    ...ours,
  });
  expect(traceEnvironment(traceEnvironment({}))).toEqual({ NODE_OPTIONS: option, ...ours });
});
