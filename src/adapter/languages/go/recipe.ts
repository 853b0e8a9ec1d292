import type { AdapterRecipe } from '../../dap/recipe/adapter-recipe.ts';
import { goPlaces, goRejection } from './go-breakpoints.ts';
import { goroutineName, isOwnGoFile } from './go-frames.ts';
import { goValueText, isUnsetResult } from './go-values.ts';
import { attachGo, launchGo } from './launch-go.ts';

/** Delve's names; it stops at neither unless both are asked for. */
const UNCAUGHT: readonly string[] = ['unrecovered-panic', 'runtime-fatal-throw'];
/** A test that fails says so, and goes on or ends by itself. */
const FAILED_TEST = { function: 'testing.(*common).Fail', name: 'test failure' };
/** Delve's own words, and what it puts around the text of a log point. */
const CHATTER =
  /^(?:Type 'dlv help' for list of commands\.\s*$|Detaching|Process \d+ has exited with status -?\d+\s*$)/;
const LOG_FRAME = /^> \[Go \d+\]: \s*$/;

/** Go through delve. */
export const goRecipe: AdapterRecipe = {
  launch: launchGo,
  attach: attachGo,
  quirks: {
    breakpoints: { permanentRejection: goRejection, placesIn: goPlaces },
    exceptions: {
      filters: (mode) => (mode === 'none' ? [] : UNCAUGHT),
      raisedIn: (mode) => (mode === 'all' || mode === 'userUnhandled' ? [FAILED_TEST] : []),
      uncaught: (name) => name !== FAILED_TEST.name,
      // A fatal error has its text for a name.
      described: ({ name, message }) =>
        message === 'fatal error' ? { name: message, message: unquoted(name) } : { name, message: unquoted(message) },
    },
    expressions: { context: 'watch', valueText: goValueText, isHidden: isUnsetResult },
    threads: { isOwn: isOwnGoFile, threadName: goroutineName },
    output: {
      category: (category, _program, text) => {
        if (LOG_FRAME.test(text)) return undefined;
        if (category === 'stdout' || category === 'stderr') return category;
        return CHATTER.test(text) ? undefined : 'log';
      },
    },
  },
};

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}
