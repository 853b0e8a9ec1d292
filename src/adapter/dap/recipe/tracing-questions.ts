/** Code of the language that records in a debuggee what it does, begun and ended by evaluations. */
export interface TracingQuestions {
  /** The code to evaluate once, before anything else. */
  installation(): string;
  /** Begins to record what a file asks for. */
  begin(requestFile: string): string;
  /** Begins in the thread that evaluates it. */
  beginInThread(): string;
  end(): string;
  /** Ends the recording in the thread that evaluates this. */
  endInThread(): string;
  /** Reads the outcome of one of these; undefined if the result is no answer. */
  decode(result: string): TracingAnswer | undefined;
}

/** The outcome for a beginning. */
export interface TracingAnswer {
  /** The reason why nothing is recorded. */
  readonly refused?: string;
  /** Threads that run already are to be begun one by one. */
  readonly inThreads?: boolean;
}
