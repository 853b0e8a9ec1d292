import { scriptedSession } from '../../../cdp/scripted-session.ts';
import { pathInDebuggee } from '../../../files/debuggee-file.ts';
import { readText } from '../../../files/read-file.ts';
import type { Rehearsal } from '../../language.ts';
import { assertUnderstood } from '../../v8/breakpoints/conditions/condition-expression.ts';
import { programFiles } from '../../v8/scripts/program-files.ts';
import type { TakeControl } from '../../v8/thread/v8-thread.ts';
import { lineProblem } from '../../v8/threads/tree-breakpoints.ts';
import { type HostedDebuggee, V8DebugAdapter, type V8Host } from '../../v8/v8-debug-adapter.ts';
import { takeControl } from '../control/take-control.ts';
import { NodeHangEvidence } from '../hang/node-hang-evidence.ts';
import { nodeScriptNaming } from '../script-naming.ts';
import { rehearsedInspector } from './rehearsed-inspector.ts';

/** The line of the loop, 1-based. */
const LINE = 5;

/** Debugs a program that no process runs: all that a launch has this server do, but for starting it and connecting to it. */
export function nodeRehearsal(): Rehearsal {
  const program = pathInDebuggee('rehearsed.cjs', import.meta.url);
  const text = readText(program) ?? '';
  return {
    program,
    line: LINE,
    adapters: {
      createAdapter: () => new V8DebugAdapter({ naming: nodeScriptNaming }, (debuggee) => hostOf(debuggee, text)),
      breakpointProblem: async (path, wanted) => {
        assertUnderstood([wanted]);
        return lineProblem(path, wanted.line);
      },
    },
  };
}

function hostOf({ threads }: HostedDebuggee, text: string): V8Host {
  const threadOf = (threadId: number) => threads.get(threadId);
  return {
    hang: new NodeHangEvidence({ threadOf, threads: () => threads.all, launchedPid: () => undefined }),
    async launch({ cwd, program }, options) {
      threads.program = programFiles(cwd, 'sources', program);
      const session = scriptedSession(rehearsedInspector(program, text));
      const thread = threads.add(session, { close: () => {} });
      const control: TakeControl = (taken, send, limits) =>
        takeControl(taken, { from: 'waiting', onWorker: () => {}, send }, limits);
      await threads.start(thread, { control }, options);
    },
    async attach() {},
    disconnect() {},
    async terminate() {},
  };
}
