'use strict';
setTimeout(() => require('node:inspector').close(), 50);
setInterval(() => {}, 1_000);
