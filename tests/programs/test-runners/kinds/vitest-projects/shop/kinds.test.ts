import { priceOf } from '../shop.cjs';

declare const test: any;
declare const expect: any;

test('passes', () => expect(1).toBe(1));
test('thrown', () => priceOf({ title: 'chair', price: -1 }));
