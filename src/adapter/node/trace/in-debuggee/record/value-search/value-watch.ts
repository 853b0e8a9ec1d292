import type { ValuePlace } from '../../../../../../model/trace/trace-record.ts';
import type { Held } from '../describe.ts';

/** Watches each value that a recorded call has to do with, in the order of the events. */
export interface ValueWatch {
  /** @param name Of the variable, or of the function that it is passed to or comes from. */
  saw(call: object, how: ValuePlace['how'], value: Held, line: number, name?: string): void;
  /** @param expression What was written there. */
  passed(call: object, value: Held, line: number, to: string | undefined, expression: string | undefined): void;
  suspends(call: object): void;
  resumes(call: object): void;
}
