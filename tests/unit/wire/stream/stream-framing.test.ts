import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeStreamMessage, StreamDecoder } from '../../../../src/wire/stream/stream-framing.ts';

const RUNS = { numRuns: 200 };

/** Texts with characters of one to four bytes, and with what looks like framing. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '{}', 'Content-Length: 5\r\n\r\n', '\r\n\r\n', 'é😀\u2028', '\n'.repeat(20)),
);

/** The bytes cut into chunks at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

function decoded(chunks: readonly Buffer[]): string[] {
  const decoder = new StreamDecoder();
  return chunks.flatMap((chunk) => decoder.push(chunk));
}

describe('messages with Content-Length headers', () => {
  test('come out as they went in, however the stream is cut', () => {
    const cuts = fc.array(fc.nat({ max: 5_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), cuts, (messages, places) => {
        const bytes = Buffer.from(messages.map(encodeStreamMessage).join(''));
        // A lone surrogate has no bytes of its own; what comes out is what UTF-8 makes of it.
        const wanted = messages.map((message) => Buffer.from(message).toString());
        expect(decoded(cut(bytes, places))).toEqual(wanted);
      }),
      RUNS,
    );
  });

  test('come out byte by byte', () => {
    const bytes = Buffer.from(['{"a":"é😀"}', '{}'].map(encodeStreamMessage).join(''));
    expect(decoded([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['{"a":"é😀"}', '{}']);
  });

  test('are found behind whatever stands before them', () => {
    const junk = fc.stringMatching(/^[a-z :\n\r-]{0,80}$/).filter((each) => !/\w-$/.test(each));
    fc.assert(
      fc.property(junk, text, fc.nat({ max: 500 }), (before, message, place) => {
        const bytes = Buffer.from(before + encodeStreamMessage(message));
        expect(decoded(cut(bytes, [place]))).toEqual([Buffer.from(message).toString()]);
      }),
      RUNS,
    );
  });

  test.each([
    ['on the same line', 'warning: old versionContent-Length: 2\r\n\r\n{}'],
    ['with a blank line of its own', 'hello\r\n\r\nworld\r\nContent-Length: 2\r\n\r\n{}'],
    ['other headers before', 'Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}'],
    ['other headers after', 'Content-Length: 2\r\nContent-Type: x\r\n\r\n{}'],
    ['another case', 'content-length:2\r\n\r\n{}'],
    ['many spaces', `Content-Length:${' '.repeat(400)}2\r\n\r\n{}`],
    ['an impossible length', 'Content-Length: 999999999999\r\n\r\nContent-Length: 2\r\n\r\n{}'],
    ['a header that only ends alike', 'X-Content-Length: 9\r\n\r\nContent-Length: 2\r\n\r\n{}'],
  ])('are found with %s', (_, stream) => {
    expect(decoded([Buffer.from(stream)])).toEqual(['{}']);
  });

  test('are found after more than a header can be', () => {
    expect(decoded([Buffer.from('x'.repeat(100_000)), Buffer.from(encodeStreamMessage('{}'))])).toEqual(['{}']);
  });
});
