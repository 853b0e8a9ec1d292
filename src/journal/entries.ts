import * as z from 'zod/v4';
import { isRecord } from '../redaction/json.ts';
import { LOG_LEVELS } from './log-level.ts';

const common = {
  /** Unix time in milliseconds: what entries are sorted by. */
  timestamp: z.number().int(),
  /** The same moment as ISO 8601 text, for a reader who is a person. */
  time: z.string(),
  level: z.enum(LOG_LEVELS),
  /** Process id of the server that wrote it: several may write one file. */
  pid: z.number().int(),
};

/** The fields that a caller or a tool wrote, unchanged: a schema that copies key by key leaves `__proto__` out. */
const fields = z.custom<Readonly<Record<string, unknown>>>(isRecord, 'expected an object');

const session = {
  /** Unique over servers and time: a name may be used again, this never is. */
  sessionId: z.string(),
  /** The session's name for callers: `s1`. */
  sessionName: z.string(),
};

/** Many calls name no session, and one that starts a session cannot. */
const sessionIfKnown = { sessionId: z.string().optional(), sessionName: z.string().optional() };

const call = {
  ...common,
  namespace: z.literal('debug-mcp:tools'),
  ...sessionIfKnown,
  tool: z.string(),
  /** The same in a call and in its response or error; unique over servers and time. */
  callId: z.string(),
};

/** A place in a source. `file` is relative to the server's working directory, or begins with `~`, where that is possible. */
const place = z.object({
  file: z.string(),
  /** 1-based. */
  line: z.number().int(),
  function: z.string().optional(),
});

/** A tool was called. `request` holds its arguments, sanitized. */
export const toolCallSchema = z.object({
  ...call,
  message: z.literal('tool:call'),
  request: fields,
});

/** A tool answered. An answer in text is `{text}`. */
export const toolResponseSchema = z.object({
  ...call,
  message: z.literal('tool:response'),
  success: z.literal(true),
  /** Milliseconds since the tool's call. */
  duration: z.number(),
  response: fields,
});

/** A call was not carried out. */
export const toolErrorSchema = z.object({
  ...call,
  message: z.literal('tool:error'),
  /** Milliseconds since the tool's call. */
  duration: z.number(),
  error: z.string(),
});

/** A session entered another state. */
export const debugStateSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:state'),
  message: z.literal('debug:state'),
  ...session,
  event: z.enum(['paused', 'running', 'stopped']),
  /** paused: DAP's word (`breakpoint`, `step`, `exception`, `entry`, …). stopped: `exited` or `lost`. */
  reason: z.string().optional(),
  /** paused only. */
  location: place.optional(),
  /** paused only. */
  threadId: z.number().int().optional(),
  /** paused only: the breakpoints that caused it. */
  breakpointIds: z.array(z.string()).optional(),
  /** paused at an exception: `TypeError: x is not a function`. stopped after a loss: its cause. */
  description: z.string().optional(),
  /** stopped only; null when it was ended by a signal, or is not known. */
  exitCode: z.number().int().nullable().optional(),
  /** stopped only. */
  signal: z.string().optional(),
});

/**
 * The outcome for a breakpoint. `set`: wanted. `verified`: the debugger resolved its place, which `line` is. `pending` and
 * `rejected`: it did not, for `reason`. `hit`: it was passed. `removed`: it is not wanted any more.
 */
export const debugBreakpointSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:breakpoint'),
  message: z.literal('debug:breakpoint'),
  ...session,
  event: z.enum(['set', 'verified', 'pending', 'rejected', 'hit', 'removed']),
  /** `bp-1`, with the number by which answers call it. */
  breakpointId: z.string(),
  verified: z.boolean(),
  /** A breakpoint at a line; absent for one at a function. */
  file: z.string().optional(),
  /** 1-based. */
  line: z.number().int().optional(),
  /** A breakpoint at the entry of functions of that name. */
  function: z.string().optional(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
  logMessage: z.string().optional(),
  reason: z.string().optional(),
  /** hit only: passes counted so far. */
  hits: z.number().int().optional(),
});

const variable = z.object({
  name: z.string(),
  type: z.string(),
  value: z.string(),
  /** The value at the stop before in the same function call, if it differs; null: this stop is the first to show the variable. */
  previous: z.string().nullable().optional(),
});

