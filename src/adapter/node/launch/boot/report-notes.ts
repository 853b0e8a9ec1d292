import { basename } from 'node:path';
import type { ProcessIdentity } from '../../../../model/session-summary.ts';
import type { ProcessReport } from './reports.ts';

const MAX_COMMAND = 150;

const LEFT = {
  permission:
    'it runs with the permission model of Node.js, which keeps what the debugger needs from being loaded. Breakpoints in it are not hit.',
  environment:
    'its NODE_OPTIONS are taken away or replaced, and with them what reports it. Breakpoints in it are not hit.\nA script that sets them can keep what is there: NODE_OPTIONS="$NODE_OPTIONS --its-own".',
} as const;

/** The session's note on a report; undefined if the report needs none. */
export function noteOf(report: ProcessReport): string | undefined {
  if (report.kind === 'died') {
    const { pid, text } = report;
    return `Process ${pid} (${nameOf(report)}) ended by an uncaught error. It had loaded no file with a breakpoint, so it was not stopped there:\n${text.trimEnd()}\n`;
  }
  if ((report.kind === 'waiting' || report.kind === 'running') && report.openAt !== undefined) {
    const { pid, openAt } = report;
    return `The inspector of process ${pid} (${nameOf(report)}) listens at ${openAt}, by its own options:\nwhoever reaches this machine over the network can run code in it. Without an address it listens at 127.0.0.1.\n`;
  }
  if (report.kind !== 'left') return undefined;
  const which = report.child === undefined ? 'A process' : `Process ${report.child}`;
  return `${which} (${commandOf(report)}) is not followed:\n${LEFT[report.reason]}\n`;
}

/**
 * The note on a file that a worker thread has loaded in a process without a debugger, and the reason for the file's breakpoints.
 */
export function missedInWorker(file: string, { pid, name }: ProcessIdentity): { reason: string; note: string } {
  const where = `a worker thread of process ${pid} (${name})`;
  return {
    reason: `${where}, which was not looked into, has loaded it`,
    note: `${basename(file)} was loaded by ${where}, and does not stop there: nothing in that process had mattered before. With a breakpoint in ${name}, too, its workers are followed.\n`,
  };
}

function commandOf({ argv: [program = '', ...args] }: ProcessReport): string {
  const text = [basename(program), ...args].join(' ');
  return text.length > MAX_COMMAND ? `${text.slice(0, MAX_COMMAND)}…` : text;
}

function nameOf({ argv: [node = 'node', script] }: ProcessReport): string {
  return basename(script ?? node);
}
