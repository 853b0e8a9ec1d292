import type { EventEmitter } from 'node:events';
import type { CallOptions } from '../../model/call-options.ts';
import { messageOf } from '../../model/debug-error.ts';
import type { ProcessIdentity } from '../../model/session-summary.ts';
import type { AdapterEvents, AttachRequest, LaunchRequest } from '../debug-adapter.ts';
import type { CompositeBreakpoints } from './composite-breakpoints.ts';
import type { Parts } from './parts.ts';

/** The start of a program with all that finds processes of other languages below it, or with word of why they are left alone. */
export class FollowedStart {
  readonly #parts: Parts;
  readonly #events: EventEmitter<AdapterEvents>;
  readonly #breakpoints: CompositeBreakpoints;

  constructor(parts: Parts, events: EventEmitter<AdapterEvents>, breakpoints: CompositeBreakpoints) {
    this.#parts = parts;
    this.#events = events;
    this.#breakpoints = breakpoints;
  }

  /** As {@link DebugAdapter.launch}. */
  async launch(request: LaunchRequest, options: CallOptions): Promise<void> {
    const { adapter } = this.#parts.root;
    if (request.followChildren === false || request.stopOthers === 'nothing') {
      this.#refuseAll('processes that the program starts are not followed');
      return adapter.launch(request, options);
    }
    if (request.stopOthers === 'breakpoints') await this.#breakpoints.standBack();
    const env = await this.#follow(request, options);
    const made = this.#parts.followed.filter(({ state }) => state.kind === 'made');
    const others = {
      titles: made.map(({ language }) => language.title),
      areWanted: this.#breakpoints.areElsewhere,
      reported: this.#firstOther(),
    };
    await adapter.launch({ ...request, env: { ...request.env, ...env }, others }, options);
  }

  /** As {@link DebugAdapter.attach}. */
  async attach(request: AttachRequest, options: CallOptions): Promise<void> {
    this.#refuseAll('of a program that is attached to, processes of other languages are not followed');
    await this.#parts.root.adapter.attach(request, options);
  }

  /** Resolves with the first process of another language, whether it is debugged or nothing in it matters. */
  #firstOther(): Promise<void> {
    const events = this.#events;
    return new Promise((resolve) => {
      const end = () => {
        events.off('thread', onThread);
        events.off('unadopted', onUnadopted);
        resolve();
      };
      const onThread = ({ threadId, reason }: AdapterEvents['thread'][0]) => {
        if (reason === 'started' && this.#parts.ofThread(threadId).part.index > 0) end();
      };
      const onUnadopted = ({ language }: ProcessIdentity) => {
        if (language !== undefined) end();
      };
      events.on('thread', onThread);
      events.on('unadopted', onUnadopted);
    });
  }

  /** @returns Variables of the environment by which processes of all languages that can be followed report themselves */
  async #follow({ cwd, env }: LaunchRequest, options: CallOptions): Promise<Readonly<Record<string, string>>> {
    let added: Readonly<Record<string, string>> = {};
    for (const followed of this.#parts.followed) {
      await this.#parts.make(followed);
      if (followed.state.kind !== 'made') continue;
      try {
        const whole = { ...process.env, ...env, ...added };
        added = { ...added, ...(await followed.state.follower.follow({ cwd, env: whole }, options)) };
      } catch (error) {
        followed.state = { kind: 'refused', reason: messageOf(error) };
      }
    }
    for (const followed of this.#parts.followed)
      if (followed.state.kind === 'refused') this.#breakpoints.reportAbsent(followed, followed.state.reason);
    return added;
  }

  #refuseAll(reason: string): void {
    for (const followed of this.#parts.followed) {
      followed.state = { kind: 'refused', reason };
      this.#breakpoints.reportAbsent(followed, reason);
    }
  }
}
