import { connectInspector } from '../../../cdp/connect.ts';

const PATIENCE_MS = 2_000;

/** Lets a process run that waits for a debugger and could not be taken under control: no other process would. One that has ended is no failure. */
export async function letGo(url: string): Promise<void> {
  const options = { timeoutMs: PATIENCE_MS };
  try {
    const connection = await connectInspector(url, { ...options, peer: 'node' });
    const waits = connection.on('NodeRuntime.waitingForDebugger', () => {
      waits();
      connection
        .send('Runtime.runIfWaitingForDebugger', undefined, options)
        .catch(() => {})
        .finally(() => connection.close());
    });
    await connection.send('NodeRuntime.enable', undefined, options);
  } catch {
    // It has ended.
  }
}
