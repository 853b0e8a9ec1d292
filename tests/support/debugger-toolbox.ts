import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/v4';
import { ToolCalls } from '../../src/calls/tool-calls.ts';
import { DebugEngine, type DebugEngineOptions } from '../../src/engine/debug-engine.ts';
import { DEBUGGER_TOOLSET } from '../../src/toolsets/compat/debugger/toolset.ts';
import { bindToolsets } from '../../src/toolsets/tool.ts';
import { temporaryFolder } from './temporary-folder.ts';

const place = z.object({ file: z.string(), line: z.number(), column: z.number().optional() });
const frame = place.extend({ function: z.string(), async: z.boolean().optional() });
const failure = z.object({ code: z.string(), message: z.string(), context: z.record(z.string(), z.unknown()) });

/** A property of an object as answers show it. */
const node = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  value: z.unknown().optional(),
  objectId: z.string().optional(),
  childCount: z.number().optional(),
  truncated: z.boolean().optional(),
  enumerable: z.boolean().optional(),
  get properties() {
    return z.record(z.string(), node).optional();
  },
});
export type Node = z.output<typeof node>;

const variable = z.looseObject({
  name: z.string(),
  type: z.string(),
  value: z.unknown().optional(),
  objectId: z.string().optional(),
});
const breakpoint = z.looseObject({
  id: z.string(),
  file: z.string(),
  line: z.number(),
  condition: z.string().optional(),
  enabled: z.boolean(),
  verified: z.boolean(),
});
const watch = z.looseObject({
  watchId: z.string(),
  expression: z.string(),
  value: z.unknown().optional(),
  changed: z.boolean(),
  oldValue: z.unknown().optional(),
  newValue: z.unknown().optional(),
});

/** Any answer of the toolset, as a client reads it: which fields there are depends on the tool. */
const answerSchema = z.looseObject({
  status: z.enum(['success', 'error']),
  sessionId: z.string().optional(),
  state: z.string().optional(),
  pid: z.number().optional(),
  inspectorUrl: z.string().optional(),
  location: z.union([place, z.string()]).optional(),
  function: z.string().optional(),
  reason: z.string().optional(),
  exitCode: z.number().nullish(),
  signal: z.string().nullish(),
  breakpointId: z.string().optional(),
  file: z.string().optional(),
  line: z.number().optional(),
  enabled: z.boolean().optional(),
  verified: z.boolean().optional(),
  breakpoints: z.array(breakpoint).optional(),
  value: z.unknown().optional(),
  type: z.string().optional(),
  objectId: z.string().optional(),
  properties: z.record(z.string(), node).optional(),
  variables: z.array(variable).optional(),
  closure: z.array(variable).optional(),
  stack: z.array(frame.partial({ column: true })).optional(),
  frame: frame.optional(),
  watchId: z.string().optional(),
  watches: z.array(watch).optional(),
  output: z.array(z.object({ category: z.string(), text: z.string() })).optional(),
  hung: z.boolean().optional(),
  completed: z.boolean().optional(),
  duration: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  context: z.record(z.string(), z.unknown()).optional(),
  error: failure.optional(),
});
export type Answer = z.output<typeof answerSchema>;

/** The `debugger` toolset on an engine of its own, called as the server calls it, and a folder for programs. */
export class DebuggerToolbox {
  readonly folder = temporaryFolder('toolbox-');
  readonly engine: DebugEngine;
  readonly #calls: ToolCalls;
  readonly #outputs = new Map(DEBUGGER_TOOLSET.tools.map(({ name, outputSchema }) => [name, outputSchema]));

  constructor(options: Partial<DebugEngineOptions> = {}) {
    this.engine = new DebugEngine({ cwd: this.folder, ...options });
    const toolset = bindToolsets([DEBUGGER_TOOLSET], this.engine, () => this.engine.close());
    const log = (line: string) => process.stderr.write(`${line}\n`);
    this.#calls = new ToolCalls(toolset, { log, masksSecrets: false });
  }

  get toolNames(): readonly string[] {
    return this.#calls.list().map(({ name }) => name);
  }

  /** Writes a program into the folder. @returns Its absolute path. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /**
   * Calls `debugger_<name>`. Each answer is held to what was promised of it: the text is the structured content, and that is what the
   * tool's output schema says.
   *
   * @throws Error for an answer that breaks a promise
   */
  async call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const tool = `debugger_${name}`;
    const outcome = await this.#calls.call(tool, args, { signal: AbortSignal.timeout(60_000), progress: () => {} });
    if (outcome.kind === 'rejected') throw new Error(`${tool} was rejected: ${outcome.message}`);
    const { text, structured, isError = false } = outcome.answer;
    if (text !== JSON.stringify(structured)) throw new Error(`${tool}: text and structured content differ`);
    this.#outputs.get(tool)?.parse(structured);
    const decoded = answerSchema.parse(structured);
    if (isError !== (decoded.status === 'error')) throw new Error(`${tool}: isError and status differ: ${text}`);
    return decoded;
  }

  /** Calls a tool that must succeed. @throws Error with the answer when it does not */
  async ok(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const answer = await this.call(name, args);
    if (answer.status === 'success') return answer;
    throw new Error(`debugger_${name} ${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `file:line` of where an answer says that the program is. */
export function lineOf({ location }: Answer): number | undefined {
  return typeof location === 'object' ? location.line : undefined;
}

/** The value of a variable in a list, as answers show it: of an object, all that they say of it. */
export function variableIn(variables: Answer['variables'], name: string): unknown {
  return variables?.find((each) => each.name === name)?.value;
}

/** An object as an answer shows it. @throws Error for anything else */
export function nodeOf(value: unknown): Node {
  return node.parse(value);
}
