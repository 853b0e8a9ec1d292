import { nothing } from './not-there.cjs'; // @missing

declare const test: any;

test('never', () => nothing());
