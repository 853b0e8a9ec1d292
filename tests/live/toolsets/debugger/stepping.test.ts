import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DebuggerBench } from '../../../support/debugger-bench.ts';
import { type Answer, lineOf } from '../../../support/debugger-toolbox.ts';
import { generatedProgram, type Trace, traceOf } from '../../../support/generated-program.ts';

// A hundred runs take seconds on a machine at rest, and much longer on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

type Command = 'step_over' | 'step_into' | 'step_out';

/** The place of the program on its way: about to run a point, or back on its line after the call in it. */
interface Place {
  readonly at: number;
  readonly isBack: boolean;
}

let bench: DebuggerBench;
beforeAll(async () => {
  bench = await DebuggerBench.start();
});
afterAll(() => bench?.[Symbol.asyncDispose]());

/** The next point of the same call; undefined when it returns. */
function nextInCall({ points }: Trace, at: number): number | undefined {
  const next = points.findIndex(({ call }, index) => index > at && call === points[at]?.call);
  return next === -1 ? undefined : next;
}

/** The line of the caller of the call at a point: the line of the call. Undefined: the program's own call. */
function callSite({ points, calls }: Trace, at: number): number | undefined {
  const call = points[at]?.call ?? 0;
  const first = points.findIndex((point) => point.call === call);
  const site = points.findLastIndex((point, index) => index < first && point.call === calls[call]?.caller);
  return site === -1 ? undefined : site;
}

/** The places that a step may lead to; empty when it leaves the program. */
function reachable(trace: Trace, { at, isBack }: Place, command: Command): Place[] {
  const { points, calls } = trace;
  const call = points[at]?.call ?? 0;
  const callee = points[at + 1]?.call;
  const isCall = !isBack && callee !== undefined && callee !== call && calls[callee]?.caller === call;
  if (command === 'step_into' && isCall) return [{ at: at + 1, isBack: false }];
  const next = command === 'step_out' ? undefined : nextInCall(trace, at);
  if (next !== undefined) return [{ at: next, isBack: false }];
  const site = callSite(trace, at);
  if (site === undefined) return [];
  const after = nextInCall(trace, site);
  const back = { at: site, isBack: true };
  // The calling location: its line, or, where nothing of that is left to do, the line after.
  return after === undefined ? [back] : [back, { at: after, isBack: false }];
}

async function assertWhole(stop: Answer): Promise<void> {
  const { stack = [] } = await bench.ok('get_stack');
  expect(stack.length).toBeGreaterThan(0);
  expect(stack[0]).toMatchObject({ line: lineOf(stop), function: stop.function });
  for (const { file } of stack) expect(isAbsolute(file) && existsSync(file), file).toBe(true);
}

describe('a step', () => {
  // Feature: mcp-debugger-tool, Property 6: Step operations maintain execution flow
  // *For any* paused Target Process, when a step operation (step over, step into, or step out) is executed, then the process should
  // pause at a valid source location that is reachable from the previous location according to the step semantics.
  test('over, into or out of any line leads where the program itself goes', async () => {
    const commands = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<Command>('step_into') },
        { weight: 3, arbitrary: fc.constant<Command>('step_over') },
        { weight: 1, arbitrary: fc.constant<Command>('step_out') },
      ),
      { minLength: 4, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(generatedProgram, commands, async (program, steps) => {
        await bench.finish();
        const trace = await traceOf(program);
        const { path, stop } = await bench.enter(program.source, trace.points[0]?.line ?? 0);
        expect(stop).toMatchObject({ reason: 'breakpoint', location: { file: path, line: trace.points[0]?.line } });
        let place: Place = { at: 0, isBack: false };
        for (const step of steps) {
          const expected = reachable(trace, place, step);
          const from = trace.points[place.at];
          const answer = await bench.ok(step);
          if (expected.length === 0) {
            expect(answer.location).not.toMatchObject({ file: path, line: from?.line });
            return;
          }
          const found = expected.find(({ at }) => trace.points[at]?.line === lineOf(answer));
          const wanted = expected.map(({ at }) => trace.points[at]?.line).join(' or ');
          const where = `${step} from line ${from?.line} leads to ${wanted}, not ${lineOf(answer)}, in\n${program.source}`;
          if (!found) throw new Error(where);
          const name = trace.calls[trace.points[found.at]?.call ?? 0]?.name;
          expect(answer, where).toMatchObject({
            state: 'paused',
            reason: 'step',
            function: name,
            location: { file: path },
          });
          await assertWhole(answer);
          place = found;
        }
      }),
      { numRuns: 150 },
    );
  });
});
