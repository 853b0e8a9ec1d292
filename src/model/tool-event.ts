/** A call of a tool, or what came of it. */
export type ToolEvent = {
  readonly tool: string;
  /** The same in a call and in what came of it; unique in this process. */
  readonly callId: number;
  /** As the client sent them. */
  readonly args: unknown;
} & (
  | { readonly kind: 'call' }
  | {
      readonly kind: 'answer';
      readonly durationMs: number;
      readonly text?: string | undefined;
      readonly structured?: Readonly<Record<string, unknown>> | undefined;
    }
  /** The call was not carried out. */
  | { readonly kind: 'failure'; readonly durationMs: number; readonly message: string }
);

/** Receives the calls of tools. Must not throw and must not take long: the client waits for it. */
export type ToolObserver = (event: ToolEvent) => void;
