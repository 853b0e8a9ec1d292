let ticks = 0;
function tick() {
  ticks += 1;
}
setInterval(tick, 20);
