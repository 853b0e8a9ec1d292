require('./broken-syntax.js');
