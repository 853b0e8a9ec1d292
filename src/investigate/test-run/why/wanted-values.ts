import type { SourceLocation } from '../../../model/source-location.ts';
import type { ComparedValue, ComparedValues } from '../../../model/tests/compared-values.ts';
import type { TestFailure } from '../../../model/tests/test-report.ts';
import { contentOf, literal } from '../compared/literals.ts';
import { measuredObject } from './measured-object.ts';

/** A number of elements is not the value: what is looked for is the object that has them. */
const COUNTS = /\.(?:length|size)$/;
/** Texts of so many characters are not found by chance. */
const RARE_CHARS = 6;
/** The message of an assertion that expected an error: the calls before it are all that there is to see. */
const NOTHING_THROWN =
  /did not throw|didn't throw|to (?:throw|be rejected)\b(?!.{0,1000} (?:but got|was thrown))|Missing expected (?:exception|rejection)|DID NOT (?:RAISE|WARN)|not raised|resolved (?:".{0,1000}" )?instead of reject|^should throw|^expected to throw/m;

const ASSERTION = /^(?:AssertionError|assert|expect)\b/;

/** A failed assertion, and what is looked for in a second run of its test. */
export interface WantedValue {
  readonly failure: TestFailure;
  /** The value that the assertion should not have found, as it is shown; absent if only the assertion's calls are to be shown. */
  readonly value?: WantedText;
  /**
   * The text to look for if the test has made the value itself: the other side of the comparison, as helpers and projects differ
   * in which side stands first. Of an object, the part that is wrong: the test may have only put together values that it was
   * given.
   */
  readonly other?: WantedText;
  /** The place of the assertion: calls that it made are looked for there. Absent if the place is not known. */
  readonly place?: Pick<SourceLocation, 'path' | 'line'>;
}

export interface WantedText {
  /** As the language writes it. */
  readonly shown: string;
  /** As a trace is asked for it: {@link WantedCall}. */
  readonly text: string;
  /** The path from the compared value. */
  readonly path: string;
}

/** The failures whose assertions found something of which it can be said where it came from. */
export function wantedValues(failures: readonly TestFailure[]): WantedValue[] {
  return failures.flatMap((failure) => (failure.kind === 'test' ? (wantedOf(failure) ?? []) : []));
}

function wantedOf(failure: TestFailure): WantedValue | undefined {
  const { compared, message, stack } = failure.error;
  // A helper asserts what the test has called.
  const frame = stack.find(({ location }) => location.path === failure.file) ?? stack[0];
  const at = frame === undefined ? {} : { place: { path: frame.location.path, line: frame.location.line } };
  if (NOTHING_THROWN.test(message)) return { failure, ...at };
  const { actual, path = '' } = compared ?? {};
  const isPrimitive = actual !== undefined && literal(actual.text) !== undefined && !COUNTS.test(path);
  const object = compared && wholeObject(failure, isPrimitive);
  if (object !== undefined) {
    const isItself = actual !== undefined && !COUNTS.test(path) && compared?.expected !== undefined;
    const value = { shown: object, text: object, path: isItself ? path : ownerPath(path) };
    return { failure, ...at, value, ...partOf(compared, object) };
  }
  // What was made of a primitive can be seen nowhere else than where it is.
  if (isPrimitive) return { failure, value: { shown: actual.text, text: textOf(actual), path }, ...otherOf(compared) };
  return 'place' in at && isAssertion(failure) ? { failure, ...at } : undefined;
}

/** Only of a text that is in few places. */
function otherOf({ expected, path = '' }: Partial<ComparedValues> = {}): Pick<WantedValue, 'other'> {
  const isRare = expected !== undefined && literal(expected.text) !== undefined && expected.text.length >= RARE_CHARS;
  return isRare ? { other: { shown: expected.text, text: textOf(expected), path } } : {};
}

/** The part of an object that is wrong, where it is there. */
function partOf({ actual, path = '' }: Partial<ComparedValues> = {}, object: string): Pick<WantedValue, 'other'> {
  const isPart = actual !== undefined && path !== '' && !COUNTS.test(path) && actual.text !== object;
  const isRare = isPart && actual.text.length >= RARE_CHARS;
  return isRare ? { other: { shown: actual.text, text: textOf(actual), path } } : {};
}

/** True if an assertion of the test failed. */
function isAssertion({ error: { compared, name, message, stackText } }: TestFailure): boolean {
  return compared !== undefined || [name, message, stackText].some((text) => ASSERTION.test(text));
}

/** The object that something is wrong with as a whole. */
function wholeObject(failure: TestFailure, isPrimitive: boolean): string | undefined {
  const { path = '', within } = failure.error.compared ?? {};
  return isPrimitive && path !== '' ? undefined : (within ?? measuredObject(failure, isPrimitive));
}

/** The path of the object in which a part is missing, or whose parts are counted. */
function ownerPath(path: string): string {
  return path.replace(/(?:\.[^.[\]]+|\[[^[\]]*\])$/, '');
}

/** A string has quotes of one kind in all languages, and between them what it holds. */
function textOf({ text, type }: ComparedValue): string {
  return type === 'string' || type === 'str' ? `"${contentOf(text)}"` : text;
}
