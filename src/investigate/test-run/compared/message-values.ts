import type { ComparedValue, ComparedValues } from '../../../model/tests/compared-values.ts';
import { LITERAL, literal } from './literals.ts';

/** Reads the compared values from one way in which libraries word them. Primitives only: an object is cut off in a message. */
type Reader = (message: string) => ComparedValues | undefined;

const IS = `(${LITERAL})`;
/** expect: labels and values, each on a line of its own. */
const RECEIVED = new RegExp(`^\\s*Received( length| value)?: +${IS}$`, 'm');
const EXPECTED = new RegExp(`^\\s*Expected(?: length| value)?: +(?:[<>]=? )?${IS}$`, 'm');
/** Chai, should, and Vitest, which is made of Chai. */
const SENTENCE = new RegExp(`^(?:[^\\n]*: )?expected ${IS} (?:to|not) [^\\n]*?(?:${IS})?(?: // [^\\n]*)?$`, 'm');
const LENGTH = new RegExp(`^expected [^\\n]* to have a length of ${IS} but got ${IS}$`, 'm');
/** Jasmine says where in an object they differ. */
const JASMINE = new RegExp(`^Expected (?:\\$(\\S+) = )?${IS} (?:not )?to (?:be|equal)[\\w ]*?(?: ${IS})?\\.$`, 'm');
/** node:assert, of two primitives. */
const OPERATOR = new RegExp(`^\\s*(?:assert )?${IS} (?:[!=]==?|[<>]=?|is|is not) ${IS}$`, 'm');
/** Jest, of an assertion of Node.js. */
const REWORDED = new RegExp(`^Expected value [^\\n]*:\\n +${IS}\\nReceived:\\n +${IS}$`, 'm');
/** The difference of two objects as lines, where they differ in one property. */
const REMOVED = new RegExp(`^- +"([\\w$]+)": ${IS},?$`, 'gm');
const ADDED = new RegExp(`^\\+ +"([\\w$]+)": ${IS},?$`, 'gm');
/** pytest, of what only has to be true. */
const ALONE = new RegExp(`^assert (?:not )?${IS}$`);
/** TAP's details, and what its readers make of them. */
const TAP_ACTUAL = new RegExp(`^actual: ${IS}$`, 'm');
const TAP_EXPECTED = new RegExp(`^expected: ${IS}$`, 'm');
const MINUS = new RegExp(`^\\s*-{1,2} ?${IS}(?: +\\(Actual\\))?$`, 'gm');
const PLUS = new RegExp(`^\\s*\\+{1,2} ?${IS}(?: +\\(Expected\\))?$`, 'gm');
const IS_ACTUAL_FIRST = /- actual, \+ expected|\(Actual\)/i;

const READERS: readonly Reader[] = [
  (message) => {
    const [, label = '', actual] = RECEIVED.exec(message) ?? [];
    return sides(label === ' length' ? '.length' : '', actual, EXPECTED.exec(message)?.[1]);
  },
  (message) => {
    const [, expected, actual] = REWORDED.exec(message) ?? [];
    return sides('', actual, expected);
  },
  (message) => {
    const [minus, ...moreMinus] = message.matchAll(REMOVED);
    const [plus, ...morePlus] = message.matchAll(ADDED);
    const isOne = moreMinus.length + morePlus.length === 0 && minus?.[1] === plus?.[1];
    return isOne && /^- Expected/m.test(message) ? sides(`.${plus?.[1]}`, plus?.[2], minus?.[2]) : undefined;
  },
  (message) => {
    const [, expected, actual] = LENGTH.exec(message) ?? [];
    return sides('.length', actual, expected);
  },
  (message) => {
    const [, actual, expected] = SENTENCE.exec(message) ?? [];
    return sides('', actual, expected);
  },
  (message) => {
    const [, path = '', actual, expected] = JASMINE.exec(message) ?? [];
    return sides(path, actual, expected);
  },
  (message) => {
    const [, actual, expected] = OPERATOR.exec(message) ?? [];
    return sides('', actual, expected);
  },
  (message) => sides('', ALONE.exec(message.split('\n', 1)[0] ?? '')?.[1], undefined),
  (message) => sides('', TAP_ACTUAL.exec(message)?.[1], TAP_EXPECTED.exec(message)?.[1]),
  (message) => {
    const [minus, ...moreMinus] = message.matchAll(MINUS);
    const [plus, ...morePlus] = message.matchAll(PLUS);
    if (moreMinus.length > 0 || morePlus.length > 0) return undefined;
    return IS_ACTUAL_FIRST.test(message) ? sides('', minus?.[1], plus?.[1]) : sides('', plus?.[1], minus?.[1]);
  },
];

/** The two primitives that an assertion compared, from its message; undefined if the message does not have them. */
export function valuesOfMessage(message: string): ComparedValues | undefined {
  for (const read of READERS) {
    const found = read(message);
    if (found) return found;
  }
  return undefined;
}

function sides(path: string, actual: string | undefined, expected: string | undefined): ComparedValues | undefined {
  const found: ComparedValue | undefined = actual === undefined ? undefined : literal(actual);
  const wanted = expected === undefined ? undefined : literal(expected);
  return found && { path, actual: found, ...(wanted ? { expected: wanted } : {}) };
}
