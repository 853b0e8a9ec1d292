import './not-there.mjs'; // @missing
import { test } from 'vitest';

test('never', () => {});
