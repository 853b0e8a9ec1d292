/** An address at which a program accepts connections. */
export interface ServedAddress {
  /** As a URL wants it. */
  readonly host: string;
  readonly port: number;
  readonly pid: number;
}

/** The reason for which a running program waits for its client or user: worth an answer before the time is over. */
export type IdleProgram =
  | {
      readonly kind: 'listening';
      readonly addresses: readonly ServedAddress[];
      /** True if the program listened there before, and was stopped or restarted in between. */
      readonly again: boolean;
    }
  | {
      readonly kind: 'awaitsInput';
      readonly pid: number;
      /** The unfinished line that it wrote before. */
      readonly prompt: string | undefined;
    };
