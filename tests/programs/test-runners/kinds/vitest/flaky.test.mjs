import { expect, test } from 'vitest';

let at = 0;
test('flaky', { retry: 2 }, () => expect(++at).toBe(2));
