import type { ValueKeeper } from './value-keeper.ts';

/** A value in one line. */
export interface ShownValue {
  readonly text: string;
  readonly type: string;
  /** The protocol can show more of it. */
  readonly isLess: boolean;
}

/** Shows a value without running any code of the program. */
export type ShowValue = (value: unknown, maxTextLength: number) => ShownValue;

/**
 * Functions that each evaluate an expression of the user's. True: values of them are kept, and the program must pause for the protocol to
 * show them.
 */
export type Collect = (id: number, parts: readonly (() => unknown)[], mayKeep: boolean) => boolean;

/**
 * Makes the collecting function in the debuggee,. Runs there.
 *
 * Each expression is evaluated once. Expressions that pass their own breakpoint are not recorded for that: in a paused frame
 * the debugger would not stop in them, either.
 *
 * @param emit The binding that carries messages out.
 * @param literal An object of the program's world that is like any other.
 */
export function createCollector(
  emit: (message: string) => void,
  show: ShowValue,
  keeper: ValueKeeper,
  literal: object,
): Collect {
  // Characters that one value may have; a larger one is described. It bounds what a single message carries.
  const maxJsonChars = 2_000_000;
  const { stringify } = JSON;
  const { is, getPrototypeOf } = Object;
  const text = String;
  const plain = getPrototypeOf(literal);
  const maxTextLength = 400;
  const lessShown = ' (a stop here shows more of it)';
  let isKeeping = false;

  /** As the program itself would write it: this is what its `toJSON` is for. */
  function jsonOf(value: unknown): string | undefined {
    try {
      return stringify(value);
    } catch {
      return undefined;
    }
  }

  function isLossy(value: unknown, json: string): boolean {
    if (typeof value === 'number') return json === 'null' || is(value, -0);
    return json === '{}' && getPrototypeOf(value) !== plain && getPrototypeOf(value) !== null;
  }

  /** The value in one line; with the number under which it is kept, where the protocol can show more of it. */
  function descriptionOf(id: number, value: unknown, isLess: boolean, mayKeep: boolean): string {
    const shown = show(value, maxTextLength);
    // The JSON of a proxy is what the program sees of it.
    if (!shown.isLess || (!isLess && shown.type === 'proxy'))
      return isLess ? `,"description":${stringify(shown.text)}` : '';
    const number = mayKeep ? keeper.keep(id, value) : undefined;
    if (number === undefined) return `,"description":${stringify(shown.text + lessShown)}`;
    isKeeping = true;
    return `,"description":${stringify(shown.text)},"kept":${number},"beside":${!isLess}`;
  }

  function valueText(id: number, value: unknown, mayKeep: boolean): string {
    const json = jsonOf(value);
    const whole = json !== undefined && json.length <= maxJsonChars ? json : undefined;
    const isNumber = typeof value === 'number';
    const isLess = whole === undefined || isLossy(value, whole);
    const carried = whole !== undefined && !(isNumber && whole === 'null') ? `,"json":${whole}` : '';
    const isObject = typeof value === 'object' && value !== null;
    const number = isLess ? `,"description":"${is(value, -0) ? '-0' : text(value)}"` : '';
    const description = isNumber ? number : isLess || isObject ? descriptionOf(id, value, isLess, mayKeep) : '';
    return `{"type":"${typeof value}"${carried}${description}}`;
  }

  function thrownText(error: unknown): string {
    if (typeof error !== 'object' || error === null || !('message' in error)) return show(error, maxTextLength).text;
    const { name, message }: { name?: unknown; message: unknown } = error;
    return `${name}: ${message}`;
  }

  function partText(id: number, part: (() => unknown) | undefined, mayKeep: boolean): string {
    try {
      return valueText(id, part?.(), mayKeep);
    } catch (error) {
      let message = 'an error that cannot be shown';
      try {
        message = thrownText(error);
      } catch {}
      return `{"thrown":${stringify(message)}}`;
    }
  }

  let isCollecting = false;
  return (id, parts, mayKeep) => {
    if (isCollecting) return false;
    isCollecting = true;
    isKeeping = false;
    let all = '';
    for (let index = 0; index < parts.length; index++)
      all += (index > 0 ? ',' : '') + partText(id, parts[index], mayKeep);
    isCollecting = false;
    emit(`[${id},null,[${all}]]`);
    return isKeeping;
  };
}
