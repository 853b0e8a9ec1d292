import test from 'ava';
import { connect } from './shop.cjs';

test.before(() => connect('database'));
test('hook', (t) => t.pass());
