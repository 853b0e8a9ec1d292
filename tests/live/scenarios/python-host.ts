import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DapDebugAdapter } from '../../../src/adapter/dap/dap-debug-adapter.ts';
import { pythonRecipe } from '../../../src/adapter/languages/python/recipe.ts';
import { findCommand } from '../../../src/process/find-command.ts';
import { pidListeningOn } from '../../../src/process/listening-ports.ts';
import { freePort } from '../../support/free-port.ts';
import type { LanguageHost } from './language-host.ts';

/** On macOS, lldb does the same, which comes with the system's tools. */
const CAN_ATTACH_BY_PID = ['gdb', 'lldb'].some(
  (name) => findCommand(name, { cwd: '/', env: process.env }) !== undefined,
);

/** Python debuggees, run by the interpreter of an environment that has debugpy. */
export function pythonHost(interpreter: string): LanguageHost {
  return {
    id: 'python',
    lacks: {
      'async-stack': 'awaiting callers are frames of the stack in Python, with locals of their own',
      'read-only': 'Python cannot tell an expression with side effects from one without',
      ...(CAN_ATTACH_BY_PID ? {} : { 'attach-pid': 'debugpy gets into a running process by gdb, which is not here' }),
      'attach-url': 'debugpy is reached by host and port',
      'command-trees': 'debugpy follows the processes that a debugged Python starts, not those of any other command',
      constants: 'every name of Python can be assigned to',
      'block-scopes': 'Python has no scopes below the function',
      'closure-scopes': 'Python lists what a function closes over among its locals',
      'global-scope': "Python's globals are those of a module",
      'library-frames': 'debugpy leaves the frames of the library out, as asked',
      'listed-getters': 'a property of Python belongs to the class, and is not among what an object holds',
      'named-lambdas': 'Python calls every lambda `<lambda>`, whatever it is assigned to',
      'lazy-compilation': 'Python compiles whole files before they run',
      'top-level-await': 'Python awaits only in functions',
      'thrown-values': 'Python raises nothing but exceptions',
      'closes-debugger': 'a Python program cannot close debugpy',
      javascript: 'it is about JavaScript: ES modules, this, statements with a value',
    },
    interpreter,
    command: 'python',
    createAdapter: (traceWire) => new DapDebugAdapter({ recipe: pythonRecipe, traceWire }),
    program: programPath,
    quoted: (text) => `'${text}'`,
    neverEnding: 'all(True for _ in iter(int, 1))',
    moreWaysToSay: (variable) => [`[${variable}]`, `{"a": ${variable}}`, `${variable} + ""`],
    launchRequest: (program, args) => ({
      program,
      args,
      cwd: dirname(programPath('cart')),
      env: { PATH: `${dirname(interpreter)}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: '1' },
      runtimeExecutable: interpreter,
      stopOnEntry: false,
    }),
    open: async (program, args, waits) => {
      const port = await freePort();
      const listen = ['-m', 'debugpy', '--listen', `127.0.0.1:${port}`, ...(waits ? ['--wait-for-client'] : [])];
      return {
        args: ['-X', 'frozen_modules=off', ...listen, program, ...args],
        target: async () => {
          await untilSomebodyListens(port);
          return { kind: 'port', host: '127.0.0.1', port };
        },
      };
    },
  };
}

/** `throws-module` is `throws_module.py`: a hyphen is no part of a module's name. */
function programPath(name: string): string {
  const file = `${basename(name).replaceAll('-', '_')}.py`;
  return fileURLToPath(new URL(`../../programs/scenarios/python/${file}`, import.meta.url));
}

/** Connecting to find out would be taken for the debugger. */
async function untilSomebodyListens(port: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while ((await pidListeningOn(port)) === undefined) {
    if (Date.now() > deadline) throw new Error(`debugpy never listened on port ${port}.`);
    await sleep(10);
  }
}
