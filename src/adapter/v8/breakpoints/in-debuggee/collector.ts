/** What the summariser is asked for here: the text of one value. */
export type ShowValue = (
  call: readonly ['value', limits: object, path: readonly never[], start: number, value: unknown],
) => { readonly a: { readonly node: { readonly v: string } } };

/** Parts of a message: texts, and functions that each evaluate an expression of the user's. */
export type Collect = (id: number, parts: readonly (() => unknown)[]) => void;

/**
 * Makes the collecting function in the debuggee, from the built-ins of before the program. Runs there, from its own source text.
 *
 * Each expression is evaluated once. Expressions that pass their own breakpoint are not recorded for that: in a paused frame
 * the debugger would not stop in them, either.
 *
 * @param emit The binding that carries messages out.
 */
export function createCollector(emit: (message: string) => void, summarise: ShowValue): Collect {
  // Characters that one value may have; a larger one is described. It bounds what a single message carries.
  const maxJsonChars = 2_000_000;
  const { stringify } = JSON;
  const { is, getPrototypeOf } = Object;
  const text = String;
  const plain = Object.prototype;
  const limits = { depth: 0, maxChildren: 0, maxTextLength: 400, maxVariables: 0 };
  const shown = (value: unknown) => summarise(['value', limits, [], 0, value]).a.node.v;

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

  function valueText(value: unknown): string {
    const json = jsonOf(value);
    const whole = json !== undefined && json.length <= maxJsonChars ? json : undefined;
    const isNumber = typeof value === 'number';
    const isLess = whole === undefined || isLossy(value, whole);
    const carried = whole !== undefined && !(isNumber && whole === 'null') ? `,"json":${whole}` : '';
    const description = isNumber ? (is(value, -0) ? '-0' : text(value)) : isLess ? shown(value) : '';
    return `{"type":"${typeof value}"${carried}${isLess ? `,"description":${stringify(description)}` : ''}}`;
  }

  function thrownText(error: unknown): string {
    if (typeof error !== 'object' || error === null || !('message' in error)) return shown(error);
    const { name, message }: { name?: unknown; message: unknown } = error;
    return `${name}: ${message}`;
  }

  function partText(part: (() => unknown) | undefined): string {
    try {
      return valueText(part?.());
    } catch (error) {
      let message = 'an error that cannot be shown';
      try {
        message = thrownText(error);
      } catch {}
      return `{"thrown":${stringify(message)}}`;
    }
  }

  let isCollecting = false;
  return (id, parts) => {
    if (isCollecting) return;
    isCollecting = true;
    let all = '';
    for (let index = 0; index < parts.length; index++) all += (index > 0 ? ',' : '') + partText(parts[index]);
    isCollecting = false;
    emit(`[${id},null,[${all}]]`);
  };
}