/** Variables were read: the locals at a stop, a scope, or what is inside a value. */
export const debugVariablesSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:variables'),
  message: z.literal('debug:variables'),
  ...session,
  /** Absent where what was expanded is a value, whose frame is not known. */
  frameId: z.number().int().optional(),
  /** `Locals`, the scope's own name, or absent for what is inside a value. */
  scope: z.string().optional(),
  /** 0 when there was nothing to read. */
  variablesReference: z.number().int(),
  /** All that were read; `variables` has the first of them. */
  variableCount: z.number().int(),
  variables: z.array(variable),
});

/** The stack of a stop, and the source around it as it was then; read with the stop's report. */
export const debugStackSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:stack'),
  message: z.literal('debug:stack'),
  ...session,
  threadId: z.number().int(),
  /** Innermost first; the first of `frameCount`. */
  frames: z.array(
    z.object({
      name: z.string(),
      file: z.string(),
      line: z.number().int(),
      /** `normal` is the program's own code, `internal` the runtime's or a dependency's, `async` a caller whose frame is gone. */
      presentation: z.enum(['normal', 'internal', 'async']),
    }),
  ),
  frameCount: z.number().int(),
  /** `startLine` is 1-based. Absent when there was no text. */
  source: z.object({ startLine: z.number().int(), lines: z.array(z.string()) }).optional(),
});

/** The watched expressions at a stop. */
export const debugWatchesSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:watches'),
  message: z.literal('debug:watches'),
  ...session,
  watches: z.array(
    z.object({
      expression: z.string(),
      /** The value in one line, or what its evaluation failed with. */
      value: z.string(),
      failed: z.boolean(),
      /** The value at the stop before; only where it changed. */
      previous: z.string().optional(),
    }),
  ),
});

/** A session exists now. */
export const sessionCreatedSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:session'),
  message: z.literal('session:created'),
  ...session,
  language: z.string(),
  /** The debugged program, as the caller wrote it. */
  program: z.string().optional(),
  /** The folder of the program: relative to the server's working directory where possible. */
  cwd: z.string().optional(),
});

/** A session has been ended and forgotten. Its server may also have died without this entry. */
export const sessionClosedSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:session'),
  message: z.literal('session:closed'),
  ...session,
  /** Milliseconds since the session was created. */
  duration: z.number(),
});

/** Output of the debugged program, in pieces of bounded length: a long text is several entries. */
export const debugOutputSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:output'),
  message: z.literal('debug:output'),
  ...session,
  /** `log`: written by a log breakpoint on behalf of the program. */
  category: z.enum(['stdout', 'stderr', 'log']),
  output: z.string(),
  /** Characters left out after this piece, because the program wrote faster than the journal keeps. */
  omitted: z.number().int().optional(),
});

/** Entries are missing here: they could not be written. */
export const journalGapSchema = z.object({
  ...common,
  namespace: z.literal('debug-mcp:journal'),
  message: z.literal('journal:gap'),
  ...sessionIfKnown,
  /** The number of dropped entries. */
  dropped: z.number().int(),
  /** The reason, in one line. */
  reason: z.string(),
});

/** One line of the journal, decided by `message`. */
export const journalEntrySchema = z.discriminatedUnion('message', [
  toolCallSchema,
  toolResponseSchema,
  toolErrorSchema,
  debugStateSchema,
  debugBreakpointSchema,
  debugVariablesSchema,
  debugStackSchema,
  debugWatchesSchema,
  sessionCreatedSchema,
  sessionClosedSchema,
  debugOutputSchema,
  journalGapSchema,
]);

export type ToolCallEntry = z.infer<typeof toolCallSchema>;
export type DebugStateEntry = z.infer<typeof debugStateSchema>;
export type DebugBreakpointEntry = z.infer<typeof debugBreakpointSchema>;
export type DebugVariablesEntry = z.infer<typeof debugVariablesSchema>;
export type DebugStackEntry = z.infer<typeof debugStackSchema>;
export type DebugWatchesEntry = z.infer<typeof debugWatchesSchema>;
export type DebugOutputEntry = z.infer<typeof debugOutputSchema>;

/** Any line of the journal; `entry.message` decides which. */
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** The kind of a journal line: `tool:call`, `debug:state`, … */
export type JournalMessage = JournalEntry['message'];
