import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { DataId } from '../../../model/ids.ts';
import type { WatchedPlace } from '../../write-watches.ts';
import type { Summariser } from '../summary/summariser.ts';
import { PropertyWrites } from './property-writes.ts';
import { VariableWrites } from './variable-writes.ts';
import type { WrittenHere } from './written-here.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** The watches of one thread: properties by traps, variables by looking at them where the program may have written them. */
export class ThreadWrites {
  readonly properties: PropertyWrites;
  readonly variables: VariableWrites;
  #lifted: Promise<readonly WatchedPlace[]> = Promise.resolve([]);

  /** @param onQuiet Hears that exceptions of a statement will not be reported by V8. */
  constructor(session: CdpSession, summariser: Summariser, onQuiet: () => void) {
    this.properties = new PropertyWrites(session, summariser);
    this.variables = new VariableWrites(session, summariser, onQuiet);
  }

  /** True if a pause may be at a write. @param isHelper Whether the thread is in a script without a url. */
  isWaitingAt(paused: Paused, isHelper: () => boolean): boolean {
    return this.variables.isWaitingAt(paused) || (this.properties.isWaitingAt(paused) && isHelper());
  }

  /** The write at a pause; undefined where it is no write. Never rejects. */
  async read(paused: Paused): Promise<WrittenHere | undefined> {
    try {
      return this.variables.isWaitingAt(paused)
        ? await this.variables.read(paused)
        : await this.properties.read(paused);
    } catch {
      // Without the connection, whose end is reported by itself.
      return undefined;
    }
  }

  /** To be called where the thread stops. */
  lift(paused: Paused): void {
    const lifted = Promise.all([this.properties.lift(), this.variables.lift(paused)]);
    this.#lifted = lifted.then((places) => places.flat());
    // Fails only with the connection, whose end is reported by itself.
    this.#lifted.catch(() => {});
  }

  /** The outcome for the places, at the stop that the thread stands at. */
  get watched(): Promise<readonly WatchedPlace[]> {
    return this.#lifted;
  }

  /** To be called before the thread goes on: V8 does it before the command that is sent next. */
  lay(): void {
    this.properties.lay();
    this.variables.lay();
  }

  /** Takes a watch away, also while the program runs. */
  async remove(dataId: DataId, options?: CallOptions): Promise<void> {
    await Promise.all([this.properties.remove(dataId, options), this.variables.remove(dataId, options)]);
  }

  /** Leaves nothing in the program. */
  async end(options?: CallOptions): Promise<void> {
    await Promise.all([this.properties.end(options), this.variables.end(options)]);
  }
}
