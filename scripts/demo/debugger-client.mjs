// The built server in a process of its own with the official MCP client on it: each call and its answer are printed.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The built server. */
export const SERVER = fileURLToPath(new URL('../../dist/mcp-debugger.js', import.meta.url));

export class DebuggerClient {
  #client;
  #differences;

  /**
   * @param folder Where the server works.
   * @param differences Gets a line for each answer that does not contain what it should.
   */
  static async start(folder, differences) {
    const debug = new DebuggerClient();
    debug.#differences = differences;
    debug.#client = new Client({ name: 'demo', version: '1.0.0' });
    const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
    await debug.#client.connect(
      new StdioClientTransport({ command: process.execPath, args: [SERVER], cwd: folder, env }),
    );
    return debug;
  }

  /** Calls a tool and prints the call and the answer. Each of `expected` must be in it. */
  async call(name, args, ...expected) {
    console.log(`→ ${name} ${JSON.stringify(args)}`);
    const { content } = await this.#client.callTool({ name, arguments: args });
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    console.log(`${text.trimEnd()}\n`);
    for (const part of expected.filter((part) => !text.includes(part)))
      this.#differences.push(`The answer of ${name} does not contain: ${part}`);
    return text;
  }

  async close() {
    await this.#client.close();
  }
}
