'use strict';
let stopIt = false;
let turns = 0;

function spin() {
  while (!stopIt) {
    turns += 1; // @spin
  }
}
console.log('busy');
spin();
console.log('left the loop');
