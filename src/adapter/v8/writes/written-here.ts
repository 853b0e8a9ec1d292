import type { RemoteObjectId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { DataAccess, SeenWrite } from '../../../model/data-breakpoint.ts';
import type { DataId } from '../../../model/ids.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** A pause at a write, or a read. @property paused The pause as that of the writer. */
export type WrittenHere = { readonly write: SeenWrite; readonly isLogged: boolean; readonly paused: Paused } & (
  | /** In a trap, which is in no frame of the writer's pause. */ {
      readonly kind: 'trapped';
      readonly access: DataAccess;
    }
  /** Behind the statement that wrote. @property rest Where V8 stands, for whatever else it has paused there. */
  | { readonly kind: 'behind'; readonly rest: Paused }
);

/** The watch of the accesses to a place. @property holdsId A function that decides on a change. */
export interface WantedWrites {
  readonly dataId: DataId;
  readonly access: DataAccess;
  readonly isLogged: boolean;
  readonly holdsId: RemoteObjectId | undefined;
}

/** Each pauses the program for a moment; a hot loop must come to its end. */
export const MOST_LOGGED = 1_000;
