import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { render } from 'ink';
import { createElement } from 'react';
import { DEFAULT_JOURNAL } from '../journal/journal-names.ts';
import { App } from './app.ts';
import type { Feed } from './feeds/feed.ts';
import { fileFeed } from './feeds/file-feed.ts';
import { SourceFiles } from './source-files.ts';
import { clearScreen, copyText, enterScreen, keepingScrollback, leaveScreen, type Terminal } from './terminal.ts';
import { Viewer } from './viewer.ts';

/** The command line's request for the terminal view. */
export interface TuiRequest {
  /** The journal's file; undefined: the one of the working folder. */
  readonly file: string | undefined;
  /** Go on with what is added; false: only what is there. */
  readonly follow: boolean;
  /** Show the session of this name or id alone. */
  readonly session: string | undefined;
  /** Play a recorded session instead of a file. */
  readonly demo: boolean;
}

/** The parts of its process that the view uses. */
export interface TuiSurroundings extends Terminal {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes a line where errors belong. */
  readonly log: (line: string) => void;
}

const EXIT_FAILED = 1;
const EXIT_NO_TERMINAL = 2;
const FRAMES_PER_SECOND = 30;

/** Shows a journal until the person leaves. Resolves to the process's exit code; the terminal is as it was before. */
export async function runTui(request: TuiRequest, surroundings: TuiSurroundings): Promise<number> {
  const { stdin, stdout, log, cwd } = surroundings;
  if (!stdin.isTTY || !stdout.isTTY) {
    log(
      'tui needs a terminal: its input or its output is a file or a pipe. The journal itself is JSON, one entry a line.',
    );
    return EXIT_NO_TERMINAL;
  }
  const file = resolve(cwd, request.file ?? DEFAULT_JOURNAL);
  if (!request.demo && !request.follow && !existsSync(file)) {
    log(`There is no journal at ${file}. Name another file, or leave out --no-follow to wait for it.`);
    return EXIT_FAILED;
  }
  const feed = request.demo ? await recording() : journal(file, request);
  return show(feed, request, surroundings);
}

async function recording(): Promise<Feed> {
  const [{ demoFeed }, { default: entries }] = await Promise.all([
    import('./feeds/demo-feed.ts'),
    import('./demo/recording.json'),
  ]);
  return demoFeed(entries);
}

/** A journal lies in the folder `logs` of the folder that its relative paths begin at. */
function journal(path: string, { file, follow }: TuiRequest): Feed {
  const parent = dirname(path);
  const folder = basename(parent) === 'logs' ? dirname(parent) : parent;
  return fileFeed({ path, name: file ?? DEFAULT_JOURNAL, folder, follow });
}

async function show(feed: Feed, { session }: TuiRequest, surroundings: TuiSurroundings): Promise<number> {
  enterScreen(surroundings);
  const undo: (() => void)[] = [];
  const failure = await new Promise<Error | undefined>((end) => {
    undo.push(endOn(end));
    const viewer = viewerOf(feed, session, { surroundings, leave: () => end(undefined) });
    undo.push(viewer.stop, drawOn(viewer, surroundings, end));
    feed.start(viewer.changed);
    undo.push(feed.stop);
  });
  for (const end of undo.reverse()) end();
  leaveScreen(surroundings);
  if (!failure) return 0;
  surroundings.log(`the view ended by a defect: ${failure.stack ?? failure.message}`);
  return EXIT_FAILED;
}

interface ViewerEnds {
  readonly surroundings: TuiSurroundings;
  readonly leave: () => void;
}

function viewerOf(feed: Feed, session: string | undefined, { surroundings, leave }: ViewerEnds): Viewer {
  const { stdout } = surroundings;
  const files = new SourceFiles(feed.folder);
  return new Viewer({
    log: feed.log,
    origin: feed.origin,
    sources: (path) => files.lines(path),
    // The last row stays empty: a screen that is filled to its end would be emptied before each drawing, which flickers.
    size: () => ({ columns: stdout.columns, rows: stdout.rows - 1 }),
    session,
    copy: (text) => copyText(surroundings, text),
    leave,
  });
}

/** Draws from now on; `failed` is called with a defect in that. Returns how to stop it. */
function drawOn(viewer: Viewer, surroundings: TuiSurroundings, failed: (failure: Error) => void): () => void {
  const { stdin, stdout, env } = surroundings;
  const screen = render(createElement(App, { store: viewer, colours: !env.NO_COLOR }), {
    stdin,
    stdout: keepingScrollback(stdout),
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: FRAMES_PER_SECOND,
  });
  const resized = () => {
    clearScreen(surroundings);
    viewer.press([]);
  };
  // Before ink draws what it has: that has the old size.
  stdout.prependListener('resize', resized);
  screen.waitUntilExit().catch(failed);
  return () => {
    stdout.off('resize', resized);
    screen.unmount();
  };
}

/** Signals, and defects wherever they are: the terminal is given back before anybody reads of them. Returns how to stop that. */
function endOn(end: (failure: Error | undefined) => void): () => void {
  const leave = () => end(undefined);
  const fail = (thrown: unknown) => end(thrown instanceof Error ? thrown : new Error(String(thrown)));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, leave);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  return () => {
    for (const signal of signals) process.off(signal, leave);
    process.off('uncaughtException', fail);
    process.off('unhandledRejection', fail);
  };
}
