import type { CodeTable } from '../code/table.ts';
import { intrinsics as i } from './describe.ts';

const MARK =
  /\$+mt(\d+)\[(\d+)\](\(\.\.\.\)(?: is not a function or its return value is not async iterable)?| is not a function or its return value is not iterable)?/g;
const tables = new Map<number, CodeTable>();

/** From now on, errors that name a probe of this code can be put right. */
export function knowTexts(table: CodeTable): void {
  tables.set(table.key, table);
}

/** V8 names what was called in the text of an error (`a.b(...) is not a function`). Where that is a probe: what is inside of it. */
export function restoreMessage(error: unknown): void {
  if (typeof error !== 'object' || error === null || !i.types?.isNativeError(error)) return;
  const slot = Object.getOwnPropertyDescriptor(error, 'message');
  const message: unknown = slot?.value;
  if (typeof message !== 'string' || !message.includes('$mt')) return;
  const plain = message.replace(MARK, plainText);
  if (slot?.configurable) Object.defineProperty(error, 'message', { ...slot, value: plain });
}

function plainText(found: string, key: string, site: string, more: string | undefined): string {
  const plain = tables.get(+key)?.sites[+site]?.plain;
  if (plain === undefined) return found;
  const isCall = plain.endsWith('(...)');
  if (more === '(...)') return plain;
  if (more?.[0] === '(') return isCall ? plain + more.slice(5) : `${plain} is not async iterable`;
  const callee = isCall ? plain.slice(0, -5) : plain;
  return more === undefined ? callee : isCall ? callee + more : `${plain} is not iterable`;
}
