import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DebugError } from '../../../model/debug-error.ts';
import { findCommand } from '../../../process/find-command.ts';

/** The command that installs delve: the packages of distributions are older than the Go that they are to debug. */
export const INSTALL_DELVE = 'go install github.com/go-delve/delve/cmd/dlv@latest';
const INSTALL_GO = 'install Go from https://go.dev/dl';
const VERSION_MS = 5_000;

/** The folder and the environment in which tools are looked for. */
interface ToolPlace {
  /** Absolute. */
  readonly cwd: string;
  /** Whole. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The path of the go command; undefined where there is none. @param chosen What the caller named. */
export function findGo({ cwd, env }: ToolPlace, chosen?: string): string | undefined {
  if (chosen !== undefined) return findCommand(chosen, { cwd, env });
  const root = env.GOROOT === undefined ? undefined : findCommand(join(env.GOROOT, 'bin', 'go'), { cwd, env });
  return findCommand('go', { cwd, env }) ?? root ?? findCommand('/usr/local/go/bin/go', { cwd, env });
}

/** The path of delve: on PATH, or where `go install` puts it, which is on few. */
export function findDelve({ cwd, env }: ToolPlace): string | undefined {
  const onPath = findCommand('dlv', { cwd, env });
  if (onPath !== undefined) return onPath;
  const goPaths = (env.GOPATH ?? join(env.HOME ?? homedir(), 'go')).split(delimiter);
  const folders = [...(env.GOBIN === undefined ? [] : [env.GOBIN]), ...goPaths.map((each) => join(each, 'bin'))];
  return folders.flatMap((folder) => findCommand(join(folder, 'dlv'), { cwd, env }) ?? [])[0];
}

/** The version that a tool says; empty when it says none. */
export async function versionOf(path: string, args: readonly string[], pattern: RegExp): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(path, [...args], { timeout: VERSION_MS });
    return pattern.exec(stdout)?.[1] ?? '';
  } catch {
    return '';
  }
}

/** The go command that builds programs. @throws DebugError `launch_failed` saying how to get it */
export function goOf(place: ToolPlace, chosen?: string): string {
  const go = findGo(place, chosen);
  if (go === undefined) throw missing(chosen ?? 'the go command', INSTALL_GO);
  return go;
}

/** The delve that debugs programs. @throws DebugError `launch_failed` naming the command that installs it */
export function delveOf(place: ToolPlace): string {
  const delve = findDelve(place);
  if (delve === undefined) throw missing('delve (dlv)', `run ${INSTALL_DELVE}`);
  return delve;
}

function missing(tool: string, how: string): DebugError {
  return new DebugError('launch_failed', `A Go program needs ${tool}, which was not found.`, {
    advice: `To get it, ${how}; then call again.`,
    details: { program: tool },
  });
}
