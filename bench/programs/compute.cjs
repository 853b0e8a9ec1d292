// Computes without a pause and says how much processor time that took.
function step(count) {
  let sum = 0;
  for (let index = 0; index < count; index++) sum = (sum * 31 + index) % 1_000_003;
  return sum;
}
let total = 0;
for (let round = 0; round < 400; round++) total += step(1_000_000);
const { user, system } = process.cpuUsage();
console.log(`computed ${total}, cpu ${Math.round((user + system) / 1_000)}`);
