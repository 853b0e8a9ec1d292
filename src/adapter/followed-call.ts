import type { CallOptions } from '../model/call-options.ts';
import type { ValueSummary } from '../model/variable.ts';

/** The state of a call of a function. */
export type CallState =
  /** `value`: undefined where it is not known. */
  | { readonly kind: 'returned'; readonly value: CallResult | undefined }
  | { readonly kind: 'threw'; readonly value: CallResult | undefined }
  /** A thread is in it. */
  | { readonly kind: 'runs' }
  /** A generator or coroutine that no thread is in. */
  | { readonly kind: 'waits' }
  /** A generator or coroutine that was given up where it waited. */
  | { readonly kind: 'closed' }
  /** Its end has not been seen, or would not be. */
  | { readonly kind: 'unseen' };

/** A value as it was then; there is no way to look into it. */
export type CallResult = Pick<ValueSummary, 'type' | 'value'>;

/** A call whose end the debuggee reports, whether or not anything stops there. The caller that asked for it must leave it. */
export interface FollowedCall {
  /** Its name among those of {@link DebugAdapter.callNames}: it alone has it, for as long as it is followed. */
  readonly name: string;
  /** Its end has been reported. */
  readonly hasEnded: boolean;
  /** The debuggee does not see it, or no longer: neither its name nor its end will be reported. */
  readonly isUnseen: boolean;
  /** Follows it no more. The state of it at its end, or now; `unseen` where the debuggee says nothing in time. */
  leave(options: CallOptions): Promise<CallState>;
}
