const qs = require('./qs');

const { filter } = qs.parse('filter[tags][]=red&filter[tags][]=blue&filter[max]=5&filter[tags][]=green');
console.log(JSON.stringify(filter));
