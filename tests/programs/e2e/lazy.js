setTimeout(async () => {
  const { double } = await import('./lazy-part.mjs');
  console.log(double(21));
}, 10);
