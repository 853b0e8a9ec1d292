for (let index = 0; index < 100; index++) {
  Math.sqrt(index);
}
process.exit(3);
