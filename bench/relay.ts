// A server that does nothing but the floor's work: one line in, one protocol command, one line out. What it costs above the
// floor is what any server costs by being a process of its own.
import { createInterface } from 'node:readline';
import { FloorDebuggee } from './floor.ts';

const [node = '', program = '', line = ''] = process.argv.slice(2);
const { debuggee } = await FloorDebuggee.stoppedAt({ node, program, line: Number(line) });
let paused = await debuggee.step();
console.log('ready');

for await (const expression of createInterface({ input: process.stdin })) {
  if (expression === 'step') {
    paused = await debuggee.step();
    console.log(await debuggee.locals(paused));
  } else {
    console.log(await debuggee.evaluate(paused, expression));
  }
}
await debuggee.end();
