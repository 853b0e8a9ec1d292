import { test } from 'uvu';
import { connect } from './shop.cjs';

test.before.each(() => connect('database'));
test('hook', () => {});
test.run();
