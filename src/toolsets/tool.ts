import type * as z from 'zod/v4';
import type { ActionNames } from '../model/advice.ts';
import type { DebugError } from '../model/debug-error.ts';

/**
 * Assumptions that a client may make about a tool before a call. All four are stated: the protocol's defaults are pessimistic.
 */
export interface ToolAnnotations {
  /** The call changes nothing, neither in the debuggee nor in the session. */
  readonly readOnlyHint: boolean;
  /** The call may change or end something that cannot be had back. */
  readonly destructiveHint: boolean;
  /** Calling the tool twice comes to the same as calling it once. */
  readonly idempotentHint: boolean;
  /** The answer contains text from outside the client's control: what a debuggee wrote or computed. */
  readonly openWorldHint: boolean;
}

/** The context of one call, from every surface alike. */
export interface ToolCall {
  /** Aborted when the caller cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Reports what the call is waiting for. Never throws. */
  progress(message: string): void;
}

/** A call as it is passed on to a tool. */
export interface MaskingCall extends ToolCall {
  /** Takes secrets out of what a tool writes somewhere else than into its answer; answers are masked anyway. */
  mask(value: unknown): unknown;
}

/** The context of a handler. `E` is the part of the engine that the toolset needs; `calls/` never looks inside. */
export interface ToolContext<E> extends MaskingCall {
  readonly engine: E;
}

/** The answer of a tool, before it is masked. */
export interface ToolAnswer {
  /** Left out by toolsets whose documents want no content beside the structured one. */
  readonly text?: string;
  /** Help in a block of its own, if a document fixes `text` word for word. */
  readonly help?: string;
  /** Left out by toolsets that write for a model. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** The call was not carried out; `text` says why and what to call next. */
  readonly isError?: boolean;
}

/** The reason why a call was not carried out, before a toolset puts it into its own form. */
export type ToolFailure =
  /** `text` names each wrong argument and what the tool takes. */
  | { readonly kind: 'arguments'; readonly tool: string; readonly args: unknown; readonly text: string }
  | { readonly kind: 'debugError'; readonly tool: string; readonly error: DebugError }
  | { readonly kind: 'defect'; readonly tool: string; readonly text: string };

/** A failure that a toolset's document wants as an error of the caller's protocol, not as an answer. */
export interface Rejection {
  readonly rejected: 'invalidArguments' | 'defect';
  readonly message: string;
}

/** A tool as data. The schema must be strict: an argument that is silently dropped costs a wrong answer. */
export interface Tool<E, S extends z.ZodObject = z.ZodObject> {
  /** `[a-z_-]`, at most 64 characters. */
  readonly name: string;
  readonly title: string;
  /** For a model. The first sentence must say what the tool is for: some clients search only that. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly schema: S;
  /** The schema of `structured`; for toolsets that answer with structured content. */
  readonly outputSchema?: z.ZodObject;
  /** @throws DebugError for a call that cannot be carried out; anything else counts as a defect of this program. */
  handler(args: z.output<S>, context: ToolContext<E>): Promise<ToolAnswer>;
}

/** A family of tools on one engine. */
export interface Toolset<E> {
  readonly name: string;
  /** For the model, before its first call; the protocol sends it with the answer to `initialize`. */
  readonly instructions: string;
  readonly tools: readonly Tool<E>[];
  /** The toolset's names for the tools that an error advises. */
  readonly actions: ActionNames;
  /** The toolset's own form of a failure; left out: the text for a model. */
  failure?(failure: ToolFailure): ToolAnswer | Rejection;
  /** The answer to a call of a tool that is not there, for toolsets that have one; left out: an error of the protocol. */
  unknownTool?(name: string, known: readonly string[]): ToolAnswer;
}

/** A tool whose engine is known: all that a call needs. */
export interface BoundTool extends Omit<Tool<unknown>, 'handler'>, Pick<Toolset<unknown>, 'actions' | 'failure'> {
  handler(args: Record<string, unknown>, call: MaskingCall): Promise<ToolAnswer>;
}

/** Tools ready to be called. The owner must call `close` exactly once. */
export interface BoundToolset {
  readonly tools: readonly BoundTool[];
  /** The answer to a call of a tool that is not there; undefined: it is an error of the protocol. */
  unknownTool(name: string): ToolAnswer | undefined;
  /** Ends the engine and all that it started. */
  close(): Promise<void>;
}

/** Checks a tool's definition against its schema: `args` gets the schema's output type. */
export function defineTool<E, S extends z.ZodObject>(tool: Tool<E, S>): Tool<E> {
  return tool;
}

/** Gives toolsets the engine that they share: a session started by one of them can be used through the others. */
export function bindToolsets<E>(toolsets: readonly Toolset<E>[], engine: E, close: () => Promise<void>): BoundToolset {
  const tools = toolsets.flatMap(({ tools, actions, failure }) =>
    tools.map((tool) => ({
      ...tool,
      actions,
      ...(failure && { failure }),
      handler: (args: Record<string, unknown>, call: MaskingCall) =>
        tool.handler(args, {
          engine,
          signal: call.signal,
          progress: (message) => call.progress(message),
          mask: (value) => call.mask(value),
        }),
    })),
  );
  const known = tools.map(({ name }) => name);
  return { tools, unknownTool: (name) => unknownAnswer(toolsets, name, known), close };
}

/** The answer of the only toolset, or of the one whose tools have names like it (`debugger_…`). */
function unknownAnswer<E>(
  toolsets: readonly Toolset<E>[],
  name: string,
  known: readonly string[],
): ToolAnswer | undefined {
  const asked = toolsets.length === 1 ? toolsets[0] : toolsets.find((each) => name.startsWith(`${each.name}_`));
  return asked?.unknownTool?.(name, known);
}
