// A reporter of node:test beside the one that the terminal shows. It writes down results and puts out nothing.
import { appendFileSync } from 'node:fs';
import { Transform } from 'node:stream';
import events from './node-test-events.cjs';

const { MCP_DEBUGGER_TEST_RESULTS: results } = process.env;

function record(fact) {
  try {
    if (results !== undefined) appendFileSync(results, `${JSON.stringify({ runner: 'node-test', ...fact })}\n`);
  } catch {
    // What is not written down is missing in the report, which is better than a test run that breaks.
  }
}

const listen = events.listenerOf(record);

record({ kind: 'runner', cwd: process.cwd() });

export default new Transform({
  writableObjectMode: true,
  transform(event, _encoding, done) {
    listen(event);
    done();
  },
});
