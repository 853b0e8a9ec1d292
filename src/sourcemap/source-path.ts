import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The location of a map, to resolve its relative sources. */
export interface MapLocation {
  /** Url of the map, or of the script that contains it. */
  readonly url: string;
  /** Folder of the program, absolute: bundlers write sources relative to it. */
  readonly root: string;
  /** True if a file exists; decides which of several readings of a source's name is meant. */
  readonly exists: (path: string) => boolean;
}

/**
 * The file that a source of a map means, as an absolute path.
 *
 * Bundlers name sources by urls of their own (`webpack://shop/./src/cart.ts?1a2b`): the path in it starts from the program's
 * folder, or from one above the generated file. The first reading under which a file exists is taken.
 *
 * @param source As resolved against the map's url: a url, or a path.
 */
export function sourcePath(source: string, location: MapLocation): string {
  if (source.startsWith('file:')) return fileOf(source, location.exists);
  const scheme = /^([a-z][a-z0-9+.-]+):\/\/([^/]*)\/*(.*)$/is.exec(source);
  if (!scheme) return isAbsolute(source) ? source : resolve(location.root, source);
  const [, , host = '', rest = ''] = scheme;
  const path = withoutQuery(decoded(rest));
  // `webpack:///home/app/src/a.ts` carries an absolute path.
  const readings = [join(location.root, path), join(location.root, host, path), `/${path}`];
  // `webpack://@scope/app/./src/a.ts`: the name of the package has two parts.
  if (host.startsWith('@')) readings.push(join(location.root, path.replace(/^[^/]*\//, '')));
  for (let folder = folderOf(location.url); folder && folder !== dirname(folder); folder = dirname(folder)) {
    readings.push(join(folder, path));
  }
  return readings.find(location.exists) ?? source;
}

/** Compilers write names of files into maps as they are: a `#`, `?` or `%` need not be an escape. */
function fileOf(url: string, exists: (path: string) => boolean): string {
  const path = fromFileUrl(url);
  const asWritten = url.replace(/^file:\/\/(?=\/)/, '');
  return !exists(path) && exists(asWritten) ? asWritten : path;
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(withoutQuery(url));
  } catch {
    // A host name, or an invalid escape: the url is then the only name.
    return url;
  }
}

function folderOf(url: string): string | undefined {
  return url.startsWith('file:') ? dirname(fromFileUrl(url)) : undefined;
}

function withoutQuery(path: string): string {
  return path.replace(/[?#][\s\S]*/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
