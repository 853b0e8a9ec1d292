const ini = require('./ini');

console.log(ini.stringify({ owner: { name: 'Ada' }, server: { port: 80 } }));
