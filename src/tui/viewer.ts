import type { ScreenStore } from './app.ts';
import type { JournalLog } from './log/journal-log.ts';
import type { Origin, SourceReader } from './panes/context.ts';
import { rowAsJson } from './panes/entry-pane.ts';
import { type ScreenSize, screenLines } from './screen.ts';
import type { Line } from './text/styled-line.ts';
import type { Key } from './view/key.ts';
import { searchRow } from './view/search.ts';
import { type Effect, found, pressed } from './view/update.ts';
import { FIRST_VIEW, type ViewState } from './view/view-state.ts';

/** Between two drawings that no key asked for. */
const DRAW_INTERVAL_MS = 50;
/** The same while a long journal is read, which drawing holds up. */
const SLOW_DRAW_INTERVAL_MS = 250;

/** The content of a viewer, and its effects beyond lines. */
export interface ViewerOptions {
  readonly log: JournalLog;
  readonly origin: () => Origin;
  readonly sources: SourceReader;
  readonly size: () => ScreenSize;
  /** Show this session alone once it appears, by its name or id. */
  readonly session: string | undefined;
  readonly copy: (text: string) => void;
  readonly leave: () => void;
}

/** Holds what the person chose and turns keys and growth of the journal into lines. Its owner ends it with {@link stop}. */
export class Viewer implements ScreenStore {
  readonly #options: ViewerOptions;
  readonly #listeners = new Set<() => void>();
  #view: ViewState = FIRST_VIEW;
  #lines: readonly Line[] = [];
  #wanted: string | undefined;
  #searching = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#wanted = options.session;
    this.#draw();
  }

  readonly lines = (): readonly Line[] => this.#lines;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  readonly press = (keys: readonly Key[]): void => {
    for (const key of keys) {
      const { view, effect } = pressed(this.#view, key, this.#options.log);
      this.#view = view;
      if (effect) this.#carryOut(effect);
    }
    this.#draw();
  };

  /** The journal, its file or the terminal changed: draws soon, however often it is called. */
  readonly changed = (): void => {
    const { phase } = this.#options.origin();
    this.#timer ??= setTimeout(() => this.#draw(), phase === 'reading' ? SLOW_DRAW_INTERVAL_MS : DRAW_INTERVAL_MS);
  };

  readonly stop = (): void => {
    clearTimeout(this.#timer);
    this.#searching.abort();
  };

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#showWantedSession();
    const { log, sources, origin, size } = this.#options;
    const picture = { log, view: this.#view, origin: origin(), sources, clockMs: Date.now() };
    this.#lines = screenLines(picture, size());
    for (const changed of this.#listeners) changed();
  }

  #showWantedSession(): void {
    const wanted = this.#options.log.index.sessions.findLast(({ id, name }) => [id, name].includes(this.#wanted ?? ''));
    if (!wanted) return;
    this.#wanted = undefined;
    this.#view = { ...this.#view, filter: { ...this.#view.filter, sessionId: wanted.id } };
  }

  #carryOut(effect: Effect): void {
    const { log, copy, leave } = this.#options;
    switch (effect.kind) {
      case 'leave':
        leave();
        return;
      case 'copy':
        copy(rowAsJson(log, effect.row));
        this.#view = { ...this.#view, note: 'copied as JSON' };
        return;
      case 'search':
        void this.#search(effect);
    }
  }

  async #search(effect: Extract<Effect, { kind: 'search' }>): Promise<void> {
    this.#searching.abort();
    this.#searching = new AbortController();
    const { signal } = this.#searching;
    this.#view = { ...this.#view, note: `searching "${effect.text}" …` };
    const row = await searchRow(this.#options.log, { ...effect, filter: this.#view.filter }, signal);
    if (signal.aborted) return;
    this.#view = found(this.#view, row, this.#options.log);
    this.#draw();
  }
}
