import { types } from 'node:util';
import { program } from '../agent/program.ts';

/** The state of a worker of Vitest, where all of Vitest finds it. */
const STATE = '__vitest_worker__';
const MARK = '//# sourceMappingURL=';

/**
 * A text that Vitest runs, with its source map behind it. Since version 5 the map is sent beside the text, and found by the file of the
 * module. All other texts stay as they are.
 */
export function withVitestMap(source: string, path: string): string {
  const modules: unknown = property(property(program, STATE), 'evaluatedModules');
  if (modules === undefined || source.includes(MARK)) return source;
  const files: unknown = property(modules, 'fileToModulesMap');
  const found: unknown = types.isMap(files) ? Reflect.apply(Map.prototype.get, files, [path]) : undefined;
  const list: unknown[] = [];
  if (types.isSet(found)) Reflect.apply(Set.prototype.forEach, found, [(module: unknown) => list.push(module)]);
  const maps = list.map((module) => property(property(module, 'meta'), 'sourceMap'));
  const map = maps.find((each) => typeof each === 'string');
  return map === undefined ? source : `${source}\n${MARK}data:application/json,${encodeURIComponent(map)}`;
}

function property(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}
