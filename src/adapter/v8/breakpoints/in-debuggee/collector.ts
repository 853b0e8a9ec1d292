import type { ValueKeeper } from './value-keeper.ts';

/** The part of the summariser that is called here: the text of one value. `w`: the protocol can show more of the value. */
export type ShowValue = (
  call: readonly ['value', limits: object, path: readonly never[], start: number, value: unknown],
) => { readonly a: { readonly node: { readonly v: string; readonly t?: string } }; readonly w?: 1 | undefined };

/**
 * Functions that each evaluate an expression of the user's. True: values of them are kept, and the program must pause for the protocol to
 * show them.
 */
export type Collect = (id: number, parts: readonly (() => unknown)[], mayKeep: boolean) => boolean;

/**
 * Makes the collecting function in the debuggee, from the built-ins of before the program. Runs there.
 *
 * Each expression is evaluated once. Expressions that pass their own breakpoint are not recorded for that: in a paused frame
 * the debugger would not stop in them, either.
 *
 * @param emit The binding that carries messages out.
 */
export function createCollector(emit: (message: string) => void, summarise: ShowValue, keeper: ValueKeeper): Collect {
  // Characters that one value may have; a larger one is described. It bounds what a single message carries.
  const maxJsonChars = 2_000_000;
  const { stringify } = JSON;
  const { is, getPrototypeOf } = Object;
  const text = String;
  const plain = Object.prototype;
  const limits = { depth: 0, maxChildren: 0, maxTextLength: 400, maxVariables: 0 };
  const lessShown = ' (a stop here shows more of it)';
  const shown = (value: unknown) => summarise(['value', limits, [], 0, value]);
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
    const { a, w } = shown(value);
    // The JSON of a proxy is what the program sees of it.
    if (w !== 1 || (!isLess && a.node.t === 'proxy')) return isLess ? `,"description":${stringify(a.node.v)}` : '';
    const number = mayKeep ? keeper.keep(id, value) : undefined;
    if (number === undefined) return `,"description":${stringify(a.node.v + lessShown)}`;
    isKeeping = true;
    return `,"description":${stringify(a.node.v)},"kept":${number},"beside":${!isLess}`;
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
    if (typeof error !== 'object' || error === null || !('message' in error)) return shown(error).a.node.v;
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
