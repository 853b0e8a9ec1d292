import type { DebugProtocol as Dap } from '@vscode/debugprotocol';

/** The body of a response to which the specification gives none. */
type Nothing = undefined;

/** A command's arguments and the body of its response. */
interface Call<A, B> {
  readonly arguments: A;
  readonly body: B;
}

/** Every command that is sent to an adapter. */
interface Commands {
  initialize: Call<Dap.InitializeRequestArguments, Dap.Capabilities | undefined>;
  /** The arguments are the adapter's own. */
  launch: Call<Dap.LaunchRequestArguments & Readonly<Record<string, unknown>>, Nothing>;
  attach: Call<Dap.AttachRequestArguments & Readonly<Record<string, unknown>>, Nothing>;
  configurationDone: Call<Dap.ConfigurationDoneArguments, Nothing>;
  disconnect: Call<Dap.DisconnectArguments, Nothing>;
  terminate: Call<Dap.TerminateArguments, Nothing>;
  setBreakpoints: Call<Dap.SetBreakpointsArguments, Dap.SetBreakpointsResponse['body']>;
  setFunctionBreakpoints: Call<Dap.SetFunctionBreakpointsArguments, Dap.SetFunctionBreakpointsResponse['body']>;
  dataBreakpointInfo: Call<Dap.DataBreakpointInfoArguments, Dap.DataBreakpointInfoResponse['body']>;
  setDataBreakpoints: Call<Dap.SetDataBreakpointsArguments, Dap.SetDataBreakpointsResponse['body']>;
  setExceptionBreakpoints: Call<Dap.SetExceptionBreakpointsArguments, Dap.SetExceptionBreakpointsResponse['body']>;
  threads: Call<Record<string, never>, Dap.ThreadsResponse['body']>;
  stackTrace: Call<Dap.StackTraceArguments, Dap.StackTraceResponse['body']>;
  scopes: Call<Dap.ScopesArguments, Dap.ScopesResponse['body']>;
  variables: Call<Dap.VariablesArguments, Dap.VariablesResponse['body']>;
  setVariable: Call<Dap.SetVariableArguments, Dap.SetVariableResponse['body']>;
  setExpression: Call<Dap.SetExpressionArguments, Dap.SetExpressionResponse['body']>;
  source: Call<Dap.SourceArguments, Dap.SourceResponse['body']>;
  evaluate: Call<Dap.EvaluateArguments, Dap.EvaluateResponse['body']>;
  disassemble: Call<Dap.DisassembleArguments, Dap.DisassembleResponse['body']>;
  exceptionInfo: Call<Dap.ExceptionInfoArguments, Dap.ExceptionInfoResponse['body']>;
  continue: Call<Dap.ContinueArguments, Dap.ContinueResponse['body'] | undefined>;
  next: Call<Dap.NextArguments, Nothing>;
  stepIn: Call<Dap.StepInArguments, Nothing>;
  stepOut: Call<Dap.StepOutArguments, Nothing>;
  pause: Call<Dap.PauseArguments, Nothing>;
  restartFrame: Call<Dap.RestartFrameArguments, Nothing>;
  gotoTargets: Call<Dap.GotoTargetsArguments, Dap.GotoTargetsResponse['body']>;
  goto: Call<Dap.GotoArguments, Nothing>;
  /** pydevd's own; the lists hold names of exceptions. */
  setDebuggerProperty: Call<
    { readonly skipSuspendOnBreakpointException: string[]; readonly skipPrintBreakpointException: string[] },
    unknown
  >;
}

/** Every event that is listened to. Adapters send others, too; these are ignored. */
interface Events {
  initialized: Nothing;
  stopped: Dap.StoppedEvent['body'];
  continued: Dap.ContinuedEvent['body'];
  exited: Dap.ExitedEvent['body'];
  terminated: Dap.TerminatedEvent['body'];
  thread: Dap.ThreadEvent['body'];
  output: Dap.OutputEvent['body'];
  breakpoint: Dap.BreakpointEvent['body'];
  process: Dap.ProcessEvent['body'];
  capabilities: Dap.CapabilitiesEvent['body'];
  /** debugpy's own: a child process waits for a session of its own, to be started with this configuration. */
  debugpyAttach: Readonly<Record<string, unknown>>;
}

/** Requests that an adapter may send to its client. */
interface ReverseRequests {
  runInTerminal: Call<Dap.RunInTerminalRequestArguments, Dap.RunInTerminalResponse['body']>;
  startDebugging: Call<Dap.StartDebuggingRequestArguments, Nothing>;
}

/** A command of the protocol: `setBreakpoints`. */
export type DapCommand = keyof Commands;
export type DapArguments<C extends DapCommand> = Commands[C]['arguments'];
export type DapBody<C extends DapCommand> = Commands[C]['body'];

/** An event of the protocol: `stopped`. */
export type DapEvent = keyof Events;
export type DapEventBody<E extends DapEvent> = Events[E];

/** An adapter's own event by which it asks for a session with a child process, as `startDebugging` does. */
export type DapChildEvent = 'debugpyAttach';

export type DapReverseCommand = keyof ReverseRequests;
/** Answers a reverse request; a thrown error becomes its refusal. */
export type DapReverseHandler<C extends DapReverseCommand> = (
  request: ReverseRequests[C]['arguments'],
) => Promise<ReverseRequests[C]['body']>;

export type { Dap };
