function never() {
  return 1;
}

if (process.argv[2] === 'never') never();
