import { saved } from '../agent/saved.ts';
import { RECORDER } from '../code/table.ts';
import type { LoadedTexts } from './loaded-texts.ts';

const { includes } = String.prototype;
const MARKS = [RECORDER, '$mt'];

/** Has functions with probes, and functions of ours in Node's place, give the text that they have in a plain run. */
export function hideInFunctionTexts(loaded: LoadedTexts): void {
  const { functionText } = saved;
  const shown = {
    toString(this: unknown): string {
      const original = typeof this === 'function' ? loaded.originalOf(this) : undefined;
      const text: string = saved.apply(functionText, original ?? this, []);
      const isMarked = saved.apply(includes, text, [MARKS[0]]) || saved.apply(includes, text, [MARKS[1]]);
      return isMarked ? (loaded.plainSource(text) ?? text) : text;
    },
  }.toString;
  loaded.disguise(shown, functionText);
  Object.defineProperty(Function.prototype, 'toString', {
    value: shown,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
