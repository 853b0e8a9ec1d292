// The bare relay (relay.ts) as a server of the MCP SDK: the floor's work, and nothing of ours. What it takes longer than the floor,
// any MCP server takes longer that is a process of its own and made with that SDK. Run by stopped.ts.
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { FloorDebuggee } from './floor.ts';

const [node = '', program = '', line = ''] = process.argv.slice(2);
const { debuggee } = await FloorDebuggee.stoppedAt({ node, program, line: Number(line) });
let paused = await debuggee.step();

serveStdio(() => {
  const server = new Server({ name: 'relay', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const expression = params.arguments?.expression;
    const answer = expression === undefined ? await step() : await debuggee.evaluate(paused, String(expression));
    return { content: [{ type: 'text', text: String(answer) }] };
  });
  return server;
});

async function step(): Promise<number> {
  paused = await debuggee.step();
  return debuggee.locals(paused);
}

process.stdin.once('end', () => void debuggee.end().then(() => process.exit()));
