import type { FrameEvent } from './trace-record.ts';

/** The difference of two recorded calls. */
export type TraceDifference =
  /** The same step came to other values. */
  | { readonly kind: 'value'; readonly index: number; readonly one: FrameEvent; readonly other: FrameEvent }
  /** One run went where the other did not; undefined where one had ended. */
  | {
      readonly kind: 'path';
      readonly index: number;
      readonly one: FrameEvent | undefined;
      readonly other: FrameEvent | undefined;
    };
