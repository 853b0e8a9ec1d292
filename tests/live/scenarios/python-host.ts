import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DapDebugAdapter } from '../../../src/adapter/dap/dap-debug-adapter.ts';
import { pythonRecipe } from '../../../src/adapter/languages/python/recipe.ts';
import { pidListeningOn } from '../../../src/process/listening-ports.ts';
import { freePort } from '../../support/free-port.ts';
import { reasonWithout } from '../../support/unavailable-tools.ts';
import type { Evidence, LanguageHost } from './language-host.ts';

/** scripts/install/gdb.mjs has it do what attaching takes, and alone may say that it does not. */
const WITHOUT_GDB = reasonWithout('gdb');

const LACKS: LanguageHost['lacks'] = {
  'async-stack': {
    reason: 'awaiting callers are frames of the stack in Python, with locals of their own',
    evidence: document('The Python Language Reference', '6.4. Await expression'),
  },
  'read-only': {
    reason: 'debugpy has no evaluation that refuses side effects',
    evidence: document('Debug Adapter Protocol Specification', 'Evaluate Request: the contexts'),
  },
  ...(WITHOUT_GDB === undefined
    ? {}
    : {
        'attach-pid': {
          reason: 'debugpy gets into a running process by gdb, which cannot do that here',
          evidence: { kind: 'tool', tool: 'gdb' },
        },
      }),
  'attach-url': {
    reason: 'debugpy is reached by host and port',
    evidence: document('debugpy Command Line Reference', '--listen [<host>:]<port>'),
  },
  'command-trees': {
    reason: 'debugpy follows the processes that a debugged Python starts, not those of any other command',
    evidence: document('debugpy Debug Configuration Settings', 'subProcess'),
  },
  constants: {
    reason: 'every name of Python can be assigned to',
    evidence: document('The Python Language Reference', '4.2.1. Binding of names'),
  },
  'block-scopes': {
    reason: 'Python has no scopes below the function',
    evidence: document('The Python Language Reference', '4.1. Structure of a program'),
  },
  'closure-scopes': {
    reason: 'Python lists what a function closes over among its locals',
    evidence: document('The Python Standard Library', 'Built-in Functions: locals'),
  },
  'global-scope': {
    reason: "Python's globals are those of a module",
    evidence: document('The Python Standard Library', 'Built-in Functions: globals'),
  },
  'listed-getters': {
    reason: 'a property of Python belongs to the class, and is not among what an object holds',
    evidence: document('The Python Language Reference', '3.3.2.2. Implementing Descriptors'),
  },
  'named-lambdas': {
    reason: 'Python calls every lambda `<lambda>`, whatever it is assigned to',
    evidence: document('The Python Language Reference', '6.14. Lambdas'),
  },
  'lazy-compilation': {
    reason: 'Python compiles whole files before they run',
    evidence: document('The Python Language Reference', '4.1. Structure of a program'),
  },
  'top-level-await': {
    reason: 'Python awaits only in functions',
    evidence: document('The Python Language Reference', '6.4. Await expression'),
  },
  'thrown-values': {
    reason: 'Python raises nothing but exceptions',
    evidence: document('The Python Language Reference', '7.8. The raise statement'),
  },
  'closes-debugger': {
    reason: 'a Python program cannot close debugpy',
    evidence: document('debugpy Command Line Reference', 'Options'),
  },
  javascript: {
    reason: 'it is about JavaScript: ES modules, this, statements with a value',
    evidence: document('ECMAScript Language Specification', '16.2. Modules'),
  },
};

function document(document: Extract<Evidence, { kind: 'document' }>['document'], section: string): Evidence {
  return { kind: 'document', document, section };
}

/** Python debuggees, run by the interpreter of an environment that has debugpy. */
export function pythonHost(interpreter: string): LanguageHost {
  return {
    id: 'python',
    lacks: LACKS,
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
    plain: (program, args) => [program, ...args],
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
  const deadline = Date.now() + 25_000;
  while ((await pidListeningOn(port)) === undefined) {
    if (Date.now() > deadline) throw new Error(`debugpy never listened on port ${port}.`);
    await sleep(10);
  }
}
