import { createEntries } from './in-debuggee/entries.ts';
import { createFunctionHead } from './in-debuggee/function-head.ts';
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

/**
 * The expression that makes the summariser: evaluate it once in each debuggee, in its main context, and keep the remote
 * object. It defines nothing that the program can see.
 *
 * Made of the source texts of the functions in `in-debuggee`, so that they are written, typed and tested as what they are. Each
 * is closed over nothing but its parameters. `__name` is a helper that loaders put into function bodies to keep names; a
 * bundle that is minified must not ask for it (esbuild `keepNames`), as there it goes by another name.
 *
 * @see CDP Runtime.evaluate, with `includeCommandLineAPI: true` for the `require` that Node before 20.16 needs
 */
export const SUMMARISER_EXPRESSION = `(() => {
const __name = (f) => f;
const i = (${captureIntrinsics})(typeof require === 'function' ? require : undefined);
const reader = (${createObjectReader})(i);
const shapes = (${createShapeReader})(i, reader);
const primitives = (${createPrimitiveText})(i);
const head = (${createFunctionHead})(i, reader);
const sequence = (${createSequenceText})(primitives);
const cursors = (${createItemCursors})(i, reader, primitives);
const textOf = (${createValueText})(i, { reader, shapes, primitives, head, sequence, cursors });
const nodes = (${createNodeBuilder})(i, { reader, shapes, primitives, cursors, textOf });
const follow = (${createPathFollower})(i, reader);
return (${createEntries})(i, { reader, shapes, primitives, nodes, follow, newWork: ${createWork} });
})()`;
