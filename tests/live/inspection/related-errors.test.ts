import { expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const PROGRAM = `function read(config) {
  return config.port.number;
}
function load(config) {
  try {
    return read(config);
  } catch (error) {
    throw new TypeError('bad config', { cause: error });
  }
}
const errors = [];
for (const config of [{}, { port: null }]) {
  try {
    load(config);
  } catch (error) {
    errors.push(error);
  }
}
const all = new AggregateError(errors, 'all failed');
Object.defineProperty(all, 'cause', { get: () => console.log('ran') });
errors[0].cause.cause = errors[0].cause;
throw all;
`;

test.each(nodeVersions())(
  'on Node $major a stop at an error says what it contains and came from',
  async ({ path: node }) => {
    await using program = await DebuggedProgram.start(node, { 'main.cjs': PROGRAM }, { exceptionMode: 'uncaught' });
    await program.firstStop();
    const { related, output } = await program.session.report({ depth: 0, maxChildren: 5, maxTextLength: 100 });
    const failed = [
      {
        relation: 'member',
        depth: 0,
        name: 'TypeError',
        message: 'bad config',
        functionName: 'load',
        location: { line: 8 },
      },
      { relation: 'cause', depth: 1, name: 'TypeError', functionName: 'read', location: { line: 2 } },
    ];
    expect(related).toMatchObject([...failed, ...failed]);
    expect(output.chunks).toEqual([]);
  },
);
