function pass(index) {
  const item = { index, half: index / 2 };
  const text = `#${index}`;
  return item.half + text.length;
}

function run(passes) {
  let sum = 0;
  for (let index = 1; index <= passes; index++) sum += pass(index);
  return sum;
}

console.log(run(10_000));
