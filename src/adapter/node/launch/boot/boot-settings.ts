import { basename, extname } from 'node:path';
import type { WantedCode } from '../../../v8/threads/v8-threads.ts';
import { LAUNCHERS } from './launchers.ts';

/** The settings that processes read at their start, and again whenever they are woken. */
export interface BootSettings {
  /** Rises with each change of what is wanted. */
  readonly version: number;
  readonly serverPid: number;
  readonly isFlagged: boolean;
  readonly launchers: readonly string[];
  readonly adopt: WantedCode['adopt'];
  /** Names of scripts without their last extension: the source and what is compiled from it have that in common. */
  readonly stems: readonly string[];
  /** Whole names, for files of other kinds. */
  readonly names: readonly string[];
  /** True if no wanted file lies in a dependency: files of that name there are others. */
  readonly isOwnOnly: boolean;
  /** The FIFO, in the same folder, whose last writer goes when there is something new. */
  readonly wake: string;
}

/** The part of the settings that follows from what is wanted. */
export function wantedSettings({
  adopt,
  paths,
}: WantedCode): Pick<BootSettings, 'adopt' | 'stems' | 'names' | 'isOwnOnly'> {
  const names = [...new Set(paths.map((path) => basename(path)))];
  const stems = new Set(names.map((name) => name.slice(0, name.length - extname(name).length)));
  return { adopt, stems: [...stems], names, isOwnOnly: !paths.some((path) => /[\\/]node_modules[\\/][^.]/.test(path)) };
}

/** The settings of a tree that never change. */
export function fixedSettings(isFlagged: boolean): Pick<BootSettings, 'serverPid' | 'isFlagged' | 'launchers'> {
  return { serverPid: process.pid, isFlagged, launchers: LAUNCHERS };
}
