import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { largeFrame } from '../../../../src/wire/websocket/large-frame.ts';
import { WebSocketDecoder } from '../../../../src/wire/websocket/websocket-decoder.ts';
import {
  CONSTANT_HEADER_START,
  encodePong,
  encodeTextFrames,
} from '../../../../src/wire/websocket/websocket-frames.ts';
import { readClientFrames, serverFrame } from '../../../fakes/fake-inspector.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .constantFrom(125, 126, 127, 65_535, 65_536, 70_000)
    .map((length) => 'é'.repeat(length / 2) + 'x'.repeat(length % 2)),
);

describe('encodeTextFrames', () => {
  test('any messages, after any number of header bytes sent ahead, are read back by the letter of the RFC', () => {
    const headerBytes = fc.integer({ min: 0, max: CONSTANT_HEADER_START.length });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), headerBytes, (messages, sent) => {
        const wire = Buffer.concat([CONSTANT_HEADER_START.subarray(0, sent), encodeTextFrames(messages, sent)]);
        expect(readClientFrames(wire)).toEqual({ texts: messages, rest: Buffer.alloc(0) });
      }),
      { numRuns: 150 },
    );
  });

  test('uses the shortest length form when no header byte was sent ahead', () => {
    const sizes = [125, 126, 65_535, 65_536].map((length) => encodeTextFrames(['x'.repeat(length)]).length - length);
    expect(sizes).toEqual([6, 8, 8, 14]);
  });

  test('a pong carries the payload of its ping', () => {
    expect(encodePong(Buffer.from('hi'))).toEqual(Buffer.from([0x8a, 0x82, 0, 0, 0, 0, 0x68, 0x69]));
  });
});

describe('WebSocketDecoder', () => {
  const frames = fc.oneof(
    { weight: 3, arbitrary: text.map((each) => ({ kind: 'text' as const, text: each })) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 125 })
        .map((each) => ({ kind: 'ping' as const, payload: Buffer.from(each) })),
    },
  );

  test('decodes the same messages however frames are fragmented and however the bytes are cut into reads', () => {
    fc.assert(
      fc.property(
        fc.array(frames, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (messages, fragmentSeeds, cutSeeds) => {
          const wire = Buffer.concat(
            messages.map((message) =>
              message.kind === 'ping' ? serverFrame(message.payload, 9) : fragmented(message.text, fragmentSeeds),
            ),
          );
          const decoder = new WebSocketDecoder();
          expect(cut(wire, cutSeeds).flatMap((chunk) => decoder.push(chunk))).toEqual(messages);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('decodes a stream that arrives byte by byte, with a ping between two fragments', () => {
    const wire = Buffer.concat([
      serverFrame(Buffer.from('ab'), 1, false),
      serverFrame(Buffer.from('?'), 9),
      serverFrame(Buffer.from('c'), 0, true),
      serverFrame(Buffer.from([0x03, 0xe8]), 8),
    ]);
    const decoder = new WebSocketDecoder();
    const messages = [...wire].flatMap((byte) => decoder.push(Buffer.from([byte])));
    expect(messages).toEqual([
      { kind: 'ping', payload: Buffer.from('?') },
      { kind: 'text', text: 'abc' },
      { kind: 'close', code: 1000 },
    ]);
  });

  test.each([
    ['reserved bits', [0xc1, 0x00]],
    ['masked', [0x81, 0x80]],
    ['unknown opcode', [0x83, 0x00]],
    ['control frame', [0x09, 0x00]],
    ['bytes', [0x81, 0x7f, 0xff, 0, 0, 0, 0, 0, 0, 0]],
  ])('reports %s and decodes nothing after it', (phrase, bytes) => {
    const decoder = new WebSocketDecoder();
    const [message] = decoder.push(Buffer.from(bytes));
    expect(message).toMatchObject({ kind: 'error', message: expect.stringContaining(phrase) });
    expect(decoder.push(serverFrame(Buffer.from('x')))).toEqual([]);
  });
});

describe('largeFrame', () => {
  test('no slice of 64 KiB ends within the last bytes of the frame, and the message means the same', () => {
    const length = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -60, max: 60 }));
    fc.assert(
      fc.property(length, fc.integer({ min: 0, max: 6 }), ([slices, offset], sent) => {
        const message = JSON.stringify('x'.repeat(Math.max(20_000, 65_536 * slices + offset)));
        const { body, tail, tailDelayMs } = largeFrame(message, sent);
        const size = body.length + tail.length;
        // From the first byte of this write, and from the first byte that was sent ahead.
        expect(size % 65_536).toBeGreaterThan(10);
        expect((size + sent) % 65_536).toBeGreaterThan(10);
        expect(tail.length).toBeGreaterThan(10);
        expect(tailDelayMs).toBeGreaterThan(0);
        const [read] = readClientFrames(Buffer.concat([CONSTANT_HEADER_START.subarray(0, sent), body, tail])).texts;
        expect(read?.trimEnd()).toBe(message);
      }),
      { numRuns: 200 },
    );
  });
});

function fragmented(message: string, seeds: readonly number[]): Buffer {
  const pieces = cut(Buffer.from(message), seeds);
  const frames = pieces.map((piece, index) => serverFrame(piece, index === 0 ? 1 : 0, index === pieces.length - 1));
  return Buffer.concat(frames);
}

function cut(bytes: Buffer, seeds: readonly number[]): Buffer[] {
  const borders = [0, ...seeds.map((seed) => seed % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
}
