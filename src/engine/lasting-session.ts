import type { DebugSession } from '../session/debug-session.ts';
import type { StartRequest } from '../session/start-request.ts';
import type { DebugEngine } from './debug-engine.ts';

/** A session that an investigation may leave to its caller. */
export interface LastingRequest {
  readonly start: Extract<StartRequest, { kind: 'launch' }>;
  /** Left out, it shows from the program. */
  readonly language?: string | undefined;
}

/** Sessions that were left by an investigation. */
const left = new WeakSet<DebugSession>();

/**
 * Makes a session like one of a caller, with a name by which calls find it, and hands it to `use`, which starts it and says whether it
 * stays. Otherwise it is ended, with its program, whatever happens. One that was left before for the same program makes room for it.
 *
 * @throws DebugError as DebugEngine.launch, and what `use` throws
 */
export async function withLastingSession<T>(
  engine: DebugEngine,
  { start, language }: LastingRequest,
  use: (session: DebugSession) => Promise<{ readonly result: T; readonly stays: boolean }>,
): Promise<T> {
  await engine.checkStart(start);
  const adapters = await engine.adapterFor(language, start);
  const isSame = ({ program, cwd }: DebugSession) => program === start.program && cwd === start.cwd;
  for (const each of engine.sessions.list().filter((other) => left.has(other) && isSame(other)))
    await engine.end(each, {});
  const session = engine.sessions.create(start, adapters);
  let stays = false;
  try {
    const used = await use(session);
    stays = used.stays;
    return used.result;
  } finally {
    if (stays) left.add(session);
    else await engine.end(session, {});
  }
}
