import { fileURLToPath } from 'node:url';

/** The text of a script's source map, and the url that its relative sources start from. */
export interface MapText {
  readonly text: string;
  readonly url: string;
}

/**
 * Reads the map that a script names in its `sourceMappingURL`: carried in the comment itself, or in a file beside the script.
 * Undefined when it cannot be had.
 *
 * @param scriptUrl The script's own url, against which the map's is relative.
 * @param readFile Gives a file's text; undefined when it cannot be read.
 */
export function readMap(
  sourceMapUrl: string,
  scriptUrl: string,
  readFile: (path: string) => string | undefined,
): MapText | undefined {
  const inline = /^data:[^,]*?(;base64)?,/.exec(sourceMapUrl);
  if (inline) {
    const body = sourceMapUrl.slice(inline[0].length);
    const text = inline[1] ? Buffer.from(body, 'base64').toString('utf8') : decodedText(body);
    return text === undefined ? undefined : { text, url: scriptUrl };
  }
  const url = resolvedUrl(sourceMapUrl, scriptUrl);
  const path = url?.startsWith('file:') ? filePathOf(url) : undefined;
  const text = path === undefined ? undefined : readFile(path);
  return url === undefined || text === undefined ? undefined : { text, url };
}

/** The url in the last `//# sourceMappingURL=` comment of a generated text, as V8 reads it. */
export function sourceMapUrlIn(text: string): string | undefined {
  const matches = [...text.matchAll(/(?:\/\/|\/\*)[#@][ \t]sourceMappingURL=([^\s'"*]+)/g)];
  return matches.at(-1)?.[1];
}

function resolvedUrl(url: string, base: string): string | undefined {
  return URL.canParse(url, base) ? new URL(url, base).href : undefined;
}

/** Undefined for a url of another host (`//cdn.example.com/a.map` beside a file), and for invalid escapes. */
function filePathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url.replace(/[?#][\s\S]*/, ''));
  } catch {
    return undefined;
  }
}

function decodedText(body: string): string | undefined {
  try {
    return decodeURIComponent(body);
  } catch {
    return undefined;
  }
}
