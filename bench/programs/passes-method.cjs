class Sums {
  #sum = 0;

  add(index) {
    const item = { index, half: index / 2 };
    this.#sum += item.half;
    return this.#sum;
  }
}

const sums = new Sums();
for (let index = 1; index <= 10_000; index++) sums.add(index);
console.log(sums.add(0));
