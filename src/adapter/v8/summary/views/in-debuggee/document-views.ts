import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { View, ViewRows } from './view-rows.ts';
import type { ViewState } from './view-state.ts';

/** Documents of Mongoose and rows of Sequelize, as their data. Runs in the debuggee: see {@link captureIntrinsics}. */
export function createDocumentViews(
  i: Intrinsics,
  { state, symbolState, isPlain, hasOwn, textOf }: ViewState,
  rowsKit: ViewRows,
) {
  const { addOwn, addOthers } = rowsKit;

  /** A number of 24 bits as six digits. */
  function sixDigits(value: unknown): string {
    const digits = typeof value === 'number' ? i.hexText(value) : '';
    return i.slice(`000000${digits}`, digits.length);
  }

  /** The digits of MongoDB's ids, which they keep in four numbers or in twelve bytes. */
  function idDigits(target: object): string {
    if (hasOwn(target, 'i0')) {
      let digits = '';
      for (let at = 0; at < 4; at++) digits += sixDigits(state(target, `i${at}`));
      return digits;
    }
    const bytes = state(target, 'buffer') ?? symbolState(target, 'id');
    if (!isPlain(bytes) || !i.types?.isUint8Array(bytes) || i.typedArrayLength(bytes) !== 12) return '';
    let digits = '';
    for (let at = 0; at < 12; at++) digits += i.slice(sixDigits(state(bytes, `${at}`)), 4);
    return digits;
  }

  const views: readonly View[] = [
    [
      'Document',
      (rows, target) => {
        if (!hasOwn(target, '_doc')) return;
        // An object within one has a copy of all that the document has, and reads its own data by getters alone.
        const isInner = state(target, '$__isNested') === true;
        if (isInner) addOthers(rows, target, ' $__ $isNew $errors $locals $op $where $session ');
        else addOwn(rows, state(target, '_doc'));
        rows.title = isInner ? 'Object' : textOf(state(target, 'constructor', 'modelName'));
      },
    ],
    [
      'Model',
      (rows, target) => {
        if (!hasOwn(target, 'dataValues')) return;
        addOwn(rows, state(target, 'dataValues'));
        addOthers(rows, target, ' dataValues uniqno isNewRecord ');
      },
    ],
    ['ObjectId', (rows, target) => rows.known('hex', idDigits(target))],
    [
      'MongooseMap',
      (rows, target) => {
        rows.isWhole = hasOwn(target, '$__schemaType');
      },
    ],
    [
      'Query',
      (rows, target) => {
        if (!hasOwn(target, '_mongooseOptions')) return;
        rows.known('op', state(target, 'op'));
        rows.known('modelName', state(target, 'model', 'modelName'));
        rows.known('_conditions', state(target, '_conditions'));
        rows.known('_fields', state(target, '_fields'));
        rows.known('options', state(target, 'options'));
      },
    ],
  ];
  return views;
}
