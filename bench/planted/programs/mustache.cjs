const mustache = require('./mustache');

const order = { shop: 'Corner', lines: [{ item: 'Tea' }, { item: 'Coffee' }, { item: 'Milk' }] };
console.log(mustache.render('{{shop}}:{{#lines}} {{item}}{{/lines}}', order));
