import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import type { LanguageHost } from './language-host.ts';

/** Node debuggees, run by one binary of Node. */
export function nodeHost(interpreter: string): LanguageHost {
  return {
    id: 'node',
    features: new Set([
      'async-stack',
      'read-only',
      'attach-pid',
      'visible-internals',
      'constants',
      'block-scopes',
      'javascript',
    ]),
    interpreter,
    createAdapter: (traceWire) => new NodeAdapter({ traceWire }),
    program: programPath,
    quoted: (text) => JSON.stringify(text),
    launchRequest: (program, args) => ({
      program,
      args,
      cwd: dirname(programPath('cart')),
      // A command finds its `node` on the PATH.
      env: { PATH: `${dirname(interpreter)}:${process.env.PATH}` },
      runtimeExecutable: interpreter,
      stopOnEntry: false,
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
