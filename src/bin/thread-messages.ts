import type { CallOutcome } from '../calls/call-outcome.ts';
import type { ListedTool } from '../calls/tool-calls.ts';
import type { EngineOptions } from './toolsets.ts';

/** The data with which the tools' thread starts. */
export interface ThreadStart {
  readonly toolsets: readonly string[];
  readonly options: EngineOptions;
  /** The file that the command named: on another thread than the main one, Node puts the thread's own in its place. */
  readonly entry: string | undefined;
}

/** A message to the tools' thread. */
export type ThreadRequest =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: unknown }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close' };

/** A message from the tools' thread. */
export type ThreadReport =
  | { readonly kind: 'ready'; readonly tools: readonly ListedTool[] }
  | { readonly kind: 'progress'; readonly id: number; readonly message: string }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: CallOutcome }
  | { readonly kind: 'closed' };
