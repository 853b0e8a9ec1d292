'use strict';
let ticks = 0;
const state = { label: 'idle' };

function tick() {
  ticks += 1; // @tick
  if (state.label === 'leave') process.exit(7);
}
setInterval(tick, Number(process.argv[2] ?? 3_600_000));
console.log('idle');
