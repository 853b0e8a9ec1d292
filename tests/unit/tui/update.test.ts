import { describe, expect, test } from 'vitest';
import type { JournalLog } from '../../../src/tui/log/journal-log.ts';
import { memoryLog } from '../../../src/tui/log/memory-log.ts';
import { searchRow } from '../../../src/tui/view/search.ts';
import { type Effect, found, pressed } from '../../../src/tui/view/update.ts';
import { chosenRow, FIRST_VIEW, lastEntryShown, type ViewState } from '../../../src/tui/view/view-state.ts';
import { conversation } from './story.ts';

const log = conversation().log();
const { rows } = log.index;
const { signal } = new AbortController();

/** The view after some keys, and what the last of them asked for. */
function keyed(keys: readonly string[], from: ViewState = FIRST_VIEW, of: JournalLog = log) {
  let view = from;
  let effect: Effect | undefined;
  for (const key of keys) ({ view, effect } = { effect: undefined, ...pressed(view, key, of) });
  return { view, effect, row: chosenRow(view, of) };
}

describe('rows', () => {
  test('are followed until one is chosen, and again on demand', () => {
    expect(keyed([]).row).toBe(rows.at(-1));
    expect(keyed(['up']).row).toBe(rows.at(-2));
    expect(keyed(['up']).view).toMatchObject({ following: false, seen: log.length });
    expect(keyed(['up', ' ']).view.following).toBe(true);
    expect(keyed([' ']).view).toMatchObject({ following: false, chosen: rows.at(-1) });
  });

  test('end at the first and at the last', () => {
    expect(keyed(['g']).row).toBe(rows[0]);
    expect(keyed(['g', 'up', 'k']).row).toBe(rows[0]);
    expect(keyed(['g', 'j', 'down', 'G', 'down']).row).toBe(rows.at(-1));
    expect(keyed(['g', 'pagedown', 'pageup']).row).toBe(rows[0]);
  });

  test('of a call show everything until its answer, those of a stop what was read at it', () => {
    const launch = keyed(['g']).view;
    expect(log.entry(lastEntryShown(launch, log)).json).toMatchObject({
      message: 'tool:response',
      tool: 'debug_launch',
    });
    const stop = keyed(['g', 'right']).view;
    expect(log.entry(stop.chosen).json).toMatchObject({ message: 'debug:state', event: 'paused' });
    expect(log.entry(lastEntryShown(stop, log)).json).toMatchObject({ message: 'tool:response', tool: 'debug_launch' });
  });

  test('of an empty journal cannot be chosen, and no key does harm', () => {
    const empty = memoryLog(['not an entry', '']);
    for (const key of ['up', 'G', 'left', 'e', 's', 't', 'tab', 'enter', 'c', 'n', ' ', 'escape', '?']) {
      expect(keyed([key], FIRST_VIEW, empty).row, key).toBeUndefined();
    }
    expect(keyed(['c'], FIRST_VIEW, empty)).toMatchObject({ effect: undefined, view: { note: 'there is no row' } });
  });
});

describe('stops and errors', () => {
  const stops = log.index.sessions[0]?.stops ?? [];

  test('are stepped through both ways, with a note at the ends', () => {
    expect(keyed(['left']).row).toBe(stops[1]);
    expect(keyed(['left', 'left']).row).toBe(stops[0]);
    expect(keyed(['left', 'left', 'left'])).toMatchObject({ row: stops[0], view: { note: 'no earlier stop' } });
    expect(keyed(['left', 'left', 'right', 'right'])).toMatchObject({ row: stops[1], view: { note: 'no later stop' } });
    expect(keyed(['left', 'left', 'left', 'right']).view.note).toBeUndefined();
  });

  test('of an error, its call is chosen', () => {
    const { row = -1 } = keyed(['E']);
    expect(log.entry(row).json).toMatchObject({ message: 'tool:call', tool: 'debug_evaluate' });
    expect(keyed(['E', 'e']).view.note).toBe('no later error');
  });

  test('are shown although the chosen type of rows would hide them', () => {
    const calls = { ...FIRST_VIEW, filter: { sessionId: undefined, type: 'calls' as const } };
    expect(keyed(['left'], calls)).toMatchObject({ row: stops[1], view: { filter: { type: 'all' } } });
    expect(keyed(['E'], calls).view.filter.type).toBe('calls');
  });
});

