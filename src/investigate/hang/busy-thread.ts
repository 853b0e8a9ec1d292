import type { InspectedFrame } from '../../adapter/hang-evidence.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { ThreadFinding } from './examination.ts';
import { progressing } from './examine-events.ts';
import { observedValues } from './judge-loop.ts';
import type { JudgedLoop, LastingFrame, StackSample } from './judge-stack.ts';
import { siteOf } from './site.ts';

const MAX_NAMES = 3;

/** The finding on a thread that is in a function without a loop, which calls others that return. */
export function busyInCall(thread: Thread, samples: readonly StackSample[], keeper: LastingFrame): ThreadFinding {
  const sample = samples.at(-1) ?? [];
  const last = keeper.frames.at(-1);
  const lines = keeper.frames.map(({ location }) => location.line);
  const [first = 0] = lines;
  const to = lines.at(-1) ?? first;
  const isOnItsWay = to > first && lines.every((line, index) => line >= (lines[index - 1] ?? 0));
  if (isOnItsWay) return progressing(siteOf(thread, sample), undefined, `it went from line ${first} to line ${to}`);
  const what = new Set(lines).size === 1 && last?.call !== undefined ? last.call : (last?.name ?? 'a function');
  const calls = calledIn(samples, keeper);
  const evidence =
    calls.length > 0 ? `${calls.join(', ')} called again and again` : 'its functions are called and return';
  return busy(thread, sample, { what, evidence, location: last?.location });
}

/** The finding on a thread that is in a loop of which nothing shows whether it ends. */
export function busyInLoop(
  thread: Thread,
  sample: StackSample,
  keeper: LastingFrame,
  { loop, evidence }: { readonly loop: JudgedLoop; readonly evidence: string },
): ThreadFinding {
  const lines = loop.series.at(-1)?.lines;
  const name = keeper.frames.at(-1)?.name ?? '(anonymous)';
  const range = lines === undefined ? '' : ` on lines ${lines.first}-${lines.last}`;
  const location = lines && { path: lines.path, line: lines.first, column: 1 };
  return {
    ...busy(thread, sample, { what: `the loop of ${name}${range}`, evidence, location }),
    values: observedValues(loop.series),
  };
}

function busy(
  thread: Thread,
  sample: StackSample,
  { what, evidence, location }: { what: string; evidence: string; location: SourceLocation | undefined },
): Extract<ThreadFinding, { kind: 'busy' }> {
  const site = siteOf(thread, sample);
  return { kind: 'busy', hung: false, ...site, ...(location ? { location } : {}), what, evidence, values: [] };
}

/** The functions that were on the stack inside a frame. */
function calledIn(samples: readonly StackSample[], keeper: LastingFrame): string[] {
  const inside = samples.flatMap((sample, index) => {
    const frame: InspectedFrame | undefined = keeper.frames[index];
    const own = sample.filter(({ presentation }) => presentation === 'normal');
    return frame ? own.slice(0, Math.max(0, own.indexOf(frame))) : [];
  });
  const names = [...new Set(inside.map(({ name }) => name))];
  return names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), 'others'] : names;
}
