import type { CdpSession } from '../../../cdp/cdp-session.ts';
import { callText } from '../../../cdp/function-text.ts';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { setFlag } from './in-debuggee/set-flag.ts';

/** V8's answer to another text of a script. A blocked text changed nothing. */
export type ReplaceOutcome =
  | { readonly kind: 'applied' }
  | {
      readonly kind: 'blocked';
      readonly reason: 'active_function' | 'active_generator' | 'es_module_top_level' | 'compile_error' | 'unavailable';
    };

/** A script and its new text. */
interface Replacement {
  readonly scriptId: ScriptId;
  readonly source: string;
  /**
   * Lets V8 restart the paused top frame, if that is what the new text changes: `Debugger.resumed` and a new
   * `Debugger.paused` follow at its first statement. At any later statement code would run twice.
   */
  readonly restartsTopFrame?: boolean;
}

/** From V8 14 on the command is behind a flag, which a program may set for itself while it runs. */
const FLAG_NEEDED = 'no longer available';

/**
 * Replaces the text of a script of the debuggee, paused or running.
 *
 * The script keeps its id and its source map, calls made from now on run the new code, and no event reports the change.
 * V8 silently loses every CDP breakpoint of the script, also the resolved ones: once this says `applied`, remove each and set it again.
 *
 * @throws DebugError `protocol_error` (no such script), `request_timeout`, `cancelled`, `connection_closed`
 * @see CDP Debugger.setScriptSource
 */
export async function replaceSource(
  session: Pick<CdpSession, 'send'>,
  replacement: Replacement,
  options?: CallOptions,
): Promise<ReplaceOutcome> {
  try {
    return await setSource(session, replacement, options);
  } catch (thrown) {
    if (!needsFlag(thrown)) throw thrown;
  }
  await sendFlag(session, '--inspector-live-edit', options);
  try {
    return await setSource(session, replacement, options);
  } catch (thrown) {
    if (needsFlag(thrown)) return { kind: 'blocked', reason: 'unavailable' };
    throw thrown;
  } finally {
    // The flags are part of what V8's code cache is checked against: with another one, Node's own modules are compiled again.
    await sendFlag(session, '--no-inspector-live-edit', options);
  }
}

async function setSource(
  session: Pick<CdpSession, 'send'>,
  replacement: Replacement,
  options?: CallOptions,
): Promise<ReplaceOutcome> {
  const { scriptId, source, restartsTopFrame = false } = replacement;
  const params = { scriptId, scriptSource: source, allowTopFrameEditing: restartsTopFrame };
  return outcomeOf(await session.send('Debugger.setScriptSource', params, options));
}

function outcomeOf({ status }: CdpResult<'Debugger.setScriptSource'>): ReplaceOutcome {
  switch (status) {
    case 'Ok':
      return { kind: 'applied' };
    case 'BlockedByActiveFunction':
      return { kind: 'blocked', reason: 'active_function' };
    case 'BlockedByActiveGenerator':
      return { kind: 'blocked', reason: 'active_generator' };
    case 'BlockedByTopLevelEsModuleChange':
      return { kind: 'blocked', reason: 'es_module_top_level' };
    case 'CompileError':
      return { kind: 'blocked', reason: 'compile_error' };
  }
}

function needsFlag(thrown: unknown): boolean {
  return thrown instanceof DebugError && thrown.code === 'protocol_error' && thrown.message.includes(FLAG_NEEDED);
}

async function sendFlag(session: Pick<CdpSession, 'send'>, flag: string, options?: CallOptions): Promise<void> {
  const expression = callText(setFlag, flag);
  // A pause that was asked for and not reached yet would else happen here.
  await session.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }, options);
}
