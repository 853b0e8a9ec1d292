// Swaps two variables, wrongly.





function swapVariables(a, b) {
  // This function is supposed to swap two variables.
  a = String(b); // Bug: loses original value of 'a'
  b = String(a); // Bug: 'b' gets the new value of 'a', not the original
  return [a, b];
}





function main() {
  const x = 10;
  const y = 20;
  const [p, q] = swapVariables(x, y);
  console.log(p, q);
}






main();
