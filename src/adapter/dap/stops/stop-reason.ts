import type { StopReason } from '../../../model/stop-outcome.ts';

const REASONS: readonly StopReason[] = [
  'entry',
  'breakpoint',
  'function breakpoint',
  'step',
  'pause',
  'exception',
  'goto',
  'debugger statement',
];

/** Words of adapters that are not in the specification's list. */
const SYNONYMS: Readonly<Record<string, StopReason>> = {
  'data breakpoint': 'breakpoint',
  'instruction breakpoint': 'breakpoint',
  signal: 'pause',
  panic: 'exception',
};

/** The reason of a stopped event in the engine's words; one that nobody knows is a pause. */
export function stopReason(reason: string): StopReason {
  return REASONS.find((each) => each === reason) ?? SYNONYMS[reason] ?? 'pause';
}
