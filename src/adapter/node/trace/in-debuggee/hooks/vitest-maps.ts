/** The state of a worker of Vitest, where all of Vitest finds it. */
const STATE = '__vitest_worker__';
const MARK = '//# sourceMappingURL=';

/**
 * A text that Vitest runs, with its source map behind it. Since version 5 the map is sent beside the text, and found by the file of the
 * module. All other texts stay as they are.
 */
export function withVitestMap(source: string, path: string): string {
  const modules: unknown = property(property(globalThis, STATE), 'evaluatedModules');
  if (modules === undefined || source.includes(MARK)) return source;
  const files: unknown = property(modules, 'fileToModulesMap');
  const found: unknown = files instanceof Map ? files.get(path) : undefined;
  for (const module of found instanceof Set ? found : []) {
    const map: unknown = property(property(module, 'meta'), 'sourceMap');
    if (typeof map === 'string') return `${source}\n${MARK}data:application/json,${encodeURIComponent(map)}`;
  }
  return source;
}

function property(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}
