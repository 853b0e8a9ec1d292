import { program } from '../agent/program.ts';
import { RECORDER } from '../code/table.ts';
import type { LoadedTexts } from './loaded-texts.ts';

/** Has functions with probes, and functions of ours in Node's place, give the text that they have in a plain run. */
export function hideInFunctionTexts(loaded: LoadedTexts): void {
  const { prototype } = program.Function;
  const functionText = prototype.toString;
  const shown = {
    toString(this: unknown): string {
      const original = typeof this === 'function' ? loaded.originalOf(this) : undefined;
      const text: string = Reflect.apply(functionText, original ?? this, []);
      const isMarked = text.includes(RECORDER) || text.includes('$mt');
      return isMarked ? (loaded.plainSource(text) ?? text) : text;
    },
  }.toString;
  loaded.disguise(shown, functionText);
  Object.defineProperty(prototype, 'toString', {
    value: shown,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
