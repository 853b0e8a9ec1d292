import type { Intrinsics } from './intrinsics.ts';
import type { Work } from './work-budget.ts';

export type PrimitiveText = ReturnType<typeof createPrimitiveText>;

/**
 * The text of values that are not objects; uncut, it evaluates to the same value again (symbols aside).
 *
 * Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createPrimitiveText(i: Intrinsics) {
  const hugeBigint = 10n ** 400n;

  /** 5000000 → `5,000,000`. */
  function grouped(count: number): string {
    const digits = `${count}`;
    let text = '';
    for (let at = 0; at < digits.length; at++) {
      if (at > 0 && (digits.length - at) % 3 === 0) text += ',';
      text += digits[at];
    }
    return text;
  }

  /** In double quotes. A cut one ends in `…"`, at the top with its length: `"aaaa…" (5,000,000 chars)`. */
  function stringText(work: Work, text: string, room: number, top: boolean): string {
    if (text.length + 2 <= room) {
      const whole = i.quote(text);
      if (whole.length <= room) return whole;
    }
    work.cut = true;
    const note = top ? ` (${grouped(text.length)} chars)` : '';
    let take = room - 3 - note.length;
    while (take > 0) {
      const quoted = i.quote(headOf(work, text, take));
      if (quoted.length + 1 + note.length <= room) return `${i.slice(quoted, 0, -1)}…"${note}`;
      take -= quoted.length + 1 + note.length - room;
    }
    return `"…"${note}`;
  }

  /** Without half a surrogate pair at its end, which would show as an escape. */
  function headOf(work: Work, text: string, length: number): string {
    const head = work.head(text, length);
    const last = head[length - 1] ?? '';
    return last >= '\ud800' && last <= '\udbff' ? i.slice(head, 0, length - 1) : head;
  }

  /** The text of a bigint; a huge one in base 16: base 10 would take the engine seconds. */
  function bigintText(work: Work, value: bigint, room: number): string {
    if (value < hugeBigint && value > -hugeBigint) return work.clip(`${i.bigintText(value)}n`, room);
    const digits = i.bigintText(value, 16);
    const sign = digits[0] === '-' ? '-' : '';
    const note = `… (${grouped(digits.length - sign.length)} hex digits)`;
    work.cut = true;
    const take = i.max(4, room - 3 - note.length);
    return `${sign}0x${i.slice(digits, sign.length, sign.length + take)}${note}`;
  }

  function primitiveText(work: Work, value: unknown, room: number, top: boolean): string {
    if (typeof value === 'string') return stringText(work, value, room, top);
    if (typeof value === 'bigint') return bigintText(work, value, room);
    if (typeof value === 'symbol') return work.clip(i.symbolText(value), room);
    return i.is(value, -0) ? '-0' : `${value}`;
  }

  /** The name of a property of `target` as it stands in an object literal, or of a private field; symbols in brackets. */
  function nameText(work: Work, target: object, name: PropertyKey): string {
    if (typeof name === 'symbol') return `[${work.clip(i.symbolText(name), 80)}]`;
    const text = `${name}`;
    if (text.length > 80) return stringText(work, text, 80, false);
    // A property can have the name of a private field, which stands in quotes then.
    const start = text[0] === '#' && !i.hasOwn(target, text) ? 1 : 0;
    return isBare(text, start) ? text : i.quote(text);
  }

  function isBare(text: string, start: number): boolean {
    if (text.length === start) return false;
    for (let at = start; at < text.length; at++) {
      const char = text[at] ?? '';
      const bare =
        (char >= 'a' && char <= 'z') ||
        (char >= 'A' && char <= 'Z') ||
        (char >= '0' && char <= '9') ||
        char === '_' ||
        char === '$' ||
        char > '\u00bf';
      if (!bare) return false;
    }
    return true;
  }

  return { grouped, primitiveText, nameText };
}
