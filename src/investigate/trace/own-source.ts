import { readText } from '../../files/read-file.ts';
import { isCalledSource, SourcePlaces } from '../../files/source-places.ts';
import { linesOfText } from '../../files/text-lines.ts';

/** Longer files are shown without their text. */
const MAX_SOURCE_BYTES = 5_000_000;

/**
 * The written lines of a file of the program's own, the first one first; empty where they may not be shown: the program could name
 * any other file to us.
 *
 * @param folders Absolute; where own code lies. Projects around them count as well.
 */
export function sourceOf(path: string, folders: readonly string[]): readonly string[] {
  if (!isCalledSource(path) || !new SourcePlaces(folders).has(path)) return [];
  const text = readText(path, MAX_SOURCE_BYTES);
  return text === undefined ? [] : linesOfText(text, path);
}
