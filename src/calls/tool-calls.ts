import type { ToolObserver } from '../model/tool-event.ts';
import { maskAnswerValue } from '../redaction/answer-redaction.ts';
import type { BoundTool, BoundToolset, MaskingCall, ToolCall } from '../toolsets/tool.ts';
import { advertisedOutput, advertisedSchema, type ObjectSchema } from './advertised-schema.ts';
import { boundedFailure, boundedText } from './bounded-failure.ts';
import { type CallOutcome, outcomeOf } from './call-outcome.ts';
import { maskOutcome } from './mask-outcome.ts';
import { runTool } from './run-tool.ts';

/** Hooks around every call. */
export interface ToolCallsOptions {
  /** Gets the details of a defect; its reader is a person, the caller gets one line. */
  readonly log: (line: string) => void;
  /** Receives every call and its outcome, before it is masked. */
  readonly observe?: ToolObserver | undefined;
  /** True if secrets in outcomes are masked. */
  readonly masksSecrets: boolean;
}

/** The part of a tool that a caller sees before its first call. */
export type ListedTool = Pick<BoundTool, 'name' | 'title' | 'description' | 'annotations'> & {
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
};

/** Tools that can be called, whichever thread they run on. */
export interface OfferedTools {
  /** All tools, in their order. */
  list(): ListedTool[];
  /**
   * Makes a call; never rejects: whatever goes wrong is an outcome.
   *
   * @param args As the caller sent them; undefined counts as none.
   */
  call(name: string, args: unknown, call: ToolCall): Promise<CallOutcome>;
  /** Ends the engine and all that it started. */
  close(): Promise<void>;
}

/** Observed calls so far in this process, of all tools. */
let lastCallId = 0;

/**
 * The tools of a toolset as its callers use them, whichever way their calls come: checked, run, worded, observed and masked.
 */
export class ToolCalls implements OfferedTools {
  readonly #toolset: BoundToolset;
  readonly #options: ToolCallsOptions;
  readonly #tools: ReadonlyMap<string, { readonly tool: BoundTool; readonly listed: ListedTool }>;
  readonly #used = new AbortController();

  constructor(toolset: BoundToolset, options: ToolCallsOptions) {
    this.#toolset = toolset;
    this.#options = options;
    this.#tools = new Map(toolset.tools.map((tool) => [tool.name, { tool, listed: listedTool(tool) }]));
  }

  list(): ListedTool[] {
    return [...this.#tools.values()].map(({ listed }) => listed);
  }

  /** Aborted by the first call, and by the end. */
  get used(): AbortSignal {
    return this.#used.signal;
  }

  async call(name: string, args: unknown, call: ToolCall): Promise<CallOutcome> {
    this.#used.abort();
    const found = this.#tools.get(name);
    const { observe, masksSecrets, log } = this.#options;
    const passed = args ?? {};
    const event = { tool: name, callId: observe === undefined ? 0 : ++lastCallId, args: passed };
    const began = Date.now();
    observe?.({ kind: 'call', ...event });
    const outcome =
      found === undefined
        ? this.#unknownTool(name)
        : outcomeOf(
            boundedFailure(await runTool(found.tool, found.listed.inputSchema, passed, this.#masking(call), log)),
          );
    observe?.({ ...observed(outcome), ...event, durationMs: Date.now() - began });
    return masksSecrets ? maskOutcome(outcome, passed) : outcome;
  }

  close(): Promise<void> {
    this.#used.abort();
    return this.#toolset.close();
  }

  #masking(call: ToolCall): MaskingCall {
    const { masksSecrets } = this.#options;
    return {
      signal: call.signal,
      progress: (message) => call.progress(message),
      mask: (value) => (masksSecrets ? maskAnswerValue(value) : value),
    };
  }

  #unknownTool(name: string): CallOutcome {
    const answer = this.#toolset.unknownTool(name);
    if (answer) return { kind: 'answered', answer };
    const known = [...this.#tools.keys()].join(', ');
    return { kind: 'rejected', reason: 'unknownTool', message: `Tool ${boundedText(name)} not found. Tools: ${known}` };
  }
}

function listedTool({ name, title, description, annotations, schema, outputSchema }: BoundTool): ListedTool {
  const output = outputSchema && { outputSchema: advertisedOutput(outputSchema) };
  return { name, title, description, inputSchema: advertisedSchema(schema), ...output, annotations };
}

function observed(outcome: CallOutcome) {
  if (outcome.kind === 'rejected') return { kind: 'failure', message: outcome.message } as const;
  const { text, structured, isError } = outcome.answer;
  if (isError) return { kind: 'failure', message: text ?? JSON.stringify(structured ?? {}) } as const;
  return { kind: 'answer', text, structured } as const;
}
