import { readText } from '../../files/read-file.ts';
import type { WrittenFunction } from '../../model/trace/trace-report.ts';
import type { TracePlace } from '../../model/trace/trace-request.ts';
import { nearFunctions } from './near-functions.ts';

/** Several functions of one name, any of which a session stops at. */
export interface Namesakes {
  readonly name: string;
  readonly written: readonly WrittenFunction[];
}

/**
 * The places that several functions below a folder have the name of. A name with its class means one of them; what a program loads is
 * not known to a session before it comes to it, so this is what is written.
 */
export function namesakesOf(
  places: readonly TracePlace[],
  where: { readonly cwd: string; readonly program: string },
): Namesakes[] {
  const names = places.flatMap((place) => (place.kind === 'function' && !place.name.includes('.') ? place.name : []));
  return [...new Set(names)].flatMap((name) => {
    const near = nearFunctions(name, { folders: [where.cwd], program: where.program });
    const written = near.filter((each) => each.name === name);
    return written.length > 1 ? [{ name, written }] : [];
  });
}

/** Functions below a folder whose names are like one that was not found; none where there is one of that name, whose class may be meant. */
export function namesLike(name: string, where: { readonly cwd: string; readonly program: string }): WrittenFunction[] {
  const near = nearFunctions(name, { folders: [where.cwd], program: where.program });
  return near.some((each) => isMeant(name, each)) ? [] : near;
}

function isMeant(wanted: string, { name, path }: WrittenFunction): boolean {
  const [own, ...around] = wanted.split('.').reverse();
  return name === own && around.every((each) => readText(path)?.includes(each));
}
