import { Deadline } from '../../src/adapter/deadline.ts';
import { type LiveTrace, liveTrace } from '../../src/investigate/trace/live/recording/live-trace.ts';
import type { RecordedUntil } from '../../src/investigate/trace/live/run-meanwhile.ts';
import type { TracedEnd } from '../../src/model/trace/trace-record.ts';
import type { TracedNode } from '../../src/model/trace/trace-report.ts';
import type { WantedTrace } from '../../src/model/trace/trace-request.ts';
import type { DebugSession } from '../../src/session/debug-session.ts';

const LIMITS = { maxTextLength: 160, maxEvents: 2_000, maxRows: 400 };

/** Records what a session does until its next stop. */
export function record(
  session: DebugSession,
  wanted: WantedTrace,
  options: { readonly until?: RecordedUntil; readonly timeoutMs?: number } = {},
): Promise<LiveTrace> {
  const { until, timeoutMs = 20_000 } = options;
  return liveTrace(session, { wanted, until, limits: LIMITS }, new Deadline(timeoutMs, undefined));
}

/** A tree of calls as few words, each a line: `  priceOf(item = 3) → 6 (+1)`. */
export function treeText(roots: readonly TracedNode[], depth = 0): string[] {
  return roots.flatMap((node) => {
    const given = node.arguments.map(({ name, after }) => `${name} = ${after?.text}`).join(', ');
    const more = node.alike > 0 ? ` (+${node.alike})` : '';
    const text = `${'  '.repeat(depth)}${node.function.name}(${given}) ${endText(node.end)}${more}`;
    return [text, ...treeText(node.children, depth + 1)];
  });
}

function endText(end: TracedEnd): string {
  switch (end.kind) {
    case 'returned':
      return `→ ${end.value.text}`;
    case 'threw':
      return `threw ${end.error.text}`;
    default:
      return `${end.kind} at ${end.line}`;
  }
}
