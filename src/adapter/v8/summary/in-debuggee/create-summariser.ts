import type { createEngineValues } from './engine-values.ts';
import type { createEntries } from './entries.ts';
import type { createFunctionHead } from './function-head.ts';
import type { createHiddenState } from './hidden-state.ts';
import type { captureIntrinsics } from './intrinsics.ts';
import type { createItemCursors } from './item-cursors.ts';
import type { createNodeBuilder } from './node-builder.ts';
import type { createObjectReader } from './object-reader.ts';
import type { createShapeReader } from './object-shape.ts';
import type { createPathFollower } from './path-steps.ts';
import type { createPrimitiveText } from './primitive-text.ts';
import type { createSequenceText } from './sequence-text.ts';
import type { createValueText } from './value-text.ts';
import type { createWork } from './work-budget.ts';

/**
 * Puts the summariser together. Runs in the debuggee, from its own source text, as do the functions that it is given.
 *
 * @param requireBuiltin the console's `require`, for Node before 20.16 and worlds without a `process`
 */
export function createSummariser(
  requireBuiltin: Parameters<typeof captureIntrinsics>[0],
  intrinsics: typeof captureIntrinsics,
  engineValues: typeof createEngineValues,
  hiddenState: typeof createHiddenState,
  objectReader: typeof createObjectReader,
  shapeReader: typeof createShapeReader,
  primitiveText: typeof createPrimitiveText,
  functionHead: typeof createFunctionHead,
  sequenceText: typeof createSequenceText,
  itemCursors: typeof createItemCursors,
  valueText: typeof createValueText,
  nodeBuilder: typeof createNodeBuilder,
  pathFollower: typeof createPathFollower,
  entries: typeof createEntries,
  newWork: typeof createWork,
) {
  const i = intrinsics(requireBuiltin);
  const engine = engineValues(i);
  const hidden = hiddenState(i, engine);
  const reader = objectReader(i, hidden);
  const shapes = shapeReader(i, reader, hidden);
  const primitives = primitiveText(i);
  const head = functionHead(i, reader);
  const sequence = sequenceText(primitives);
  const cursors = itemCursors(i, reader, primitives);
  const textOf = valueText(i, { engine, reader, shapes, primitives, head, sequence, cursors });
  const nodes = nodeBuilder(i, { reader, shapes, primitives, cursors, textOf });
  const follow = pathFollower(i, reader);
  return entries(i, { hidden, reader, shapes, primitives, nodes, follow, newWork });
}
