'use strict';
exports.later = function later() {
  return 'later'; // @later
};
