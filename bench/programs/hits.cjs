function hit(index) {
  return index * 2;
}

function run(hits) {
  let sum = 0;
  for (let index = 0; index < hits; index++) sum += hit(index);
  return sum;
}

const sum = run(1_000);
console.log(sum);
