import { parse } from './csv-parse/lib/sync.js';

const rows = parse('item,price\ntea,12.50\ncoffee,7.25\n', { columns: true, cast: true });
const total = rows.reduce((sum, row) => sum + row.price, 0);
console.log(`total ${total}`);
