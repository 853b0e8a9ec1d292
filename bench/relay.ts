// A process that does the floor's work and nothing else: a line in, the protocol commands, a line out. What it takes longer than
// the floor, any server takes longer that is a process of its own. Run by relay-client.ts.
import { createInterface } from 'node:readline';
import { FloorDebuggee } from './floor.ts';
import { STEP } from './relay-client.ts';

const [node = '', program = '', line = ''] = process.argv.slice(2);
const { debuggee } = await FloorDebuggee.stoppedAt({ node, program, line: Number(line) });
let paused = await debuggee.step();
process.stdout.write('ready\n');

for await (const request of createInterface({ input: process.stdin })) {
  if (request === STEP) {
    paused = await debuggee.step();
    process.stdout.write(`${await debuggee.locals(paused)}\n`);
  } else {
    process.stdout.write(`${await debuggee.evaluate(paused, request)}\n`);
  }
}
await debuggee.end();
