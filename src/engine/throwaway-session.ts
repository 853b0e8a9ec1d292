import type { BreakpointRequest } from '../session/breakpoints/breakpoint-book.ts';
import { DebugSession } from '../session/debug-session.ts';
import type { StartRequest } from '../session/start-request.ts';
import type { DebugEngine } from './debug-engine.ts';

/** A session for one investigation. */
export interface ThrowawayRequest {
  /** The session's name in the journal. No caller can name this session, so sessions of callers may have the same name. */
  readonly id: string;
  readonly start: Exclude<StartRequest, { kind: 'none' }>;
  /** Left out, it shows from the program. */
  readonly language?: string | undefined;
  /** The breakpoints that the session will stop at; for `use` to plan. */
  readonly breakpoints?: readonly BreakpointRequest[];
  /** Gives up finding out the language. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes every session that belongs to a single call (probe, trace, test run, hang), hands it to `use`, which starts it, and ends it
 * whatever happens: a launched program is gone when this resolves, an attached one runs on. Before that, it refuses a program, folder or
 * breakpoint outside of the server's roots, a program on another machine, and a breakpoint that can never be hit; nothing was started
 * then. What happens in the session is observed (journal, terminal view) as in one of a caller. It is in no registry: no other call can
 * find it.
 *
 * @throws DebugError `invalid_argument`, `attach_refused`, `unsupported`, and what `use` throws
 */
export async function withThrowawaySession<T>(
  engine: DebugEngine,
  { id, start, language, breakpoints = [], signal }: ThrowawayRequest,
  use: (session: DebugSession) => Promise<T>,
): Promise<T> {
  await engine.checkStart(start);
  const adapters = await engine.adapterFor(language, start, { signal });
  await engine.checkBreakpoints(adapters, breakpoints);
  const session = new DebugSession({ id, ...adapters, observe: engine.observe }, start);
  try {
    return await use(session);
  } finally {
    await session.end();
  }
}
