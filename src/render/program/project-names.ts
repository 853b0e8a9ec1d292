import { oneLine } from '../plain-text.ts';

const MAX_NAMES = 12;
const MAX_NAME_CHARS = 60;

/**
 * The names by which a project's programs can be started, as a line:
 * `Programs by name: "launch.json: Server", "package.json: dev".`
 */
export function renderProjectNames(names: {
  readonly configurations: readonly string[];
  readonly scripts: readonly string[];
}): string[] {
  const all = [
    ...names.configurations.map((name) => `launch.json: ${name}`),
    ...names.scripts.map((name) => `package.json: ${name}`),
  ];
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_NAMES).map((name) => `"${oneLine(name, MAX_NAME_CHARS)}"`);
  const hidden = all.length - shown.length;
  return [`Programs by name: ${shown.join(', ')}${hidden > 0 ? `, … ${hidden} more` : ''}.`];
}
