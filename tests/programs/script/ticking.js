let ticks = 0;

function tick() {
  ticks += 1;
  return ticks;
}

tick();
tick();
tick();
// Answers no more, and ends only when it is ended.
setInterval(() => {}, 60_000);
