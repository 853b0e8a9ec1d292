function pass(index: number): number {
  const item: { index: number; half: number } = { index, half: index / 2 };
  return item.half + 1;
}

let sum: number = 0;
for (let index = 1; index <= 10_000; index++) sum += pass(index);
console.log(sum);
