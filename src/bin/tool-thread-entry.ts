import { parentPort, workerData } from 'node:worker_threads';
import type { ToolCalls } from '../calls/tool-calls.ts';
import { logLine, surviveDefects } from './outlets.ts';
import type { ThreadReport, ThreadRequest, ThreadStart } from './thread-messages.ts';
import { loadToolsets } from './toolsets.ts';

/** Carries out the calls that the main thread passes on. Only {@link ToolThread} starts it. */
async function main(): Promise<void> {
  surviveDefects();
  const { toolsets, options, entry } = workerData as ThreadStart;
  if (entry !== undefined) process.argv[1] = entry;
  const tools = await loadToolsets(toolsets, options, logLine);
  const report = (message: ThreadReport) => parentPort?.postMessage(message);
  const running = new Map<number, AbortController>();
  parentPort?.on('message', (request: ThreadRequest) => {
    switch (request.kind) {
      case 'call':
        void carryOut(request, tools, running, report);
        return;
      case 'abort':
        running.get(request.id)?.abort();
        return;
      case 'close':
        void tools.close().finally(() => report({ kind: 'closed' }));
    }
  });
  report({ kind: 'ready', tools: tools.list() });
}

async function carryOut(
  { id, name, args }: Extract<ThreadRequest, { kind: 'call' }>,
  tools: ToolCalls,
  running: Map<number, AbortController>,
  report: (message: ThreadReport) => void,
): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const progress = (message: string) => report({ kind: 'progress', id, message });
  const outcome = await tools.call(name, args, { signal: controller.signal, progress }).catch((thrown: unknown) => {
    logLine(`${name} got no answer: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
    // The main thread would not answer it.
    return { kind: 'rejected', reason: 'defect', message: `${name} failed inside mcp-debugger.` } as const;
  });
  running.delete(id);
  report({ kind: 'outcome', id, outcome });
}

void main();
