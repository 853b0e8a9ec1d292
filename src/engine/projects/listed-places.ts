/**
 * The places that a text lists: `app.js:4, app.js:6`, or `app.js:4,6` for short. None where it is one place, or anything else.
 */
export function listedPlaces(text: string): readonly { readonly file: string; readonly place: string }[] {
  const places: { readonly file: string; readonly place: string }[] = [];
  for (const word of text.trim().split(/[\s,;]+/)) {
    const [, named, line] = /^(?:(.+?):)?(\d+)$/.exec(word) ?? [];
    const file = named ?? places.at(-1)?.file;
    if (file === undefined || line === undefined) return [];
    places.push({ file, place: `${file}:${line}` });
  }
  return places.length > 1 ? places : [];
}
