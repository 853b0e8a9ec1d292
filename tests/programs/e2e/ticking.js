let ticks = 0;

const tick = () => {
  ticks += 1;
  console.log(`tick ${ticks}`);
};

setInterval(tick, 20);
