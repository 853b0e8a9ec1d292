import type { CallOptions } from '../../../../model/call-options.ts';
import { DebugError, messageOf } from '../../../../model/debug-error.ts';
import type { ChildFollower, FollowRequest } from '../../../child-follower.ts';
import type { AdapterOptions } from '../../../language.ts';
import { debugpyArguments } from '../debugpy/debugpy-arguments.ts';
import { privateCopies } from '../debugpy/debugpy-copy.ts';
import { openPrivatePort } from '../debugpy/private-port.ts';
import { SessionQueue } from '../debugpy/session-queue.ts';
import { FollowFiles, followerFolder } from './follow-files.ts';
import { type FollowReport, FollowReports } from './follow-reports.ts';
import { FollowedPython } from './followed-python.ts';
import { reportText } from './report-text.ts';

/**
 * The Python processes below a program of any language. Each runs a file of ours first, which has debugpy connect to us when the
 * process is about to run code that matters; until then it costs a millisecond.
 */
export class PythonFollower implements ChildFollower {
  readonly adapter: FollowedPython;
  /** Notes that were given already: many processes have them in common. */
  readonly #said = new Set<string>();

  constructor({ traceWire }: AdapterOptions) {
    this.adapter = new FollowedPython({ traceWire });
  }

  #onReport(report: FollowReport): void {
    const { kind } = report;
    if (kind === 'began') {
      this.adapter.began({ pid: report.pid, name: report.text });
      return;
    }
    const text = reportText({ ...report, kind });
    const said = text.replace(/process \d+/, '');
    if (this.#said.has(said)) return;
    this.#said.add(said);
    this.adapter.events.emit('output', { category: 'log', isNote: true, text });
  }

  async follow({ env }: FollowRequest, { signal }: CallOptions): Promise<Readonly<Record<string, string>>> {
    signal?.throwIfAborted();
    const sessions = new SessionQueue();
    const session = debugpyArguments({ stopOnEntry: false, programFile: undefined, ownFolders: [followerFolder()] });
    const listener = await openPrivatePort((transport) => {
      sessions.add({ transport, command: 'attach', arguments: session });
    });
    const { host, port, token } = listener;
    const files = new FollowFiles({ host, port, token, copies: privateCopies() });
    const reports = new FollowReports(files.reports, (report) => this.#onReport(report));
    try {
      const variables = files.environment(env);
      this.adapter.begin({
        onWanted: (wanted) => files.write(wanted),
        link: {
          started: undefined,
          isFollowing: true,
          label: 'Python',
          onSession: (take) => sessions.onSession(take),
          close: () => {
            listener.close();
            reports.close();
            files.remove();
          },
        },
      });
      return variables;
    } catch (error) {
      listener.close();
      reports.close();
      files.remove();
      throw new DebugError('launch_failed', `Python processes cannot be followed: ${messageOf(error)}`, {
        advice: 'Start the Python program itself to debug it.',
        details: { program: 'python' },
        cause: error,
      });
    }
  }
}
