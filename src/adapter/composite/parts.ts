import type { ThreadId } from '../../model/ids.ts';
import type { ProcessIdentity } from '../../model/session-summary.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { ChildFollower } from '../child-follower.ts';
import type { DebugAdapter } from '../debug-adapter.ts';
import type { FollowedLanguage } from './followed-language.ts';
import { PartIds, partIndexOf } from './part-ids.ts';
import { ThreadNumbers } from './thread-numbers.ts';

/** The debugger of a debuggee's processes in one language. */
export interface Part {
  /** 0: the program that was started, and what its own debugger finds below it. */
  readonly index: number;
  readonly adapter: DebugAdapter;
  readonly ids: PartIds;
}

/** A part that is made when it is first needed, and what became of it. */
export interface FollowedPart {
  readonly index: number;
  readonly language: FollowedLanguage;
  state:
    | { readonly kind: 'unmade' }
    | { readonly kind: 'making'; readonly made: Promise<Part | undefined> }
    | { readonly kind: 'made'; readonly part: Part; readonly follower: ChildFollower }
    /** Its processes are left alone; the reason is one for a breakpoint that stays pending. */
    | { readonly kind: 'refused'; readonly reason: string };
}

/** The language of the program itself. */
interface RootLanguage {
  isSource(path: string): boolean;
}

/** The parts of a debuggee, and which of them a thread, a frame, a value or a file belongs to. */
export class Parts {
  readonly root: Part;
  readonly followed: readonly FollowedPart[];
  readonly #rootLanguage: RootLanguage;
  readonly #threads = new ThreadNumbers();
  readonly #onMade: (part: Part) => Promise<void>;

  /** @param onMade Prepares a part before anything is started that it might find. */
  constructor(
    root: { readonly adapter: DebugAdapter; readonly language: RootLanguage },
    followed: readonly FollowedLanguage[],
    onMade: (part: Part) => Promise<void>,
  ) {
    this.root = { index: 0, adapter: root.adapter, ids: new PartIds(0) };
    this.#rootLanguage = root.language;
    this.followed = followed.map((language, index) => ({ index: index + 1, language, state: { kind: 'unmade' } }));
    this.#onMade = onMade;
  }

  /** The parts that there are by now, the program's own first. */
  all(): readonly Part[] {
    return [this.root, ...this.followed.flatMap(({ state }) => (state.kind === 'made' ? state.part : []))];
  }

  /** True if processes of several parts run: one of them may wait for another one, and take no message meanwhile. */
  get areSeveralRunning(): boolean {
    return this.all().filter(({ adapter }) => adapter.threads().length > 0).length > 1;
  }

  /** The followers made so far of processes below the program. */
  followers(): readonly ChildFollower[] {
    return this.followed.flatMap(({ state }) => (state.kind === 'made' ? state.follower : []));
  }

  /** Makes a part, once; undefined where its language cannot be followed. */
  make(followed: FollowedPart): Promise<Part | undefined> {
    const { state } = followed;
    switch (state.kind) {
      case 'making':
        return state.made;
      case 'made':
        return Promise.resolve(state.part);
      case 'refused':
        return Promise.resolve(undefined);
      case 'unmade': {
        const made = this.#make(followed);
        followed.state = { kind: 'making', made };
        return made;
      }
    }
  }

  async #make(followed: FollowedPart): Promise<Part | undefined> {
    const { index, language } = followed;
    const follower = await language.createFollower().catch(() => undefined);
    if (!follower) {
      followed.state = { kind: 'refused', reason: `processes of ${language.title} cannot be followed here` };
      return undefined;
    }
    const part = { index, adapter: follower.adapter, ids: new PartIds(index) };
    followed.state = { kind: 'made', part, follower };
    await this.#onMade(part);
    return part;
  }

  /**
   * The parts that run the language of a file, the program's own first; empty if no language claims the file, and any part may
   * run it.
   */
  ownersOf(path: string): readonly (Part | FollowedPart)[] {
    const followed = this.followed.filter(({ language }) => language.isSource(path));
    return this.#rootLanguage.isSource(path) ? [this.root, ...followed] : followed;
  }

  /** True if a part may run a file. */
  mayRun({ index }: Pick<Part, 'index'>, path: string): boolean {
    const owners = this.ownersOf(path);
    return owners.length === 0 || owners.some((owner) => owner.index === index);
  }

  /** The parts that may run a file, as far as they are made. */
  running(path: string): readonly Part[] {
    return this.all().filter((part) => this.mayRun(part, path));
  }

  /** @throws DebugError `connection_closed` */
  ofThread(threadNumber: number): { readonly part: Part; readonly threadId: ThreadId } {
    const { part, threadId } = this.#threads.threadOf(threadNumber);
    return { part: this.#at(part), threadId };
  }

  threadNumber(part: Part, threadId: ThreadId): number {
    return this.#threads.numberOf({ part: part.index, threadId });
  }

  /** The part that numbered a frame or a value; for a number of none, the first one, which says so. */
  ofHandle(publicId: number): Part {
    return this.#at(partIndexOf(publicId));
  }

  /** The processes that run without a debugger, in all languages. */
  unadopted(): readonly ProcessIdentity[] {
    return this.all().flatMap((part) => {
      const language = this.languageOf(part);
      const found = part.adapter.unadopted ?? [];
      return found.map((each) => ({ ...each, ...(language === undefined ? {} : { language }) }));
    });
  }

  /** Undefined for the program's own. */
  languageOf(part: Part): string | undefined {
    return this.followed.find(({ index }) => index === part.index)?.language.id;
  }

  threads(): readonly Thread[] {
    return this.all().flatMap((part) => {
      const language = this.languageOf(part);
      return part.adapter.threads().map((thread) => ({
        ...thread,
        id: this.threadNumber(part, thread.id),
        ...(language === undefined ? {} : { language }),
      }));
    });
  }

  #at(index: number): Part {
    return this.all().find((part) => part.index === index) ?? this.root;
  }
}