describe('filters', () => {
  test('go through all sessions and all types, and are given up together', () => {
    expect(keyed(['s']).view.filter.sessionId).toBe('id-shop');
    expect(keyed(['s', 's']).view.filter.sessionId).toBe('id-api');
    expect(keyed(['s', 's', 's']).view.filter).toEqual(FIRST_VIEW.filter);
    expect(keyed(['s', 't']).view.filter).toEqual({ sessionId: 'id-shop', type: 'calls' });
    expect(keyed(['s', 't', 'escape']).view.filter).toEqual(FIRST_VIEW.filter);
    expect(keyed(Array(8).fill('t')).view.filter.type).toBe('all');
  });

  test('keep to rows that they admit', () => {
    const { row = -1, view } = keyed(['s', 't', 'g']);
    expect(log.entry(row).json).toMatchObject({ tool: 'debug_launch' });
    expect(log.entry(keyed(['down'], view).row ?? -1).json).toMatchObject({ tool: 'debug_evaluate' });
  });
});

describe('search', () => {
  const typed = (text: string) => keyed(['/', ...text, 'enter']);

  test('takes letters that are commands elsewhere, and forgets them on escape', () => {
    expect(keyed(['/', 'q', 's', ' ', '?']).view.typing).toBe('qs ?');
    expect(keyed(['/', 'q', '🚀', 'backspace']).view.typing).toBe('q');
    expect(keyed(['/', 'q', 'escape']).view).toMatchObject({ typing: undefined, search: '' });
    expect(keyed(['/', 'x', 'ctrl-c']).effect).toEqual({ kind: 'leave' });
  });

  test('finds rows by their entry or their answer, whatever the case, around the end', async () => {
    const { view, effect } = typed('SYNTAXerror');
    if (effect?.kind !== 'search') throw new Error('no search');
    const row = await searchRow(log, { ...effect, filter: view.filter }, signal);
    expect(log.entry(row ?? -1).json).toMatchObject({ tool: 'debug_evaluate' });
    expect(found(view, row, log)).toMatchObject({ following: false, chosen: row });
  });

  test('goes on to the next match and back', async () => {
    const search = { text: 'debug_continue', filter: FIRST_VIEW.filter };
    const first = await searchRow(log, { ...search, from: 0, step: 1 }, signal);
    const second = await searchRow(log, { ...search, from: first ?? 0, step: 1 }, signal);
    expect(second).toBeGreaterThan(first ?? 0);
    expect(await searchRow(log, { ...search, from: second ?? 0, step: 1 }, signal)).toBe(first);
    expect(await searchRow(log, { ...search, from: second ?? 0, step: -1 }, signal)).toBe(first);
    expect(keyed(['n'], { ...FIRST_VIEW, search: 'x' }).effect).toMatchObject({ kind: 'search', text: 'x', step: 1 });
    expect(keyed(['N']).effect).toBeUndefined();
  });

  test('says what occurs nowhere', async () => {
    const nowhere = await searchRow(log, { text: 'nowhere', from: 0, step: 1, filter: FIRST_VIEW.filter }, signal);
    expect(found({ ...FIRST_VIEW, search: 'nowhere' }, nowhere, log).note).toBe(
      '"nowhere" occurs in no row that is shown',
    );
  });
});

test('panes, help and an entry are opened and closed, and q leaves only the panes', () => {
  expect(keyed(['tab', 'tab']).view.tab).toBe(2);
  expect(keyed(['?', 'q'])).toMatchObject({ effect: undefined, view: { overlay: { kind: 'none' } } });
  expect(keyed(['q']).effect).toEqual({ kind: 'leave' });
  expect(keyed(['enter', 'down', 'down', 'up']).view.overlay).toEqual({ kind: 'entry', scroll: 1 });
  expect(keyed(['enter', 'pagedown', 'g', 'escape']).view.overlay).toEqual({ kind: 'none' });
  expect(keyed(['c']).effect).toEqual({ kind: 'copy', row: rows.at(-1) });
});
