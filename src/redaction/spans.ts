import { MASK } from './redaction-patterns.ts';

/** A piece of a text that is masked. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param spans In their order, none within another. */
export function withMasks(text: string, spans: readonly Span[]): string {
  let result = '';
  let done = 0;
  for (const { from, to } of spans) {
    result += text.slice(done, from) + MASK;
    done = to;
  }
  return result + text.slice(done);
}
