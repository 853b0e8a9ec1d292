import { connect, giveUp, later, priceOf, refuse, say } from './shop.cjs';

interface Total {
  readonly count: number;
}

declare const test: any;
declare const expect: any;
declare const describe: any;
declare const beforeEach: any;

test('passes', () => expect(1).toBe(1));
test('assertion', () => {
  const total: number = 3;
  expect(total).toBe(4); // @assertion
});
test('thrown', () => priceOf({ title: 'chair', price: -1 }));
test('string', () => say('sold out for good'));
test('undefined', () => giveUp(0));
test('object', () => refuse(42));
test('rejection', () => later(1));
test('timeout', () => new Promise<void>(() => {}), 200);
describe('hooks', () => {
  beforeEach(() => connect('database'));
  test('hook', () => {});
});
test('snapshot', () => {
  const shown: Total = { count: 2 };
  expect(shown).toMatchSnapshot(); // @snapshot
});
test.failing('expected to fail', () => expect(1).toBe(2));
test.skip('skipped', () => {});
test.todo('todo');
