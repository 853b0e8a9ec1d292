import type { ScriptId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PendingAwait } from '../../../model/hang-report.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { V8Thread } from '../thread/v8-thread.ts';
import { type SuspendedObject, suspendedObjects } from './heap-graph.ts';

/** A larger heap is not read: its snapshot would take the program and us seconds. */
const MAX_HEAP_BYTES = 80_000_000;
const SNAPSHOT_MS = 8_000;
/** Each costs V8 a walk over the heap. */
const MAX_SUSPENDED = 12;
const OBJECT_GROUP = 'mcp-debugger-hang';

/** A suspended function of the program, with the ones that wait for it by their index in the list of all. */
interface Suspended extends PendingAwait {
  readonly index: number;
  readonly waiters: readonly number[];
}

/**
 * The places at which the program's asynchronous functions wait, innermost first. V8 knows the place of each suspended function,
 * and a snapshot of the heap has the functions and their waits for each other.
 *
 * A function that waits for an otherwise unreachable promise is garbage, and gone with the snapshot, unless the promises were kept
 * from the start (see hang-watch.ts).
 *
 * @see CDP HeapProfiler.takeHeapSnapshot, HeapProfiler.getObjectByHeapObjectId
 */
export async function pendingAwaits(thread: V8Thread, options: CallOptions = {}): Promise<PendingAwait[]> {
  const { session } = thread;
  const { usedSize } = await session.send('Runtime.getHeapUsage', undefined, options);
  if (usedSize > MAX_HEAP_BYTES) return [];
  const objects = suspendedObjects(await snapshot(thread, options));
  try {
    const located = await Promise.all(
      objects
        .map((object, index) => ({ object, index }))
        .filter(
          ({ object }) => object.scriptId !== undefined && thread.scripts.get(object.scriptId).origin === 'program',
        )
        .slice(0, MAX_SUSPENDED)
        .map(({ object, index }) => locate(thread, object, index, options)),
    );
    return innermostFirst(located.flatMap((each) => each ?? [])).map(({ name, location }) => ({ name, location }));
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => {});
  }
}

async function snapshot({ session }: V8Thread, { signal }: CallOptions): Promise<string> {
  const chunks: string[] = [];
  const unsubscribe = session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  try {
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false }, { timeoutMs: SNAPSHOT_MS, signal });
    return chunks.join('');
  } finally {
    unsubscribe();
  }
}

async function locate(
  { session, scripts }: V8Thread,
  { heapId, waiters, isModule }: SuspendedObject,
  index: number,
  options: CallOptions,
): Promise<Suspended | undefined> {
  // One that has gone meanwhile is refused.
  const request = { objectId: heapId, objectGroup: OBJECT_GROUP };
  const found = await session.send('HeapProfiler.getObjectByHeapObjectId', request, options).catch(() => undefined);
  const objectId = found?.result.objectId;
  if (objectId === undefined) return undefined;
  const { internalProperties = [] } = await session.send(
    'Runtime.getProperties',
    { objectId, ownProperties: true },
    options,
  );
  const internal = (name: string) => internalProperties.find((each) => each.name === name)?.value;
  const source = internal('[[GeneratorFunction]]')?.description ?? '';
  const place: unknown = internal('[[GeneratorLocation]]')?.value;
  if (internal('[[GeneratorState]]')?.value !== 'suspended' || !isCdpLocation(place)) return undefined;
  const script = scripts.get(place.scriptId);
  const { kind, ...location } = scripts.locate(place);
  if (script.origin !== 'program' || kind !== 'source') return undefined;
  return { index, waiters, name: isModule ? MODULE_FRAME : nameIn(source), location };
}

function isCdpLocation(
  value: unknown,
): value is { readonly scriptId: ScriptId; readonly lineNumber: number; readonly columnNumber: number } {
  return typeof value === 'object' && value !== null && 'scriptId' in value && 'lineNumber' in value;
}

/** The name in the source text of an asynchronous function. */
function nameIn(source: string): string {
  const [, name] =
    /^async\s(?:\s*function\b)?[\s*]*(?:([#\p{ID_Start}$_][\p{ID_Continue}$]*)\s*)?\(/u.exec(source) ?? [];
  return name ?? '(anonymous)';
}

/** A function comes before those that wait for it. Chains that have nothing to do with each other: the longest first. */
function innermostFirst(all: readonly Suspended[]): Suspended[] {
  const byIndex = new Map(all.map((each) => [each.index, each]));
  const awaited = new Set(all.flatMap(({ waiters }) => waiters));
  const chains = all
    .filter(({ index }) => !awaited.has(index))
    .map((leaf) => {
      const chain: Suspended[] = [];
      for (let at: Suspended | undefined = leaf; at && !chain.includes(at); ) {
        chain.push(at);
        at = at.waiters.map((index) => byIndex.get(index)).find((each) => each !== undefined);
      }
      return chain;
    })
    .sort((a, b) => b.length - a.length);
  return [...new Set(chains.flat())];
}
