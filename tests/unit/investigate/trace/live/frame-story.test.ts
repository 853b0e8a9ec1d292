import { describe, expect, test } from 'vitest';
import { FrameStory } from '../../../../../src/investigate/trace/live/frame-story.ts';
import { LoopLines } from '../../../../../src/investigate/trace/live/loop-lines.ts';

const TEXT = `function f() {
  for (const a of all) {
    for (const b of a) {
      use(b);
    }
    while (true) {
      if (done()) break;
      step();
    }
  }
  return 1;
}`;

/** The lines as `4`, passes as `pass 2 of 3`, ends as `end 3: 2`. */
function story(visits: readonly (number | string)[], text = TEXT): string[] {
  const told = new FrameStory(new LoopLines(text.split('\n')));
  for (const visit of visits) {
    const isRepeated = typeof visit === 'string';
    told.add({ line: Number(visit), isRepeated, changes: [], calls: [] });
  }
  return told.end().map((event) => {
    if (event.kind === 'line') return `${event.line}`;
    if (event.kind === 'pass') return `pass ${event.pass} of ${event.line}`;
    if (event.kind === 'loopEnd') return `end ${event.line}: ${event.passes}`;
    return event.kind === 'skipped' ? `skipped ${event.passes}` : event.kind;
  });
}

describe('the story of lines that ran', () => {
  test('has loops in loops', () => {
    expect(story([2, 3, 4, 3, 4, 3, 7, 8, 7, 2, 3, 7, 2, 11])).toEqual([
      ...['2', 'pass 1 of 2', '3', 'pass 1 of 3', '4', 'pass 2 of 3', '4', 'end 3: 2'],
      ...['pass 1 of 6', '7', '8', 'pass 2 of 6', '7', 'end 6: 2'],
      ...['pass 2 of 2', '3', '7', 'end 2: 2', '11'],
    ]);
  });

  test('has loops without passes, and ones that are left in the middle', () => {
    expect(story([2, 11])).toEqual(['2', '11']);
    expect(story([2, 3, 4])).toEqual(['2', 'pass 1 of 2', '3', 'pass 1 of 3', '4', 'end 3: 1', 'end 2: 1']);
  });

  test('has the passes of a loop on one line', () => {
    const text = 'for (let i = 0; i < 3; i++) use(i);\nafter();';
    expect(story([1, '1', '1', 2], text)).toEqual(['1', 'pass 1 of 1', 'pass 2 of 1', 'end 1: 2', '2']);
  });

  test('takes a statement of several lines for no loop', () => {
    const text = 'call(\n  one(),\n  two(),\n);\nafter();';
    expect(story([1, 2, 3, 1, 5], text)).toEqual(['1', '2', '3', '1', '5']);
  });

  test('has no loops where the text is not known', () => {
    expect(story([3, 2, 3, 2], '')).toEqual(['3', '2', '3', '2']);
  });
});
