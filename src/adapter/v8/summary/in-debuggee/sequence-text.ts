import type { PrimitiveText } from './primitive-text.ts';
import type { Work } from './work-budget.ts';

/** Hands out the texts of a list's items one by one. */
export interface ItemCursor {
  /** Items not handed out yet. */
  left(): number;
  /** The next item's text, in `room` characters if it can; longer when it cannot. */
  next(room: number): string;
}

export type SequenceText = ReturnType<typeof createSequenceText>;

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createSequenceText(primitives: PrimitiveText) {
  /** `[1, 2, … 998 more]`: as many items as there is room for, then how many there are besides. */
  return (work: Work, open: string, close: string, items: ItemCursor, room: number): string => {
    let text = open;
    for (let shown = 0; items.left() > 0; shown++) {
      const left = items.left();
      const comma = shown > 0 ? ', ' : '';
      const more = `… ${primitives.grouped(left)} more`;
      const reserve = left > 1 ? more.length + 2 : 0;
      const space = room - text.length - comma.length - close.length - reserve;
      const share = left > 1 && space > 40 ? space - ((space * 0.4) | 0) : space;
      const item = space < 1 || work.exhausted() ? undefined : items.next(share);
      if (item === undefined || item.length > space) {
        work.cut = true;
        return `${text}${comma}${more}${close}`;
      }
      text += comma + item;
    }
    return text + close;
  };
}
