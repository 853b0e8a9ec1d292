import { DateTime } from './luxon/src/luxon.js';

const due = DateTime.fromFormat('05/11/24', 'dd/MM/yy').plus({ days: 30 });
console.log(`due ${due.toISODate()}`);
