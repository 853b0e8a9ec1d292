import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { detectHang, type HangTarget } from '../../investigate/hang/detect-hang.ts';
import type { ActionNames } from '../../model/advice.ts';
import { DebugError } from '../../model/debug-error.ts';
import { renderHang } from '../../render/hang/hang.ts';
import { DEBUG_ACTIONS, ONE_SHOT_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, sessionArgument, timeoutArgument } from './common.ts';
import { launchNotes, launchRequest, runArguments } from './launch-arguments.ts';

/** A process that is only looked at writes to wherever it did before. */
const ACTIONS: Readonly<Record<HangTarget['kind'], ActionNames>> = {
  launch: ONE_SHOT_ACTIONS,
  session: DEBUG_ACTIONS,
  attach: {},
};

export const debugHang = defineTool({
  name: 'debug_hang',
  title: 'Explain a hang',
  description:
    'Explain why a program hangs. Pass program (started, then terminated), pid, port, or session (left untouched).',
  annotations: RUNS_PROGRAM,
  schema: z.strictObject({
    ...runArguments,
    program: optional(text()),
    pid: optional(integer({ min: 1 })),
    port: optional(integer({ min: 1, max: 65_535 })),
    session: sessionArgument,
    timeoutMs: timeoutArgument,
    sampleMs: optional(integer({ min: 10 })),
  }),
  async handler(args, context: Context) {
    const { engine, signal } = context;
    const { program, pid, port } = args;
    const given = [program, pid, port, args.session].filter((each) => each !== undefined).length;
    if (given > 1) throw tooMany();
    const target = targetOf();
    context.progress(`watching ${program ?? 'the program'}`);
    const report = await detectHang(engine, target, {
      withinMs: args.timeoutMs,
      sampleIntervalMs: args.sampleMs,
      signal,
    });
    const cwd = target.kind === 'session' ? target.session.cwd : resolve(engine.cwd, args.cwd ?? '.');
    const note = target.kind === 'launch' ? launchNotes(target.launch) : [];
    return { text: [renderHang(report, { cwd, actions: ACTIONS[target.kind] }), ...note].join('\n') };

    function targetOf(): HangTarget {
      const { language } = args;
      if (program !== undefined)
        return { kind: 'launch', launch: launchRequest({ ...args, program }, engine), language };
      if (pid !== undefined) return { kind: 'attach', target: { kind: 'pid', pid }, language };
      if (port !== undefined) return { kind: 'attach', target: { kind: 'port', host: '127.0.0.1', port }, language };
      return { kind: 'session', session: engine.sessions.get(args.session) };
    }
  },
});

function tooMany(): DebugError {
  return new DebugError('invalid_argument', 'debug_hang takes one of program, pid, port and session.', {
    advice:
      'Give program to start it, pid or port for a process that runs, or session for one that is debugged already.',
    details: { argument: 'program' },
  });
}
