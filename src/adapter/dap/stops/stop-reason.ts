import type { Dap } from '../../../dap/protocol.ts';
import type { StopReason } from '../../../model/stop-outcome.ts';

const REASONS: readonly StopReason[] = [
  'entry',
  'breakpoint',
  'function breakpoint',
  'data breakpoint',
  'step',
  'pause',
  'exception',
  'goto',
  'restart',
  'debugger statement',
];

/** Words of adapters that are not in the specification's list. */
const SYNONYMS: ReadonlyMap<string, StopReason> = new Map([
  ['instruction breakpoint', 'breakpoint'],
  ['signal', 'pause'],
  ['panic', 'exception'],
]);

/** The signals by which debuggers of native programs pause them. */
const PAUSE_SIGNAL = /\bSIG(STOP|INT|TRAP)\b/;

/**
 * The reason of a stopped event in the engine's words; an unknown one is a pause.
 *
 * @param wasPaused A pause was asked for: adapters may call it by the signal that they sent.
 */
export function stopReason({ reason, description = '' }: Dap.StoppedEvent['body'], wasPaused: boolean): StopReason {
  if (reason === 'exception' && wasPaused && PAUSE_SIGNAL.test(description)) return 'pause';
  return REASONS.find((each) => each === reason) ?? SYNONYMS.get(reason) ?? 'pause';
}
