import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import type { LanguageHost } from './language-host.ts';

/** Node debuggees, run by one binary of Node. */
export function nodeHost(interpreter: string): LanguageHost {
  return {
    id: 'node',
    lacks: {},
    interpreter,
    command: 'node',
    createAdapter: (traceWire) => new NodeAdapter({ traceWire }),
    program: programPath,
    quoted: (text) => JSON.stringify(text),
    neverEnding: '(() => { for (;;) ; })()',
    moreWaysToSay: (variable) => [`${variable};`, `({ ${variable} })`, `[${variable}]`],
    launchRequest: (program, args) => ({
      program,
      args,
      cwd: dirname(programPath('cart')),
      // A command finds its `node` on the PATH.
      env: { PATH: `${dirname(interpreter)}:${process.env.PATH}` },
      runtimeExecutable: interpreter,
      stopOnEntry: false,
    }),
    // The port that Node opens by default is one for all tests that run at the same time.
    plain: (program, args) => ['--inspect-port=0', program, ...args],
    open: async (program, args, waits) => ({
      args: [waits ? '--inspect-wait=127.0.0.1:0' : '--inspect=127.0.0.1:0', program, ...args],
      target: async (says) => {
        const url = new URL(await says(/Debugger listening on (ws:\S+)/));
        return { kind: 'port', host: url.hostname, port: Number(url.port) };
      },
    }),
  };
}

function programPath(name: string): string {
  const found = ['.cjs', '.mjs']
    .map((extension) => fileURLToPath(new URL(`../../programs/scenarios/node/${name}${extension}`, import.meta.url)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is no debuggee "${name}".`);
  return found;
}
