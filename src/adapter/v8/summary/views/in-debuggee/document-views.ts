import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { View, ViewRows } from './view-rows.ts';
import type { ViewState } from './view-state.ts';

/** Documents of Mongoose, rows of Sequelize and numbers of Prisma, as their data. Runs in the debuggee: see {@link captureIntrinsics}. */
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

  function repeated(digit: string, count: number): string {
    let text = '';
    for (let at = 0; at < count; at++) text += digit;
    return text;
  }

  /** The digits of a number of decimal.js, which it keeps in words of seven, the first one's zeros left out. */
  function decimalDigits(words: unknown): string {
    let digits = '';
    for (let at = 0; at < 20; at++) {
      const word = state(words, `${at}`);
      if (typeof word !== 'number') break;
      const text = `${word}`;
      digits += at === 0 ? text : repeated('0', 7 - text.length) + text;
    }
    let end = digits.length;
    while (end > 1 && digits[end - 1] === '0') end--;
    return i.slice(digits, 0, end);
  }

  /** Such a number as it is written: sign, digits, and the power of ten of the first digit. */
  function decimalText(target: object): string {
    const [sign, exponent, words] = [state(target, 's'), state(target, 'e'), state(target, 'd')];
    if (typeof sign !== 'number' || typeof exponent !== 'number' || !i.isArray(words)) return '';
    const digits = decimalDigits(words);
    const minus = sign < 0 ? '-' : '';
    if (digits === '') return '';
    if (exponent < -7 || exponent > 20) {
      const rest = i.slice(digits, 1);
      return `${minus}${digits[0]}${rest === '' ? '' : `.${rest}`}e${exponent < 0 ? '' : '+'}${exponent}`;
    }
    if (exponent < 0) return `${minus}0.${repeated('0', -exponent - 1)}${digits}`;
    const whole = i.slice(digits, 0, exponent + 1);
    const rest = i.slice(digits, exponent + 1);
    return `${minus}${whole}${repeated('0', exponent + 1 - whole.length)}${rest === '' ? '' : `.${rest}`}`;
  }

  const decimal: View[1] = (rows, target) => {
    rows.known('value', decimalText(target));
    if (rows.has('value')) rows.title = 'Decimal';
  };

  const views: readonly View[] = [
    ['Decimal', decimal],
    // What a bundler called it.
    ['Decimal2', decimal],
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
