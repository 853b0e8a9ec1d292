// The bare relay (relay.ts) as a server of the MCP SDK: the floor's work, and nothing of ours. What it takes longer than the floor,
// any MCP server takes longer that is a process of its own and made with that SDK. Run by stopped.ts and python.ts.
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { FloorDebuggee } from './floor.ts';
import { PythonFloor } from './python-floor.ts';

/** A stopped debuggee. */
interface Stopped {
  step(): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  end(): Promise<void>;
}

const [language = '', runtime = '', program = '', line = '', starter = ''] = process.argv.slice(2);
const stopped = language === 'python' ? await stoppedPython() : await stoppedNode();

serveStdio(() => {
  const server = new Server({ name: 'relay', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const expression = params.arguments?.expression;
    const answer = expression === undefined ? await stopped.step() : await stopped.evaluate(String(expression));
    return { content: [{ type: 'text', text: String(answer) }] };
  });
  return server;
});

async function stoppedNode(): Promise<Stopped> {
  const { debuggee } = await FloorDebuggee.stoppedAt({ node: runtime, program, line: Number(line) });
  let paused = await debuggee.step();
  return {
    async step() {
      paused = await debuggee.step();
      return debuggee.locals(paused);
    },
    evaluate: (expression) => debuggee.evaluate(paused, expression),
    end: () => debuggee.end(),
  };
}

async function stoppedPython(): Promise<Stopped> {
  const debuggee = await PythonFloor.stoppedAt({ python: runtime, starter, program, line: Number(line) });
  let frameId = await debuggee.topFrame();
  return {
    async step() {
      await debuggee.step();
      await debuggee.locals();
      frameId = await debuggee.topFrame();
    },
    evaluate: (expression) => debuggee.evaluate(frameId, expression),
    end: () => debuggee.end(),
  };
}

process.stdin.once('end', () => void stopped.end().then(() => process.exit()));
