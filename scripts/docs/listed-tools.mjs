// What a client gets from the server as it is in the source right now.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildDist } from '../bundle/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'scripts', version: '0' } };

/** The names for `--toolset`, the default one first. */
export const TOOLSETS = ['debug', 'debugger', 'session', 'script'];

/**
 * @param {string[]} toolsets
 * @returns {Promise<Record<string, {instructions: string, tools: {name: string, title: string, description: string, annotations: object}[]}>>}
 */
export async function listedTools(toolsets = TOOLSETS) {
  // Not dist/: tests may be running it.
  const outdir = `.cache/listed-tools-${process.pid}`;
  await buildDist({ outdir });
  try {
    const server = `${root}${outdir}/mcp-debugger.js`;
    const listed = await Promise.all(toolsets.map(async (name) => [name, await askedFrom(server, name)]));
    return Object.fromEntries(listed);
  } finally {
    rmSync(root + outdir, { recursive: true, force: true });
  }
}

async function askedFrom(path, toolset) {
  const server = spawn(process.execPath, [path, '--toolset', toolset], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const request = async (id, method, params) => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return JSON.parse((await answers.next()).value).result;
    };
    const { instructions } = await request(1, 'initialize', INITIALIZE);
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const { tools } = await request(2, 'tools/list', {});
    return { instructions, tools };
  } finally {
    server.stdin.end();
    await ended;
  }
}
