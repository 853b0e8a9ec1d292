import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import { startProcess } from '../../process/debuggee-process.ts';

const MAX_BUILD_MS = 600_000;
/** The first errors are those to correct; what follows from them is left out. */
const MAX_SHOWN = 4_000;

/** A command that makes what is debugged. */
interface BuildStep {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Whole. */
  readonly env: Readonly<Record<string, string>>;
  /** The built thing's name in errors. */
  readonly label: string;
}

/**
 * Runs a command to its end, before its program is started.
 *
 * @returns what it wrote
 * @throws DebugError `launch_failed` with what it wrote where it fails, as where there is no such command; `request_timeout`, `cancelled`
 */
export async function runBuild(step: BuildStep, { timeoutMs = MAX_BUILD_MS, signal }: CallOptions): Promise<string> {
  const process = startProcess(step);
  let said = '';
  process.onOutput((_stream, text) => {
    said += text;
  });
  const cut = new Promise<'cancelled' | 'late'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), timeoutMs);
    signal?.addEventListener('abort', () => resolve('cancelled'), { once: true });
    if (signal?.aborted) resolve('cancelled');
    void process.exited.then(() => clearTimeout(timer));
  });
  const ended = await Promise.race([process.exited, cut]);
  if (ended === 'cancelled') {
    await process.kill();
    throw new DebugError('cancelled', `Building ${step.label} was cancelled.`);
  }
  if (ended === 'late') {
    await process.kill();
    throw new DebugError('request_timeout', `${step.label} was not built within ${timeoutMs} ms.`, {
      advice: 'Give a longer timeoutMs: what is built once is quicker the next time.',
      details: { method: 'launch', timeoutMs },
    });
  }
  if (ended.exitCode === 0) return said;
  throw buildFailed(step, said);
}

function buildFailed({ label, command, args }: BuildStep, said: string): DebugError {
  const text = said.trim();
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const why = shown === '' ? ` (${[command, ...args].join(' ')} wrote nothing)` : `:\n${shown}`;
  return new DebugError('launch_failed', `${label} does not build${why}`, {
    advice: 'Nothing was started. Correct the errors, and call again.',
    details: { program: label },
  });
}
