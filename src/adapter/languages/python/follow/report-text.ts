import { fixCommand } from '../debugpy/debugpy-copy.ts';
import type { FollowReport } from './follow-reports.ts';

/** A report that an answer has to show. */
export type FollowProblem = FollowReport & { readonly kind: Exclude<FollowReport['kind'], 'began'> };

/** The text of a report, as lines. */
export function reportText({ kind, pid, text }: FollowProblem): string {
  switch (kind) {
    case 'missing': {
      const [path = '', version = ''] = text.split('|');
      const fix = fixCommand({ path });
      return `Python process ${pid} runs code with a breakpoint, undebugged: debugpy is not there for Python ${version} (${path}). Run: ${fix}\n`;
    }
    case 'failed':
      return `Python process ${pid} runs code with a breakpoint, undebugged: debugpy failed in it (${text}).\n`;
    case 'isolated':
      return `Python process ${pid} starts a Python with ${text}, which is not debugged: it ignores PYTHONPATH.\n`;
    case 'uncaught':
      return `Python process ${pid} ends by an uncaught exception:\n${text}`;
  }
}
