import type { Surroundings } from '../../realms/own-realm.ts';
import { createEngineValues } from './engine-values.ts';
import { createEntries } from './entries.ts';
import { createFunctionHead } from './function-head.ts';
import { createHiddenState } from './hidden-state.ts';
import { captureIntrinsics, type TrappedValue } from './intrinsics.ts';
import { createItemCursors } from './item-cursors.ts';
import { createNodeBuilder } from './node-builder.ts';
import { createObjectReader } from './object-reader.ts';
import { createShapeReader } from './object-shape.ts';
import { createPathFollower } from './path-steps.ts';
import { createPrimitiveText } from './primitive-text.ts';
import { createSequenceText } from './sequence-text.ts';
import { createValueText } from './value-text.ts';

/**
 * Puts the summariser together. Runs in the debuggee.
 */
export function createSummariser({ program, boxed, requireBuiltin, compile }: Surroundings, trapped?: TrappedValue) {
  const i = captureIntrinsics(program, requireBuiltin, boxed, trapped);
  const engine = createEngineValues(i);
  const hidden = createHiddenState(i, engine);
  const reader = createObjectReader(i, hidden);
  const shapes = createShapeReader(i, reader, hidden);
  const primitives = createPrimitiveText(i);
  const head = createFunctionHead(i, reader);
  const sequence = createSequenceText(primitives);
  const cursors = createItemCursors(i, reader, primitives);
  const textOf = createValueText(i, { engine, reader, shapes, primitives, head, sequence, cursors });
  const nodes = createNodeBuilder(i, { reader, shapes, primitives, cursors, textOf });
  const follow = createPathFollower(i, reader);
  return createEntries(i, { hidden, reader, shapes, primitives, nodes, follow, compile });
}
