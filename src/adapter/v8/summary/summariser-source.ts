import { callText, functionArgument, functionText } from '../../../cdp/function-text.ts';
import { CONSOLE_REQUIRE } from './console-require.ts';
import { createSummariser } from './in-debuggee/create-summariser.ts';
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
import { createViews } from './in-debuggee/views.ts';
import { createWork } from './in-debuggee/work-budget.ts';

/**
 * The expression that makes the summariser: evaluate it once in each debuggee, in its main context, and keep the remote
 * object. It defines nothing that the program can see.
 *
 * Made of the source texts of the functions in `in-debuggee`, so that they are written, typed and tested as what they are. Each
 * is closed over nothing but its parameters.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI: true` for the `require` that Node before 20.16 needs
 */
export const SUMMARISER_EXPRESSION = callText(
  createSummariser,
  CONSOLE_REQUIRE,
  functionArgument(captureIntrinsics),
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

/** What makes the views of Node's objects: evaluated in a debuggee when it first shows one that needs them. */
export const VIEWS_EXPRESSION = functionText(createViews);
