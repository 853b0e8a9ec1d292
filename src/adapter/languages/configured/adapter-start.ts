import { shellWord } from '../../../process/own-command.ts';
import type { ConfiguredLanguage } from './configured-language.ts';

/**
 * The commands that debugging a language runs on this machine, for the person who decides whether to allow them:
 * `run dlv dap --listen=127.0.0.1:${port}`.
 */
export function adapterStart({ build, ...adapter }: Pick<ConfiguredLanguage, 'reach' | 'env' | 'build'>): string {
  const start = reachText(adapter);
  return build === undefined ? start : `run ${build.map(shellWord).join(' ')}, then ${start}`;
}

function reachText({ reach, env }: Pick<ConfiguredLanguage, 'reach' | 'env'>): string {
  if (reach.kind === 'port') return `connect to ${shellWord(reach.host)}:${reach.port}`;
  const assignments = Object.entries(env).map(([name, value]) => `${shellWord(name)}=${shellWord(value)}`);
  return `run ${[...assignments, ...[reach.command, ...reach.args].map(shellWord)].join(' ')}`;
}
