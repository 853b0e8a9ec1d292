import type { CdpSession } from '../../../cdp/cdp-session.ts';

/** The version of the V8 that runs the program; empty where the program does not say. */
export async function v8Version(session: CdpSession): Promise<string> {
  const expression = 'process.versions.v8';
  const request = { expression, silent: true, disableBreaks: true, throwOnSideEffect: true, returnByValue: true };
  const { result } = await session.send('Runtime.evaluate', request);
  return typeof result.value === 'string' ? result.value : '';
}
