import { basename } from 'node:path';
import { readText, statOf } from '../../../files/read-file.ts';

/** Bundlers write a script and its map one after the other; copying and checking out may turn the two around. */
const WRITTEN_TOGETHER_MS = 5_000;
/** The answers for scripts, by the times at which both files were written: each thread and process of a program asks. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;

/**
 * The url of the map of a script that names none (`--sourcemap=external`): `x.js.map` beside `x.js`, relative to it. Undefined where there
 * is none, or where it is not that of this text: it names another `file`, has more lines than the script, or is older than it. A script
 * that was written after its map was mostly built again without one, and wrong lines cost more than none; a map that is
 * newer is believed, because maps are also made, uploaded and copied after their scripts.
 *
 * @param path Of the script, absolute.
 */
export function mapBeside(path: string): string | undefined {
  const map = statOf(`${path}.map`);
  const script = map && statOf(path);
  if (!map?.isFile() || !script?.isFile()) return undefined;
  if (script.mtimeMs - map.mtimeMs > WRITTEN_TOGETHER_MS) return undefined;
  const key = [path, script.mtimeMs, script.size, map.mtimeMs, map.size].join('\n');
  const isMap = known.get(key) ?? isMapOf(path);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, isMap);
  return isMap ? `${encodeURIComponent(basename(path))}.map` : undefined;
}

function isMapOf(path: string): boolean {
  const map = jsonOf(readText(`${path}.map`) ?? '');
  if (map === undefined || !('mappings' in map) || typeof map.mappings !== 'string' || map.mappings === '')
    return false;
  if (!('version' in map) || map.version !== 3) return false;
  const file = 'file' in map && typeof map.file === 'string' ? map.file : '';
  if (file !== '' && basename(file) !== basename(path)) return false;
  return linesIn(map.mappings, ';') <= linesIn(readText(path) ?? '', '\n');
}

function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Empty lines at the end have no code: mappings may count one that the text does not. */
function linesIn(text: string, end: string): number {
  let lines = 1;
  let length = text.length;
  while (length > 0 && text[length - 1] === end) length--;
  for (let at = text.indexOf(end); at !== -1 && at < length; at = text.indexOf(end, at + 1)) lines++;
  return lines;
}
