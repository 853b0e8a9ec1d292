const LRUCache = require('./lru-cache');

const cache = new LRUCache({ max: 100, maxSize: 10, sizeCalculation: (text) => text.length });
for (const [key, text] of Object.entries({ a: 'four', b: 'fives', c: 'sixsix' })) cache.set(key, text);
console.log(`${cache.calculatedSize} of ${cache.maxSize} used, by ${[...cache.keys()]}`);
