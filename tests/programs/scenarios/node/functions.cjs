'use strict';
const { later } = require('./late-function.cjs');

const arrow = (n) => n + 1; // @arrow

const tools = {
  shorten(text) {
    return text.slice(1); // @shorten
  },
};

function Account() {}
Account.prototype.deposit = function (amount) {
  return amount; // @deposit
};

function neverReferenced() {
  return 'never'; // @never
}

arrow(1);
tools.shorten('abc');
new Account().deposit(5); // @deposit-call
later();
