import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapThreadId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { ConditionTally } from '../../../model/breakpoints/condition-tally.ts';
import type { CollectedHit } from '../../../model/collected-value.ts';
import type { BreakpointId } from '../../../model/ids.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import { unmarkedOutput } from '../breakpoints/log-marks.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';

interface OutputListeners {
  readonly onOutput: (chunk: OutputChunk) => void;
  /** The watched place of that number was written; the text is the language's own. */
  readonly onWritten: (place: number, text: string) => void;
  /** The followed call of that number has ended; likewise. */
  readonly onEnded: (call: number, text: string) => void;
  /** The debuggee has loaded a file. */
  readonly onLoaded: (path: string) => void;
  /** The process has not loaded `path`, but a file of the same name. */
  readonly onCopy: (path: string, loaded: string) => void;
  /** A breakpoint of that number was passed that does not stop. */
  readonly onPassed: (id: BreakpointId) => void;
  /** The outcome of the condition of a breakpoint of that number so far. */
  readonly onCounted: (id: BreakpointId, tally: ConditionTally) => void;
  /** All has been said of breakpoints, unless something follows. */
  readonly onComplete: () => void;
  /** A part of the process is not seen; the words follow its name. */
  readonly onUnseen: (what: string) => void;
  /** `dapThreadId`: the adapter's number of the thread. */
  readonly onCollected: (hit: Omit<CollectedHit, 'threadId'>, dapThreadId: DapThreadId) => void;
}

/** Our categories of output, by the specification's; `telemetry` is not shown. */
const CATEGORIES: Readonly<Record<string, OutputChunk['category']>> = {
  console: 'log',
  important: 'log',
  stdout: 'stdout',
  stderr: 'stderr',
};

/**
 * Passes output events on: what the program wrote, unless that is read elsewhere, and what log breakpoints say.
 *
 * @see DAP output event
 */
export function forwardOutput(
  connection: DapConnection,
  { output: quirks, breakpoints }: AdapterQuirks,
  program: 'captured' | 'reported',
  {
    onOutput,
    onPassed,
    onCollected,
    onCounted,
    onComplete,
    onUnseen,
    onLoaded,
    onCopy,
    onWritten,
    onEnded,
  }: OutputListeners,
): void {
  connection.on('output', ({ category = 'console', output, source, line, column }) => {
    const { other, marked } = unmarkedOutput(output);
    const place = locationOf(source, line, column);
    for (const { kind, id, text } of marked) {
      if (kind === 'loaded') {
        onLoaded(text.trim());
        continue;
      }
      if (kind === 'copy') {
        const { path, loaded } = JSON.parse(text) as { path: string; loaded: string };
        onCopy(path, loaded);
        continue;
      }
      if (kind === 'complete') {
        onComplete();
        continue;
      }
      if (kind === 'unseen') {
        onUnseen(text.trim());
        continue;
      }
      if (kind === 'note') {
        onOutput({ category: 'log', isNote: true, text: text.endsWith('\n') ? text : `${text}\n` });
        continue;
      }
      if (kind === 'written') {
        onWritten(id, text);
        continue;
      }
      if (kind === 'ended') {
        onEnded(id, text);
        continue;
      }
      if (kind === 'count') {
        const tally = breakpoints?.counting?.read(text);
        if (tally) onCounted(id, tally);
        continue;
      }
      const collected = kind === 'collect' ? quirks?.collecting?.read(text) : undefined;
      if (kind === 'log') onOutput({ category: 'log', text: text.endsWith('\n') ? text : `${text}\n`, ...place });
      else if (collected) onCollected({ id, values: collected.values, size: text.length }, collected.dapThreadId);
      onPassed(id);
    }
    const known = quirks?.category ? quirks.category(category, program, other) : CATEGORIES[category];
    if (other !== '' && known !== undefined) onOutput({ category: known, text: other, ...place });
  });
}

function locationOf(source: Dap.Source | undefined, line: number | undefined, column: number | undefined) {
  if (source?.path === undefined || line === undefined) return {};
  return { location: { path: source.path, line, column: column ?? 1 } };
}
