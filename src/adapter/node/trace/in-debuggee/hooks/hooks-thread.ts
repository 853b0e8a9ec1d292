import { fileURLToPath } from 'node:url';
import { OwnCode } from '../agent/own-code.ts';
import { inserted } from '../code/edits.ts';
import { type Instructions, Instrumenter } from '../code/instrument.ts';
import { type Loaded, textOf } from './modules.ts';
import { announcement, headOffset } from './texts.ts';

/** In what a load hook is told: one of ours that is registered later has been called already. */
const LATER = Symbol('later');

let own: OwnCode | undefined;
let instrumenter: Instrumenter | undefined;

/** Called by Node in the thread of the hooks, each time that they are registered. */
export function initialize(data: Instructions & { readonly roots: readonly string[] }): void {
  own ??= new OwnCode(data.roots);
  instrumenter ??= new Instrumenter(data);
}

/** Called by Node for every module, in the thread of the hooks. */
export async function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Promise<Loaded>,
): Promise<Loaded> {
  if (LATER in context) return next(url, context);
  const result = await next(url, { ...context, [LATER]: true });
  if (!url.startsWith('file:') || result.format !== 'module' || result.source == null) return result;
  const path = fileURLToPath(url);
  const isOwn = own?.isOwn(path) === true;
  if (!isOwn && !(instrumenter?.watchesPackages() && own?.isPackage(path))) return result;
  try {
    const source = textOf(result.source);
    const given = { path, source, kind: 'module' } as const;
    const made = isOwn ? instrumenter?.instrument(given) : instrumenter?.watchPackage(given);
    if (made === undefined) return result;
    const { insertions, tables, notes, hints = [] } = made;
    const text = announcement({ path, plain: source, insertions, tables, notes, hints });
    return { ...result, source: inserted(source, [{ offset: headOffset(source), text }, ...insertions]) };
  } catch {
    return result;
  }
}
