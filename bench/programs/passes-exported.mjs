export function pass(index) {
  const item = { index, half: index / 2 };
  return item.half + 1;
}
