import type { ChildProcess } from 'node:child_process';

/** The port of the inspector of a Node process whose stderr is a pipe, when it has said it. */
export function inspectorPortOf({ stderr }: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let said = '';
    stderr?.on('data', (chunk) => {
      said += String(chunk);
      const found = /Debugger listening on ws:\/\/[^/]*:(\d+)\//.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
}
