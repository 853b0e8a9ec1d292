import { callText, functionArgument, verbatim } from '../../../cdp/function-text.ts';
import { CONSOLE_REQUIRE } from './console-require.ts';
import { createSummariser } from './in-debuggee/create-summariser.ts';
import { createEngineValues } from './in-debuggee/engine-values.ts';
import { createEntries } from './in-debuggee/entries.ts';
import { createFunctionHead } from './in-debuggee/function-head.ts';
import { createHiddenState } from './in-debuggee/hidden-state.ts';
import { captureIntrinsics } from './in-debuggee/intrinsics.ts';
import { createItemCursors } from './in-debuggee/item-cursors.ts';
import { createNodeBuilder } from './in-debuggee/node-builder.ts';
import { createObjectReader } from './in-debuggee/object-reader.ts';
import { createShapeReader } from './in-debuggee/object-shape.ts';
import { createPathFollower } from './in-debuggee/path-steps.ts';
import { createPrimitiveText } from './in-debuggee/primitive-text.ts';
import { createSequenceText } from './in-debuggee/sequence-text.ts';
import { createValueText } from './in-debuggee/value-text.ts';
import { createWork } from './in-debuggee/work-budget.ts';
import { createDocumentViews } from './views/in-debuggee/document-views.ts';
import { createServerViews } from './views/in-debuggee/server-views.ts';
import { createStreamViews } from './views/in-debuggee/stream-views.ts';
import { createViewRows } from './views/in-debuggee/view-rows.ts';
import { createViewState } from './views/in-debuggee/view-state.ts';
import { createViews } from './views/in-debuggee/views.ts';
import { createWebViews } from './views/in-debuggee/web-views.ts';

/**
 * The expression that makes the summariser: evaluate it once in each debuggee, in its main context, and keep the remote
 * object. It defines nothing that the program can see.
 *
 * Made of the source texts of the functions in `in-debuggee`, so that they are written, typed and tested as what they are. Each
 * is closed over nothing but its parameters.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI: true` for the `require` that Node before 20.16 needs
 */
export const SUMMARISER_EXPRESSION = summariserExpression(CONSOLE_REQUIRE);

/** The same for a JavaScript world with a `require` of its own, which is not called. */
export const SUMMARISER_WITHOUT_REQUIRE = summariserExpression(verbatim('undefined'));

/** Makes the views of Node's objects: evaluated in a debuggee when it first shows an object that needs them. */
export const VIEWS_EXPRESSION = callText(
  createViews,
  functionArgument(createViewState),
  functionArgument(createViewRows),
  functionArgument(createWebViews),
  functionArgument(createServerViews),
  functionArgument(createDocumentViews),
  functionArgument(createStreamViews),
);

function summariserExpression(consoleRequire: typeof CONSOLE_REQUIRE): string {
  return callText(
    createSummariser,
    consoleRequire,
    functionArgument(captureIntrinsics),
    functionArgument(createEngineValues),
    functionArgument(createHiddenState),
    functionArgument(createObjectReader),
    functionArgument(createShapeReader),
    functionArgument(createPrimitiveText),
    functionArgument(createFunctionHead),
    functionArgument(createSequenceText),
    functionArgument(createItemCursors),
    functionArgument(createValueText),
    functionArgument(createNodeBuilder),
    functionArgument(createPathFollower),
    functionArgument(createEntries),
    functionArgument(createWork),
  );
}
