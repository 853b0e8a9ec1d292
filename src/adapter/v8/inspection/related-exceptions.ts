import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { HangFrame } from '../../../model/hang-report.ts';
import type { RelatedException } from '../../../model/stop-outcome.ts';
import { exceptionInfo, type RemoteObject } from '../summary/remote-values.ts';

type Property = CdpResult<'Runtime.getProperties'>['result'][number];

const MAX_RELATED = 16;
const MAX_MEMBERS = 8;

/** Reads an error's relations. */
interface ErrorReader {
  readonly session: CdpSession;
  /** The frames in the text of an error's stack, innermost first. */
  readonly framesOf: (stack: string) => readonly HangFrame[];
  readonly options: CallOptions;
}

/**
 * The errors that an error came from (`cause`), and those that it contains (`errors` of an AggregateError), the nearest first.
 * Only own properties that hold a value are followed: a getter is never run.
 */
export async function relatedErrors(thrown: RemoteObject, reader: ErrorReader): Promise<readonly RelatedException[]> {
  const found: RelatedException[] = [];
  await addRelated(thrown, 0, reader, found);
  return found;
}

async function addRelated(
  thrown: RemoteObject,
  depth: number,
  reader: ErrorReader,
  found: RelatedException[],
): Promise<void> {
  // By its text with the stack: an error may be its own cause.
  const seen = new Set<string | undefined>();
  for (let error: RemoteObject | undefined = thrown; error && found.length < MAX_RELATED; ) {
    seen.add(error.description);
    const own = await propertiesOf(error, reader);
    for (const member of await membersOf(own, reader)) {
      if (found.length === MAX_RELATED) return;
      found.push(described('member', depth, member, reader));
      await addRelated(member, depth + 1, reader, found);
    }
    error = own.find(({ name }) => name === 'cause')?.value;
    if (!error || seen.has(error.description)) return;
    if (found.length < MAX_RELATED) found.push(described('cause', depth, error, reader));
  }
}

/** None for what is no error: its properties may be anything. */
async function propertiesOf({ subtype, objectId }: RemoteObject, reader: ErrorReader): Promise<readonly Property[]> {
  if (subtype !== 'error' || objectId === undefined) return [];
  const { session, options } = reader;
  return (await session.send('Runtime.getProperties', { objectId, ownProperties: true }, options)).result;
}

async function membersOf(
  own: readonly Property[],
  { session, options }: ErrorReader,
): Promise<readonly RemoteObject[]> {
  const errors = own.find(({ name }) => name === 'errors')?.value;
  if (errors?.subtype !== 'array' || errors.objectId === undefined) return [];
  const request = { objectId: errors.objectId, ownProperties: true };
  const { result } = await session.send('Runtime.getProperties', request, options);
  const elements = result.filter(({ name }) => /^\d+$/.test(name)).slice(0, MAX_MEMBERS);
  return elements.flatMap(({ value }) => value ?? []);
}

function described(
  relation: RelatedException['relation'],
  depth: number,
  error: RemoteObject,
  { framesOf }: ErrorReader,
): RelatedException {
  const { name, message } = exceptionInfo(error, false, 0);
  const frames = error.subtype === 'error' ? framesOf(error.description ?? '') : [];
  const place = frames.find(({ presentation }) => presentation === 'normal') ?? frames[0];
  const said = { relation, depth, name, message: message.split('\n', 1)[0] ?? '' };
  return place === undefined ? said : { ...said, location: place.location, functionName: place.name };
}
